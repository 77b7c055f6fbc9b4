import { describe, expect, test } from 'vitest';
import { pairedTTest } from './t-test.ts';

describe('pairedTTest', () => {
  test('agrees with SciPy', () => {
    const made = pairedTTest([0.9, 0.7, 0.4, 1, 0.3, 0.8], [0.6, 0.8, 0.2, 0.7, 0.3, 0.5], 0.9);
    expect(made.degrees).toBe(5);
    expect(made.t).toBeCloseTo(2.331262020600784, 12);
    expect(made.pTwoSided).toBeCloseTo(0.067105771435199, 13);
    expect(made.pLess).toBeCloseTo(0.9664471142824005, 13);
    expect(made.pGreater).toBeCloseTo(0.0335528857175995, 13);
    expect(made.interval).toEqual([
      expect.closeTo(0.022606757232310037, 12),
      expect.closeTo(0.31072657610102317, 12),
    ]);
    expect(made.meanDifference).toBeCloseTo(1 / 6, 14);
  });

  test('has an interval of 95 % if nothing is said', () => {
    // differences 1, 2, 3: mean 2, error 1 / sqrt(3), quantile 4.302652729749462
    const { interval } = pairedTTest([1, 2, 3], [0, 0, 0]);
    expect(interval).toEqual([
      expect.closeTo(2 - 4.302652729749462 / Math.sqrt(3), 12),
      expect.closeTo(2 + 4.302652729749462 / Math.sqrt(3), 12),
    ]);
  });

  test('a constant difference is certain, none at all says nothing', () => {
    expect(pairedTTest([2, 3, 4], [1, 2, 3])).toEqual({
      meanDifference: 1,
      t: Number.POSITIVE_INFINITY,
      degrees: 2,
      interval: [1, 1],
      pTwoSided: 0,
      pLess: 1,
      pGreater: 0,
    });
    expect(pairedTTest([1, 2], [1, 2])).toEqual({
      meanDifference: 0,
      t: null,
      degrees: 1,
      interval: [0, 0],
      pTwoSided: null,
      pLess: null,
      pGreater: null,
    });
  });

  test('needs two pairs', () => {
    expect(pairedTTest([1], [0])).toMatchObject({
      meanDifference: 1,
      t: null,
      degrees: 0,
      interval: [null, null],
    });
    expect(pairedTTest([], [])).toMatchObject({ meanDifference: null, pTwoSided: null, degrees: 0 });
    expect(() => pairedTTest([1, 2], [1])).toThrow(RangeError);
    expect(() => pairedTTest([1, 2], [1, 1], 1)).toThrow(RangeError);
  });
});
