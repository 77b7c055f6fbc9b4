import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { pairedMeansBootstrap, pairedMeansDetectable, pairedMeansTest } from './paired-means.ts';
import { resampleMeans } from './resample-means.ts';

const A = [0.5, 1, 0, 0.25, 0.75, 0];
const B = [1, 0.75, 0.5, 0.25, 1, 0.25];
const APART = [0, 1, 2, 3, 4, 5];
const SHARED = ['x', 'x', 'y', 'z', 'z', 'w'];
const OPTIONS = { seed: 42, resamples: 500 };

// Expected values were enumerated in exact fractions, or computed with Python's `statistics`, apart from this code.
describe('paired means', () => {
  test('all signs: of items that stand alone, and of clusters', () => {
    expect(pairedMeansTest(A, B, APART, OPTIONS)).toEqual({ test: 'signs', pTwoSided: 1 / 4, drawn: null });
    expect(pairedMeansTest(A, B, SHARED, OPTIONS)).toEqual({ test: 'signs', pTwoSided: 1 / 8, drawn: null });
  });

  test('right and wrong answers: McNemar’s exact test; not where items share clusters', () => {
    const first = [1, 0, 0, 0, 0, 0, 0, 0, 1, 0];
    const second = [0, 1, 1, 1, 1, 1, 1, 1, 1, 0];
    const keys = first.map((_, at) => at);
    const outcomes = [0, 1] as const;
    const made = pairedMeansTest(first, second, keys, { ...OPTIONS, outcomes });
    expect(made).toEqual({ test: 'mcnemar', pTwoSided: expect.closeTo(0.0703125, 14), drawn: null });
    const percent = (list: readonly number[]) => list.map((value) => value * 100);
    const scaled = pairedMeansTest(percent(first), percent(second), keys, { ...OPTIONS, outcomes: [0, 100] });
    expect(scaled.pTwoSided).toBe(made.pTwoSided);
    const other = (list: readonly number[]) => list.map((value) => 2 - value);
    const moved = pairedMeansTest(other(first), other(second), keys, { ...OPTIONS, outcomes: [2, 1] });
    expect(moved).toEqual(made);
    expect(pairedMeansTest(first, second, keys, OPTIONS).test).toBe('signs');
    const shared = pairedMeansTest(first, second, [0, ...keys.slice(0, -1)], { ...OPTIONS, outcomes });
    expect(shared.test).toBe('signs');
    expect(pairedMeansTest([0.5, 1], [1, 0], [0, 1], { ...OPTIONS, outcomes }).test).toBe('signs');
  });

  test('many differing items: signs are drawn', () => {
    const first = Array.from({ length: 60 }, (_, at) => (at % 7) / 7);
    const second = first.map((value, at) => value + (at % 3 === 0 ? 0.3 : 0.1));
    const keys = first.map((_, at) => at);
    const made = pairedMeansTest(first, second, keys, OPTIONS);
    expect(made).toEqual({ test: 'signs', pTwoSided: 1 / 501, drawn: 500 });
    const few = first.map((value, at) => value + (at < 10 ? 0.1 : 0));
    const exact = pairedMeansTest(first, few, keys, OPTIONS);
    expect(exact).toEqual({ test: 'signs', pTwoSided: 2 / 2 ** 10, drawn: null });
  });

  test('the bootstrap resamples differences of items', () => {
    const apart = [0.5, -0.25, 0.5, 0, 0.25, 0.25];
    expect(pairedMeansBootstrap(A, B, APART, OPTIONS)).toEqual(resampleMeans(apart, 500, 42));
  });

  test('the bootstrap draws whole clusters', () => {
    // Cluster of two items with 1 each, cluster of one with 0: 0, 2/3 or 1.
    const made = pairedMeansBootstrap([0, 0, 0], [1, 1, 0], ['x', 'x', 'y'], { seed: 5, resamples: 3000 });
    expect([...new Set(made)].sort()).toEqual([0, 2 / 3, 1]);
    expect(made.filter((value) => value === 2 / 3).length / 3000).toBeCloseTo(0.5, 1);
  });

  test('smallest detectable difference', () => {
    expect(pairedMeansDetectable(A, B, APART)).toBeCloseTo(0.33427163205384613, 12);
    expect(pairedMeansDetectable(A, B, SHARED)).toBeCloseTo(0.22284775470256407, 12);
    expect(pairedMeansDetectable([1], [0], ['x'])).toBeNull();
    expect(pairedMeansDetectable([1, 0], [0, 1], ['x', 'x'])).toBeNull();
    expect(pairedMeansDetectable([], [], [])).toBeNull();
  });

  test('nothing to compare: p 1, no resamples', () => {
    expect(pairedMeansTest([], [], [], OPTIONS).pTwoSided).toBe(1);
    expect(pairedMeansBootstrap([], [], [], OPTIONS)).toHaveLength(0);
  });

  test('turned round, p stays and resamples change their sign', () => {
    const pairs = fc.array(
      fc.tuple(
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 6 }),
      ),
      { minLength: 1, maxLength: 40 },
    );
    fc.assert(
      fc.property(pairs, (list) => {
        const first = list.map(([a]) => a);
        const second = list.map(([, b]) => b);
        const keys = list.map(([, , key]) => key);
        expect(pairedMeansTest(second, first, keys, OPTIONS)).toEqual(
          pairedMeansTest(first, second, keys, OPTIONS),
        );
        const back = pairedMeansBootstrap(second, first, keys, OPTIONS);
        const there = pairedMeansBootstrap(first, second, keys, OPTIONS);
        expect(back.map((value) => 0 - value)).toEqual(there.map((value) => value + 0));
        expect(pairedMeansTest(first, first, keys, OPTIONS).pTwoSided).toBe(1);
      }),
      { numRuns: 40 },
    );
  });
});
