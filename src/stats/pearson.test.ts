import { describe, expect, test } from 'vitest';
import { pearson } from './pearson.ts';

describe('pearson', () => {
  test('is 1 and -1 to the last digit for lines', () => {
    expect(pearson([1, 2, 3], [10, 20, 30])).toBe(1);
    expect(pearson([1, 2, 3], [0.3, 0.2, 0.1])).toBeCloseTo(-1, 15);
    expect(pearson([0.1, 0.7, 0.3], [0.1, 0.7, 0.3])).toBe(1);
  });

  test('lies between for others', () => {
    expect(pearson([1, 2, 3, 4], [1, 3, 2, 4])).toBeCloseTo(0.8, 15);
    expect(pearson([1, 2, 3, 4], [1, 1, 2, 5])).toBeCloseTo(0.8865926413116155, 14);
    expect(pearson([1, 2, 3], [1, 2, 1])).toBe(0);
  });

  test('does not mind the scale', () => {
    expect(pearson([1e-200, 2e-200, 3e-200], [1e200, 3e200, 2e200])).toBeCloseTo(0.5, 15);
  });

  test('has no value for a constant side or fewer than two pairs', () => {
    expect(pearson([1, 1], [1, 2])).toBeNull();
    expect(pearson([1, 2], [1, 1])).toBeNull();
    expect(pearson([1], [1])).toBeNull();
    expect(pearson([], [])).toBeNull();
    expect(() => pearson([1, 2], [1])).toThrow(RangeError);
  });
});
