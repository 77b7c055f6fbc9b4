import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readPickle } from '../data/pickle.ts';
import { countOpcodes } from './pickle-opcodes.ts';
import { projectRoot } from './shared.ts';

interface Passage {
  id: string;
  text: string;
}

interface Query extends Passage {
  aspects?: number;
  pool: [document: string, grade: number][];
}

interface Source {
  set: string;
  objective_note: string;
  corpus: Passage[];
  queries: Query[];
}

interface Library {
  readonly SETS: readonly string[];
  readonly pickleOf: (source: Source) => Uint8Array;
  readonly problemsOf: (source: Source, set: string) => string[];
  readonly problemsOfAll: (sources: readonly Source[]) => string[];
}

const library: Library = await import(
  pathToFileURL(path.join(projectRoot, 'scripts/lib/birco-samples.js')).href
);

const folder = path.join(projectRoot, 'samples/birco');
const sourceOf = (set: string): Source =>
  JSON.parse(readFileSync(path.join(folder, 'source', `${set}.json`), 'utf8'));
const pickled = (set: string): Uint8Array => readFileSync(path.join(folder, set, 'test_set.pickle'));
const grades = (query: Query): number[] => query.pool.map(([, grade]) => grade);
/** Where the best document stands in the stored pool, counted from either end. */
const bestAt = (query: Query): number => grades(query).indexOf(Math.max(...grades(query)));

const SETS: [set: string, passages: number, numpyIds: boolean][] = [
  ['doris-mae', 64, false],
  ['arguana', 66, true],
  ['wtb', 64, true],
  ['clinical-trial', 64, false],
  ['relic', 64, true],
];

describe('the BIRCO samples', () => {
  it('are the five sets', () => {
    expect(library.SETS).toEqual(SETS.map(([set]) => set));
  });

  it.each(SETS)('%s keeps its rules', (set) => {
    expect(library.problemsOf(sourceOf(set), set)).toEqual([]);
  });

  it('keep the rules that span the sets', () => {
    expect(library.problemsOfAll(SETS.map(([set]) => sourceOf(set)))).toEqual([]);
  });

  it.each(SETS)('%s: the pickle agrees with its source byte for byte', (set) => {
    expect(Buffer.compare(library.pickleOf(sourceOf(set)), pickled(set))).toBe(0);
  });

  it.each(SETS)('%s: our reader finds the source in the pickle, in order', (set, passages) => {
    const source = sourceOf(set);
    const read = readPickle(pickled(set), set) as Map<string, Map<string, unknown>>;
    expect([...read.keys()]).toEqual(['query', 'corpus', 'qrel']);
    expect([...read.get('query')!]).toEqual(source.queries.map(({ id, text }) => [id, text]));
    expect([...read.get('corpus')!]).toEqual(source.corpus.map(({ id, text }) => [id, text]));
    expect([...read.get('qrel')!].map(([id, pool]) => [id, [...(pool as Map<string, number>)]])).toEqual(
      source.queries.map(({ id, pool }) => [id, pool]),
    );
    expect(read.get('query')!.size).toBe(24);
    expect(read.get('corpus')!.size).toBe(passages);
  });

  it.each(SETS)('%s has the types of the published file', (set, _passages, numpyIds) => {
    const counts = countOpcodes(pickled(set));
    const pairs = sourceOf(set).queries.reduce((sum, { pool }) => sum + pool.length, 0);
    // A numpy query id is made once, its type once for each length; the grades of DORIS-MAE are all float.
    expect(counts.get('SHORT_BINBYTES') ?? 0).toBe(numpyIds ? 24 : 0);
    expect(counts.get('STACK_GLOBAL') ?? 0).toBe(numpyIds ? 2 : 0);
    expect(counts.get('BINFLOAT') ?? 0).toBe(set === 'doris-mae' ? pairs : 0);
  });

  it('hold texts that occur twice, together in a pool', () => {
    const doubles = SETS.map(([set]) => {
      const { corpus } = sourceOf(set);
      return [set, corpus.length - new Set(corpus.map(({ text }) => text)).size];
    });
    expect(doubles).toEqual([
      ['doris-mae', 0],
      ['arguana', 2],
      ['wtb', 1],
      ['clinical-trial', 1],
      ['relic', 0],
    ]);
  });

  it('hold grades that tell careful scoring from careless scoring', () => {
    const doris = sourceOf('doris-mae').queries;
    expect(doris.filter((query) => Math.max(...grades(query)) < 1)).toHaveLength(3);
    expect(doris.flatMap(grades).filter((grade) => !Number.isInteger(grade)).length).toBeGreaterThan(50);
    const clinical = sourceOf('clinical-trial').queries;
    expect(clinical.filter((query) => Math.max(...grades(query)) < 2)).toHaveLength(3);
  });

  it('order number-like query ids otherwise than JavaScript objects do', () => {
    const ids = sourceOf('clinical-trial').queries.map(({ id }) => id);
    expect(Object.keys(Object.fromEntries(ids.map((id) => [id, 0])))).not.toEqual(ids);
  });

  it('leak the answer through the stored order, as the published pools do', () => {
    const first = sourceOf('arguana').queries.filter((query) => bestAt(query) === 0);
    const last = sourceOf('relic').queries.filter((query) => bestAt(query) === query.pool.length - 1);
    expect(first).toHaveLength(8);
    expect(last).toHaveLength(12);
  });
});

