import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPickle } from '../../data/pickle.ts';
import { sharedPath } from '../../testing/shared.ts';
import { type RankingItem, readGold } from './data.ts';
import { contextOf, settingsOf } from './made-items.ts';
import { MEASURES } from './measures.ts';
import { readRankings } from './rankings.ts';

// The published files themselves, where they lie beside the checkout: counts of the specification, 4.1 and 4.2.

const folder = sharedPath('data/birco') ?? '';

interface Counts {
  readonly queries: number;
  readonly corpus: number;
  readonly pairs: number;
  readonly pool: readonly [least: number, most: number];
  readonly relevant: readonly [least: number, most: number];
  /** How often each grade occurs, by grade. */
  readonly grades?: Readonly<Record<string, number>>;
  readonly first: string;
}
const ones = (pairs: number) => ({ 0: pairs - 100, 1: 100 });
const SETS: Readonly<Record<string, Counts>> = {
  'arguana/test_set': {
    queries: 100,
    corpus: 3117,
    pairs: 5001,
    pool: [50, 51],
    relevant: [1, 1],
    grades: ones(5001),
    first: 'test-',
  },
  'wtb/test_set': {
    queries: 100,
    corpus: 1767,
    pairs: 5043,
    pool: [50, 51],
    relevant: [1, 1],
    grades: ones(5043),
    first: 'q_unique_',
  },
  'relic/test_set': {
    queries: 100,
    corpus: 5023,
    pairs: 5062,
    pool: [50, 51],
    relevant: [1, 1],
    grades: ones(5062),
    first: 'q_',
  },
  'clinical-trial/test_set': {
    queries: 50,
    corpus: 3377,
    pairs: 3591,
    pool: [40, 153],
    relevant: [1, 68],
    grades: { 0: 2547, 1: 650, 2: 394 },
    first: '20141',
  },
  'clinical-trial/dev_set': {
    queries: 9,
    corpus: 248,
    pairs: 253,
    pool: [13, 37],
    relevant: [1, 18],
    grades: { 0: 194, 1: 34, 2: 25 },
    first: '',
  },
  'doris-mae/dev_set': {
    queries: 40,
    corpus: 2938,
    pairs: 3129,
    pool: [58, 103],
    relevant: [0, 47],
    first: 'q_',
  },
};

const read = (name: string): readonly RankingItem[] =>
  readGold(new Uint8Array(readFileSync(path.join(folder, `${name}.pickle`))), `${name}.pickle`);
const gradesOf = (items: readonly RankingItem[]) => items.flatMap(({ grades }) => [...grades.values()]);

