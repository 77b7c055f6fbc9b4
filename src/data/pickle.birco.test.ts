import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { countOpcodes } from '../testing/pickle-opcodes.ts';
import { sharedPath } from '../testing/shared.ts';
import { readPickle } from './pickle.ts';

const folder = sharedPath('data/birco');
const root = folder ?? '';

type Grades = Map<string, Map<string, number>>;

function texts(value: unknown): Map<string, string> {
  if (!(value instanceof Map)) throw new Error('no dict');
  for (const [key, text] of value as Map<unknown, unknown>) {
    if (typeof key !== 'string' || typeof text !== 'string') throw new Error(`not plain: ${String(key)}`);
  }
  return value as Map<string, string>;
}

function readSet(name: string): { query: Map<string, string>; corpus: Map<string, string>; qrel: Grades } {
  const file = path.join(root, name);
  const set = readPickle(readFileSync(file), file) as Map<string, unknown>;
  expect([...set.keys()].sort()).toEqual(['corpus', 'qrel', 'query']);
  return {
    query: texts(set.get('query')),
    corpus: texts(set.get('corpus')),
    qrel: set.get('qrel') as Grades,
  };
}

const gradeCounts = (qrel: Grades): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const pool of qrel.values()) {
    for (const grade of pool.values()) counts.set(grade, (counts.get(grade) ?? 0) + 1);
  }
  return counts;
};

// Source of the figures: sections 4.1 and 4.7 of the project's notes on BIRCO, taken from the published files.
describe.runIf(folder !== undefined)('the published files', () => {
  it.each([
    ['arguana/test_set.pickle', 100, 3117, 5001],
    ['wtb/test_set.pickle', 100, 1767, 5043],
    ['clinical-trial/test_set.pickle', 50, 3377, 3591],
    ['clinical-trial/dev_set.pickle', 9, 248, 253],
    ['relic/test_set.pickle', 100, 5023, 5062],
    ['doris-mae/dev_set.pickle', 40, 2938, 3129],
  ])('%s has its queries, passages and pairs', (name, queries, passages, pairs) => {
    const { query, corpus, qrel } = readSet(name);
    const judged = [...qrel.values()].reduce((sum, pool) => sum + pool.size, 0);
    expect([query.size, corpus.size, judged]).toEqual([queries, passages, pairs]);
    expect([...qrel.keys()]).toEqual([...query.keys()]);
    for (const pool of qrel.values()) for (const id of pool.keys()) expect(corpus.has(id)).toBe(true);
  });

  it('keep their grades and the order of their queries', () => {
    const clinical = readSet('clinical-trial/test_set.pickle').qrel;
    expect([...gradeCounts(clinical)].sort()).toEqual([
      [0, 2547],
      [1, 650],
      [2, 394],
    ]);
    expect([...clinical.keys()].slice(0, 6)).toEqual([
      '20141',
      '201410',
      '201411',
      '201412',
      '201413',
      '201414',
    ]);
    const doris = [...gradeCounts(readSet('doris-mae/dev_set.pickle').qrel).keys()];
    expect([doris.length, Math.min(...doris)]).toEqual([212, 0]);
    expect(Math.max(...doris)).toBeCloseTo(1.636, 3);
  });

  it('all rank files are lists of plain strings', () => {
    let files = 0;
    for (const set of ['arguana', 'clinical-trial', 'doris-mae', 'relic', 'wtb']) {
      const ranks = path.join(root, set, 'ranks');
      for (const name of readdirSync(ranks)) {
        const file = path.join(ranks, name);
        const lists = readPickle(readFileSync(file), file) as Map<string, string[]>;
        files += 1;
        for (const [query, list] of lists) {
          if (
            typeof query !== 'string' ||
            !Array.isArray(list) ||
            !list.every((id) => typeof id === 'string')
          ) {
            throw new Error(`${file}: ${String(query)}`);
          }
        }
      }
    }
    expect(files).toBeGreaterThanOrEqual(62);
  });

  it.each([
    ['arguana/test_set', 59, 200, undefined, 327, 4713],
    ['relic/test_set', 40, 186, undefined, 306, 5121],
    ['wtb/test_set', 32, 200, undefined, 327, 4856],
    ['clinical-trial/test_set', 62, undefined, undefined, 126, 3301],
    ['doris-mae/dev_set', 55, undefined, 3129, 126, 2852],
    ['arguana/ranks/e5_rank', 3, 200, undefined, 566, 1257],
    ['arguana/ranks/Rankgpt_llama70b', 4, 200, undefined, 297, 1],
    ['clinical-trial/ranks/e5_rank', 1, undefined, undefined, undefined, undefined],
    ['relic/ranks/e5_rank', 2, 186, undefined, 278, 26],
    ['wtb/ranks/e5_rank', 1, 200, undefined, 1234, 2082],
    ['doris-mae/ranks/e5_rank', 2, undefined, undefined, undefined, undefined],
  ])('%s consists of the opcodes that the notes count', (name, frames, reduce, floats, near, far) => {
    const counts = countOpcodes(readFileSync(path.join(root, `${name}.pickle`)));
    const found = ['FRAME', 'REDUCE', 'BINFLOAT', 'BINGET', 'LONG_BINGET'].map((opcode) =>
      counts.get(opcode),
    );
    expect(found).toEqual([frames, reduce, floats, near, far]);
    if (reduce !== undefined) expect(counts.get('STACK_GLOBAL')).toBe(2);
    const ids = [
      ...(readPickle(readFileSync(path.join(root, `${name}.pickle`)), name) as Map<string, unknown>).keys(),
    ];
    expect(ids.every((id) => typeof id === 'string')).toBe(true);
  });

  it('are read fast', () => {
    const contents = ['arguana', 'clinical-trial', 'relic', 'wtb'].flatMap((set) => {
      const ranks = path.join(root, set, 'ranks');
      return readdirSync(ranks).map((name) => readFileSync(path.join(ranks, name)));
    });
    const readAll = (): number => {
      const before = process.cpuUsage();
      for (const bytes of contents) readPickle(bytes, 'x');
      return process.cpuUsage(before).user / 1000;
    };
    // The best of a few: other work on the same machine only ever makes it slower.
    const best = Math.min(...Array.from({ length: 5 }, readAll));
    expect(best).toBeLessThan(300);
  });
});
