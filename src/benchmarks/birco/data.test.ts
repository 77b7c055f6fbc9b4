import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { QuadratError } from '../../core/index.ts';
import { openSource } from '../../data/source.ts';
import { type Picklable, writePickle } from '../../testing/pickle-writer.ts';
import { checkGold, load, loadPools, queryOf, type RankingItem, readGold, textOf } from './data.ts';
import { contextOf, madeItem, reordered } from './made-items.ts';

const root = mkdtempSync(path.join(tmpdir(), 'quadrat-birco-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A data file in the authors' form. */
function pickled(parts: {
  query?: [string, string][];
  corpus?: [string, string][];
  qrel?: [string, [string, number][]][];
}): Uint8Array {
  const {
    query = [['q1', 'Why?']],
    corpus = [
      ['a', 'An A.'],
      ['b', 'A B.'],
    ],
  } = parts;
  const {
    qrel = [
      [
        'q1',
        [
          ['a', 1],
          ['b', 0],
        ],
      ],
    ],
  } = parts;
  return writePickle(
    new Map<string, Picklable>([
      ['query', new Map(query)],
      ['corpus', new Map(corpus)],
      ['qrel', new Map(qrel.map(([id, pool]) => [id, new Map(pool)]))],
    ]),
  );
}

function refusal(bytes: Uint8Array, file: string): QuadratError {
  try {
    readGold(bytes, file);
  } catch (error) {
    if (error instanceof QuadratError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const grades = (items: readonly RankingItem[]) => items.map(({ id, grades: pool }) => [id, ...pool]);

describe('gold is read', () => {
  const ids = ['20141', '201410', '20142', '__proto__'];
  const want = ids.map((id) => [id, ['d9', 0.9], ['d10', 1.6], ['10', 0]]);

  test('from the authors’ pickle, with texts', () => {
    const items = readGold(
      pickled({
        query: [
          ['q2', 'Second?'],
          ['q1', 'First?'],
        ],
        qrel: [
          ['q2', [['b', 2]]],
          ['q1', [['a', 0.5]]],
        ],
      }),
      'test_set.pickle',
    );
    expect(grades(items)).toEqual([
      ['q2', ['b', 2]],
      ['q1', ['a', 0.5]],
    ]);
    expect(queryOf(items[0]!)).toBe('Second?');
    expect(textOf(items[1]!, 'a')).toBe('An A.');
    expect(items[0]).toMatchObject({ cluster: 'q2', strata: {}, graded: true });
  });

  test('from TREC qrels, ids in the order of the file and fractions as they are', () => {
    const text = ids.map((id) => `${id} 0 d9 0.9\n${id} 0 d10 1.6\n${id} 0 10 0\n`).join('');
    expect(grades(readGold(bytesOf(text), 'relic.qrels'))).toEqual(want);
  });

  test('from JSON objects, which know no order of numbers', () => {
    const pool = '{"d9": 0.9, "d10": 1.6, "10": 0}';
    const text = `{${ids.map((id) => `"${id}": ${pool}`).join(', ')}}`;
    expect(grades(readGold(bytesOf(text), 'qrels.json'))).toEqual(want);
  });

  test('from ordered JSON', () => {
    const queries = ids.map((qid) => ({
      qid,
      docs: [
        ['d9', 0.9],
        ['d10', 1.6],
        ['10', 0],
      ],
    }));
    expect(grades(readGold(bytesOf(JSON.stringify({ queries })), 'qrels.json'))).toEqual(want);
  });

  test('without texts it names what is missing when a text is needed', () => {
    const [item] = readGold(bytesOf('q1 0 a 1\n'), 'x.qrels');
    for (const ask of [() => queryOf(item!), () => textOf(item!, 'a')])
      expect(ask).toThrow(expect.objectContaining({ code: 'data-missing', place: { item: 'q1' } }));
  });
});

describe('gold is refused', () => {
  const cases: [string, Uint8Array, string, RegExp][] = [
    [
      'a pool document without a text',
      pickled({ corpus: [['a', 'An A.']] }),
      'x.pickle',
      /document b of the pool/,
    ],
    ['a pool without a query', pickled({ qrel: [['q9', [['a', 1]]]] }), 'x.pickle', /`query` lacks/],
    [
      'a query without a pool',
      pickled({
        query: [
          ['q1', 'a'],
          ['q2', 'b'],
        ],
      }),
      'x.pickle',
      /2 queries, but 1 pools/,
    ],
    ['a negative grade', pickled({ qrel: [['q1', [['a', -1]]]] }), 'x.pickle', /grade of document a/],
    [
      'a grade that is no number',
      pickled({ qrel: [['q1', [['a', Number.NaN]]]] }),
      'x.pickle',
      /grade of document a/,
    ],
    ['a list', writePickle(['q1']), 'x.pickle', /the file is not a mapping/],
    [
      'a query twice',
      bytesOf('{"queries":[{"qid":"1","docs":[]},{"qid":1,"docs":[]}]}'),
      'x.json',
      /stands twice/,
    ],
    ['a negative grade in qrels', bytesOf('q1 0 a -1\n'), 'x.qrels', /below 0/],
    ['an empty file', bytesOf(''), 'x.qrels', /no query in the file/],
    ['docs that are no pairs', bytesOf('{"queries":[{"qid":"1","docs":["a"]}]}'), 'x.json', /pair of docs/],
  ];
  test.each(cases)('%s', (_, bytes, file, message) => {
    const error = refusal(bytes, file);
    expect(error.message).toMatch(message);
    expect(error.place.file).toBe(file);
  });

  test('and a copy is judged by the same rules', () => {
    expect(checkGold('x.pickle', pickled({}))).toBeNull();
    expect(checkGold('x.pickle', pickled({ qrel: [['q9', [['a', 1]]]] }))).toContain('`query` lacks');
    expect(checkGold('x.pickle', bytesOf('no pickle'))).toEqual(expect.any(String));
  });
});

describe('a split is found', () => {
  const content = pickled({});
  const sourceOf = (data: string) =>
    openSource({ data, benchmark: 'birco', dataFolder: path.join(root, 'none'), samplesFolder: root });
  const places = [
    'relic/test_set.pickle',
    'datasets/relic/test_set.pickle',
    'relic/test_set.pickle.gz',
    'birco/relic/test_set.pickle',
    'test_set.pickle',
    'relic.qrels',
    'relic.qrels.gz',
    'relic.qrels.json',
  ];
  test.each(places)('at %s', async (place) => {
    const folder = mkdtempSync(path.join(root, 'place-'));
    const file = path.join(folder, place);
    mkdirSync(path.dirname(file), { recursive: true });
    const plain = /qrels/.test(place)
      ? place.endsWith('.json')
        ? bytesOf('{"q1": {"a": 1, "b": 0}}')
        : bytesOf('q1 0 a 1\nq1 0 b 0\n')
      : content;
    writeFileSync(file, place.endsWith('.gz') ? gzipSync(plain) : plain);
    const dataset = await load('relic', sourceOf(folder), contextOf());
    expect(grades(dataset.items)).toEqual([['q1', ['a', 1], ['b', 0]]]);
    expect(dataset.file).toBe(file);
    expect(Buffer.from(dataset.bytes).equals(Buffer.from(plain))).toBe(true);
  });

  test('dev splits have names of their own', async () => {
    const folder = mkdtempSync(path.join(root, 'dev-'));
    writeFileSync(path.join(folder, 'relic-dev.qrels'), 'q9 0 a 1\n');
    const dev = await load('relic', sourceOf(folder), contextOf({ split: 'dev' }));
    expect(dev.items.map(({ id }) => id)).toEqual(['q9']);
    await expect(load('relic', sourceOf(folder), contextOf())).rejects.toMatchObject({
      code: 'data-missing',
      message: `the test split of birco/relic is not in ${folder}`,
    });
  });

  test('nowhere: how to get it', async () => {
    await expect(load('relic', sourceOf('full'), contextOf())).rejects.toMatchObject({
      code: 'data-missing',
      next: expect.stringContaining('quadrat data get birco'),
      data: { set: 'relic', split: 'test' },
    });
  });

  test('pools alone', async () => {
    const folder = mkdtempSync(path.join(root, 'pools-'));
    expect(await loadPools('wtb', sourceOf(folder), contextOf())).toBeUndefined();
    writeFileSync(path.join(folder, 'wtb.pools.json'), '{"queries":[{"qid":"q1","pool":["b","a"]}]}');
    const pools = await loadPools('wtb', sourceOf(folder), contextOf());
    expect(grades(pools?.items ?? [])).toEqual([['q1', ['b', 0], ['a', 0]]]);
    expect(pools?.items[0]).toMatchObject({ graded: false, query: null });
    expect(await loadPools('wtb', sourceOf(folder), contextOf({ split: 'dev' }))).toBeUndefined();
  });
});

describe('an item’s hash', () => {
  const item = madeItem('q1', '012');

  test('does not depend on the stored order', () => {
    expect(reordered(item, (docs) => docs.toReversed()).hash).toBe(item.hash);
    expect(item.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('changes with grades and id', () => {
    const others = [madeItem('q1', '013'), madeItem('q2', '012'), madeItem('q1', '0120')];
    expect(new Set([item, ...others].map(({ hash }) => hash)).size).toBe(4);
  });

  test('changes with a text that a model sees', () => {
    const read = (text: string) =>
      readGold(
        pickled({
          corpus: [
            ['a', text],
            ['b', 'A B.'],
          ],
        }),
        'x.pickle',
      )[0]?.hash;
    expect(read('One.')).not.toBe(read('Two.'));
  });
});
