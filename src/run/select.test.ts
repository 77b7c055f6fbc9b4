import { describe, expect, test } from 'vitest';
import type { Item } from '../core/index.ts';
import { selectItems, shares } from './select.ts';

const itemsOf = (counts: Readonly<Record<string, number>>): Item[] =>
  Object.entries(counts).flatMap(([period, count]) =>
    Array.from({ length: count }, (_, at) => ({
      id: `${period}${at}`,
      hash: '',
      cluster: `${period}${at}`,
      strata: { period },
    })),
  );
const ids = (items: readonly Item[]): string[] => items.map(({ id }) => id);
const items = itemsOf({ old: 60, new: 30, odd: 10 });

describe('a sample', () => {
  test('is the whole where it is not smaller', () => {
    for (const limit of [null, 100, 1000]) expect(selectItems(items, limit, 42)).toBe(items);
  });

  test('is the same for the same seed, another for another', () => {
    const sample = ids(selectItems(items, 20, 42));
    expect(ids(selectItems(items, 20, 42))).toEqual(sample);
    expect(ids(selectItems(items, 20, 43))).not.toEqual(sample);
    expect(new Set(sample).size).toBe(20);
  });

  test('takes the same items whatever their order, and keeps the order given', () => {
    const turned = items.toReversed();
    const sample = selectItems(items, 20, 42);
    expect(ids(selectItems(turned, 20, 42))).toEqual(ids(sample).toReversed());
    expect(ids(sample)).toEqual(ids(items).filter((id) => ids(sample).includes(id)));
  });

  test('takes each stratum in proportion', () => {
    const sample = selectItems(items, 20, 42);
    const count = (period: string) => sample.filter(({ strata }) => strata.period === period).length;
    expect([count('old'), count('new'), count('odd')]).toEqual([12, 6, 2]);
  });

  test('grows with the limit where there is one stratum', () => {
    const plain = itemsOf({ all: 50 });
    for (let limit = 1; limit < 50; limit += 1) {
      const [small, large] = [limit, limit + 1].map((size) => new Set(ids(selectItems(plain, size, 7))));
      expect(small!.size).toBe(limit);
      for (const id of small!) expect(large!.has(id)).toBe(true);
    }
  });

  test('knows strata by all their names', () => {
    const mixed = items.map((item, at): Item => ({ ...item, strata: { b: String(at % 2), a: 'x' } }));
    expect(selectItems(mixed, 10, 42).filter(({ strata }) => strata.b === '0')).toHaveLength(5);
  });
});

describe('shares', () => {
  test.each([
    [[60, 30, 10], 20, [12, 6, 2]],
    [[1, 1, 1], 2, [1, 1, 0]],
    [[5, 3], 4, [3, 1]],
    [[7], 3, [3]],
    [[99, 1], 10, [10, 0]],
  ])('of %j for %i', (sizes, total, want) => {
    expect(shares(sizes, total)).toEqual(want);
  });

  test('add up, and none is larger than its stratum', () => {
    for (let seed = 1; seed < 200; seed += 1) {
      const sizes = Array.from({ length: 1 + (seed % 7) }, (_, at) => 1 + ((seed * (at + 3)) % 11));
      const all = sizes.reduce((sum, size) => sum + size, 0);
      const total = seed % (all + 1);
      const result = shares(sizes, total);
      expect(result.reduce((sum, share) => sum + share, 0)).toBe(total);
      result.forEach((share, at) => {
        expect(share).toBeLessThanOrEqual(sizes[at]!);
        expect(Math.abs(share - (sizes[at]! * total) / all)).toBeLessThan(1);
      });
    }
  });
});
