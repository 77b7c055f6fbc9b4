import { describe, expect, test } from 'vitest';
import { quantile, quantileOfSorted } from './quantile.ts';

describe('quantile', () => {
  test('interpolates as numpy does', () => {
    const values = [0.35, 0.1, 0.8, 0.3];
    const at = [0.025, 0.1, 0.5, 0.6, 0.975].map((q) => quantile(values, q));
    expect(quantile([0.38, 0.57, 0.62, 0.78], 0.9)).toBe(0.7320000000000001);
    expect(quantile([0.28, 0.38, 0.56, 0.66], 0.9)).toBe(0.63);
    expect(at).toEqual([0.115, 0.16, 0.32499999999999996, 0.33999999999999997, 0.76625]);
  });

  test('reaches both ends and one value', () => {
    expect(quantile([3, 1, 2], 0)).toBe(1);
    expect(quantile([3, 1, 2], 1)).toBe(3);
    expect(quantile([7], 0.3)).toBe(7);
    expect(quantileOfSorted([-Infinity, -Infinity, 5], 0.25)).toBe(-Infinity);
  });

  test('leaves its input as it is', () => {
    const values = [3, 1, 2];
    quantile(values, 0.5);
    expect(values).toEqual([3, 1, 2]);
  });

  test('no value has no quantile, and q is a share', () => {
    expect(quantile([], 0.5)).toBeNaN();
    for (const q of [-0.1, 1.1, Number.NaN]) expect(() => quantile([1], q)).toThrow(RangeError);
  });
});
