import { describe, expect, test } from 'vitest';
import { copyWarning, upperTail } from './copies.ts';
import { settingsOf } from './made-items.ts';

const warn = (value: number, n: number, change: Readonly<Record<string, unknown>> = {}) =>
  copyWarning(
    [{ id: 'copied-windows', value, n }],
    settingsOf({ method: 'listwise', window: 4, step: 2, ...change }),
  );

describe('the chance of so many copies', () => {
  test('is the upper tail of the binomial distribution', () => {
    const choose = [1, 4, 6, 4, 1];
    for (let hits = 0; hits <= 4; hits += 1) {
      const want = choose
        .map((ways, k) => (k >= hits ? ways * 0.3 ** k * 0.7 ** (4 - k) : 0))
        .reduce((sum, chance) => sum + chance, 0);
      expect(upperTail(hits, 4, 0.3)).toBeCloseTo(want, 12);
    }
    expect(upperTail(0, 100, 0.5)).toBeCloseTo(1, 9);
    expect(upperTail(51, 100, 0.5)).toBeCloseTo(0.4602, 4);
  });
});

describe('copied windows are flagged', () => {
  test('where they are more than chance: 1 in 24 for four passages', () => {
    expect(warn(4, 100)).toEqual([]);
    expect(warn(9, 100)).toEqual([]);
    expect(warn(15, 100)).toEqual([
      {
        code: 'copied-order',
        message:
          '15 of 100 first windows repeat the order that was shown; by chance about 4.2 would. The model may be copying instead of ranking.',
      },
    ]);
  });

  test('at fewer for ten passages, where chance is next to nothing', () => {
    expect(warn(5, 100, { window: 10, step: 5 })).toHaveLength(1);
    expect(warn(4, 100, { window: 10, step: 5 })).toEqual([]);
    expect(warn(1, 10, { window: 10, step: 5 })).toEqual([]);
    expect(warn(2, 10, { window: 10, step: 5 })).toHaveLength(1);
  });

  test('only where the order shown was shuffled, and windows were used', () => {
    expect(warn(100, 100, { initial: 'bm25' })).toEqual([]);
    expect(warn(100, 100, { method: 'score' })).toEqual([]);
    expect(warn(0, 0)).toEqual([]);
    expect(copyWarning([], settingsOf({ method: 'listwise' }))).toEqual([]);
  });
});
