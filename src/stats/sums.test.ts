import { array, assert, double, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differences, exactSum, mean, sampleVariance, squaredDeviations } from './sums.ts';

describe('exactSum', () => {
  test('loses nothing to size or cancellation', () => {
    expect(exactSum([1e15, 1, -1e15])).toBe(1);
    expect(exactSum([1e308, 1, -1e308, 1e-20, -1])).toBe(1e-20);
    expect(exactSum(new Array(10).fill(0.1))).toBe(1);
    expect(exactSum([])).toBe(0);
  });

  test('rounds a half to even once, as one exact addition does', () => {
    // 1 + 2^-53 is a half; a grain more tips it
    expect(exactSum([1, 2 ** -53])).toBe(1);
    expect(exactSum([1, 2 ** -53, 2 ** -106])).toBe(1 + 2 ** -52);
    expect(exactSum([1, 2 ** -53, -(2 ** -106)])).toBe(1);
    expect(exactSum([-1, -(2 ** -53), -(2 ** -106)])).toBe(-1 - 2 ** -52);
    // grains so small that they stay apart to the end
    expect(exactSum([1, 2 ** -53, 2 ** -200])).toBe(1 + 2 ** -52);
    expect(exactSum([1, 2 ** -53, -(2 ** -200)])).toBe(1);
    expect(exactSum([-1, -(2 ** -53), -(2 ** -200)])).toBe(-1 - 2 ** -52);
    expect(exactSum([-1, -(2 ** -53), 2 ** -200])).toBe(-1);
    expect(exactSum([1, 3 * 2 ** -55, 2 ** -200])).toBe(1);
    expect(exactSum([1 + 2 ** -52, 2 ** -53, -(2 ** -106)])).toBe(1 + 2 ** -52);
  });

  test('does not depend on the order', () => {
    const values = array(double({ noNaN: true, min: -1e200, max: 1e200 }), { maxLength: 30 });
    assert(
      property(values, (list) => {
        expect(exactSum(list.toReversed())).toBe(exactSum(list));
        expect(exactSum(list.toSorted((a, b) => a - b))).toBe(exactSum(list));
      }),
    );
  });

  test('passes on what is not finite', () => {
    expect(exactSum([1, Number.NaN])).toBeNaN();
    expect(exactSum([1, Number.POSITIVE_INFINITY])).toBe(Number.POSITIVE_INFINITY);
    expect(exactSum([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])).toBeNaN();
  });
});

describe('mean and variance', () => {
  test('the mean of equal values is that value, and nothing varies', () => {
    for (const value of [0.1, 1 / 3, 1e-300, -7.3]) {
      for (const count of [1, 3, 7, 49]) {
        const values = new Array(count).fill(value);
        expect(mean(values)).toBe(value);
        expect(squaredDeviations(values)).toBe(0);
      }
    }
  });

  test('survive large values', () => {
    expect(mean([1e15, 1, -1e15])).toBeCloseTo(1 / 3, 15);
    expect(sampleVariance([1e12 + 1, 1e12 + 2, 1e12 + 3])).toBe(1);
    expect(squaredDeviations([1, 2, 3, 4])).toBe(5);
    expect(sampleVariance([1, 2, 3, 4])).toBeCloseTo(5 / 3, 15);
  });

  test('need values', () => {
    expect(mean([])).toBeNaN();
    expect(sampleVariance([1])).toBeNaN();
    expect(mean([1, Number.NaN])).toBeNaN();
  });
});

describe('differences', () => {
  test('subtracts in pairs', () => {
    expect([...differences([3, 1], new Float64Array([1, 5]))]).toEqual([2, -4]);
    expect(() => differences([1], [1, 2])).toThrow(RangeError);
  });
});