describe.runIf(folder !== '')('the published sets', () => {
  test.each(Object.entries(SETS))('%s has the counts of the specification', (name, want) => {
    const items = read(name);
    const sizes = items.map(({ grades }) => grades.size);
    const relevant = items.map(({ grades }) => [...grades.values()].filter((grade) => grade >= 1).length);
    const grades = gradesOf(items);
    const counted = new Map<number, number>();
    for (const grade of grades) counted.set(grade, (counted.get(grade) ?? 0) + 1);
    expect({
      queries: items.length,
      corpus: items[0]?.corpus?.size,
      pairs: grades.length,
      pool: [Math.min(...sizes), Math.max(...sizes)],
      relevant: [Math.min(...relevant), Math.max(...relevant)],
    }).toEqual({
      queries: want.queries,
      corpus: want.corpus,
      pairs: want.pairs,
      pool: want.pool,
      relevant: want.relevant,
    });
    if (want.grades !== undefined) expect(Object.fromEntries(counted)).toEqual(want.grades);
    expect(items[0]?.id.startsWith(want.first)).toBe(true);
    expect(new Set(items.flatMap((item) => [...item.grades.keys()])).size).toBe(want.corpus);
    for (const { id, query, corpus, grades: pool } of items) {
      const docs = [...pool.keys()];
      for (const text of [id, query, ...docs, ...docs.map((doc) => corpus?.get(doc))])
        if (typeof text !== 'string') throw new Error(`${id} has something that is no text`);
      expect(pool.has(id)).toBe(false);
    }
  });

  test('doris-mae dev has fractions k/N as they are: 212 grades up to 1.636, 7 queries without a relevant one', () => {
    const items = read('doris-mae/dev_set');
    const grades = new Set(gradesOf(items));
    expect(grades.size).toBe(212);
    expect(Math.max(...grades)).toBeCloseTo(1.636, 3);
    expect(items.filter(({ grades: pool }) => Math.max(...pool.values()) < 1)).toHaveLength(7);
    for (const { id, grades: pool } of items) {
      const aspects = Array.from({ length: 15 }, (_, at) => at + 9).filter((n) =>
        [...pool.values()].every((grade) => Math.round(grade * n) / n === grade),
      );
      expect(aspects.length, id).toBeGreaterThan(0);
    }
  });

  test('clinical-trial has grade 2 in 47 queries, and ids in the order of the file', () => {
    const items = read('clinical-trial/test_set');
    expect(items.filter(({ grades }) => Math.max(...grades.values()) === 2)).toHaveLength(47);
    expect(items.slice(0, 6).map(({ id }) => id)).toEqual([
      '20141',
      '201410',
      '201411',
      '201412',
      '201413',
      '201414',
    ]);
  });

  test.each(['arguana', 'clinical-trial', 'relic', 'wtb', 'doris-mae-dev', 'clinical-trial-dev'])(
    '%s has the same grades in the same order as qrels',
    (name) => {
      const file = `${name}.qrels.json`;
      const qrels = readGold(new Uint8Array(readFileSync(path.join(folder, file))), file);
      const items = read(name.endsWith('-dev') ? `${name.slice(0, -4)}/dev_set` : `${name}/test_set`);
      const plain = (list: readonly RankingItem[]) => list.map(({ id, grades }) => [id, ...grades]);
      expect(plain(qrels)).toEqual(plain(items));
    },
  );

  test('ceilings: the highest values that the pools allow', () => {
    const ceilingOf = (name: string, id: string, protocol = 'standard') =>
      MEASURES.find((one) => one.description.id === id && one.protocol === protocol)?.ceiling?.(read(name));
    expect(ceilingOf('clinical-trial/test_set', 'recall@5')).toBeCloseTo(0.379111, 6);
    expect(ceilingOf('clinical-trial/test_set', 'recall@10')).toBeCloseTo(0.631397, 6);
    expect(ceilingOf('clinical-trial/test_set', 'recall@20')).toBeCloseTo(0.852178, 6);
    expect(ceilingOf('clinical-trial/dev_set', 'recall@5')).toBeCloseTo(0.814594, 6);
    expect(ceilingOf('doris-mae/dev_set', 'recall@5')).toBeCloseTo(0.514751, 6);
    expect(ceilingOf('doris-mae/dev_set', 'ndcg@10', 'card')).toBeCloseTo(0.825, 6);
    for (const name of ['arguana', 'relic', 'wtb']) expect(ceilingOf(`${name}/test_set`, 'recall@5')).toBe(1);
  });
});

describe.runIf(folder !== '')('the published rank files', () => {
  const files = folder === '' ? [] : readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const ranks = files.filter((file) => /\/ranks\/.*\.pickle$/.test(file));

  test('all 85 are read; ids are plain texts, each ranking a list', () => {
    expect(ranks).toHaveLength(85);
    for (const file of ranks) {
      const bytes = new Uint8Array(readFileSync(path.join(folder, file)));
      const value = readPickle(bytes, file);
      if (!(value instanceof Map)) throw new Error(`${file} is no dict`);
      const lists = readRankings({ path: file, bytes }, undefined, settingsOf(), contextOf())?.repeats[0];
      expect([...value.keys()]).toEqual([...(lists?.keys() ?? [])]);
      for (const [id, list] of value) {
        expect(typeof id).toBe('string');
        expect(lists?.get(id)?.value?.ranking).toEqual(list);
      }
    }
  });
});