describe('the rules notice', () => {
  const spoilt = (set: string, spoil: (source: Source) => void): string[] => {
    const source = sourceOf(set);
    spoil(source);
    return library.problemsOf(source, set);
  };
  const cases: [string, string, (source: Source) => void, RegExp][] = [
    ['a wrong set', 'wtb', (s) => (s.set = 'relic'), /is "relic", not "wtb"/],
    ['a missing query', 'wtb', (s) => s.queries.pop(), /there are 23, not 24/],
    ['an id used twice', 'wtb', (s) => (s.corpus[1]!.id = s.corpus[0]!.id), /the id occurs twice/],
    [
      'a foreign document',
      'wtb',
      (s) => (s.queries[0]!.pool[0]![0] = 'unique_9'),
      /unique_9 of the pool is not/,
    ],
    ['an unused passage', 'wtb', (s) => (s.corpus[9]!.id = 'unique_8'), /passage unique_8: is in no pool/],
    ['a short text', 'wtb', (s) => (s.corpus[0]!.text = 'A book.'), /2 words, wanted 40 to 65/],
    ['a short pool', 'wtb', (s) => s.queries[0]!.pool.splice(9), /9 documents in the pool, wanted 10 to 14/],
    [
      'a document twice in a pool',
      'wtb',
      (s) => (s.queries[0]!.pool[0] = s.queries[0]!.pool[1]!),
      /stands twice/,
    ],
    ['an address', 'wtb', (s) => (s.corpus[0]!.text += ' a@b'), /held an address or a telephone number/],
    [
      'two right answers',
      'relic',
      (s) => (s.queries[0]!.pool = s.queries[0]!.pool.map(([id]) => [id, 1])),
      /exactly one/,
    ],
    ['a grade of 2', 'arguana', (s) => (s.queries[0]!.pool[0]![1] = 2), /grades must be 0 or 1/],
    ['a fraction', 'clinical-trial', (s) => (s.queries[0]!.pool[0]![1] = 0.5), /grades must be 0, 1 or 2/],
    [
      'sorted ids',
      'clinical-trial',
      (s) => s.queries.sort((a, b) => Number(a.id) - Number(b.id)),
      /ascending/,
    ],
    ['a rounded grade', 'doris-mae', (s) => (s.queries[2]!.pool[0]![1] = 0.33), /0.33 of \S+ is not k\/5/],
    [
      'a fourth text twice',
      'doris-mae',
      (s) => (s.corpus[1]!.text = s.corpus[0]!.text),
      /1 texts occur twice/,
    ],
  ];
  it.each(cases)('%s', (_name, set, spoil, message) => {
    expect(spoilt(set, spoil)).toContainEqual(expect.stringMatching(message));
  });
});
