import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rankingItem } from './data.ts';
import { bm25Order, initialOrder, shuffledOrder } from './initial.ts';
import { madeItem, reordered } from './made-items.ts';

const item = madeItem('q1', '0102010');

describe('the shuffled order', () => {
  test('is by the SHA-256 of seed, query and document', () => {
    const keys = [...item.grades.keys()].map((doc) => ({
      doc,
      key: createHash('sha256').update(`42|q1|${doc}`).digest('hex'),
    }));
    const want = keys.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ doc }) => doc);
    expect(shuffledOrder(item, 42)).toEqual(want);
  });

  test('depends on seed and query, not on the stored order', () => {
    expect(
      shuffledOrder(
        reordered(item, (docs) => docs.toReversed()),
        42,
      ),
    ).toEqual(shuffledOrder(item, 42));
    const others = [shuffledOrder(item, 43), shuffledOrder(madeItem('q2', '0102010'), 42)];
    for (const other of others) expect(other).not.toEqual(shuffledOrder(item, 42));
  });

  test('puts every document everywhere about as often', () => {
    const first = new Map<string, number>();
    for (let seed = 0; seed < 700; seed += 1) {
      const [doc = ''] = shuffledOrder(item, seed);
      first.set(doc, (first.get(doc) ?? 0) + 1);
    }
    for (const count of first.values()) expect(count).toBeGreaterThan(60);
    expect(first.size).toBe(7);
  });
});

describe('the order by BM25', () => {
  const texts = new Map([
    ['d1', 'a storm at sea'],
    ['d2', 'the sea, the sea'],
    ['d3', 'a storm at sea'],
    ['d4', 'nothing of this'],
  ]);
  const grades = new Map([...texts.keys()].map((doc) => [doc, 0]));

  test('takes the query’s tokens; ties by id, descending', () => {
    expect(bm25Order(rankingItem('q', 'Storm? sea!', grades, texts))).toEqual(['d3', 'd1', 'd2', 'd4']);
  });

  test('does not depend on the stored order', () => {
    const stored = rankingItem('q', 'Storm? sea!', grades, texts);
    expect(bm25Order(reordered(stored, (docs) => docs.toReversed()))).toEqual(bm25Order(stored));
  });

  test('needs texts', () => {
    expect(() => bm25Order(rankingItem('q', null, grades, null))).toThrow(
      expect.objectContaining({ code: 'data-missing' }),
    );
  });
});

describe('the order to start from', () => {
  test('is shuffled, by BM25 or given', () => {
    expect(initialOrder(item, 'shuffle', 42)).toEqual(shuffledOrder(item, 42));
    expect(initialOrder(item, 'bm25', 42)).toEqual(bm25Order(item));
    expect(initialOrder(item, new Map([['q1', [...'gfedcba']]]), 42)).toEqual([...'gfedcba']);
  });

  test.each([
    ['a document too few', 'gfedcb'],
    ['one twice', 'gfedcbb'],
    ['one twice beside all', 'gfedcbaa'],
    ['a foreign one', 'gfedcbx'],
  ])('is refused with %s', (_, order) => {
    expect(() => initialOrder(item, new Map([['q1', [...order]]]), 42)).toThrow(
      expect.objectContaining({ code: 'missing-document', place: { item: 'q1' } }),
    );
  });

  test('is refused where the query is missing', () => {
    expect(() => initialOrder(item, new Map(), 42)).toThrow(
      expect.objectContaining({ code: 'missing-query', place: { item: 'q1' } }),
    );
  });
});
