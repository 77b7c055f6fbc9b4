import { assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passAtK, passHatK } from './pass-at-k.ts';

describe('pass@k and pass^k', () => {
  test.each([
    [5, 2, 3, 0.9, 0],
    [10, 3, 7, 0.9916666666666667, 0],
    [200, 1, 100, 0.5, 0],
    [1000, 500, 2, 0.7502502502502506, 0.24974974974974976],
    [20, 17, 10, 1, 0.10526315789473684],
    [1, 0, 1, 0, 0],
    [4, 4, 4, 1, 1],
  ])('of %d answers with %d right, k = %d', (n, c, k, at, hat) => {
    expect(passAtK(n, c, k)).toBeCloseTo(at, 13);
    expect(passHatK(n, c, k)).toBeCloseTo(hat, 13);
  });

  test('refuses fewer answers than k, and counts that are none', () => {
    for (const [n, c, k] of [
      [2, 0, 3],
      [3, 4, 1],
      [3, -1, 1],
      [3, 1, 0],
      [3, 1.5, 1],
      [Number.NaN, 0, 1],
    ] as const) {
      expect(() => passAtK(n, c, k)).toThrow(RangeError);
      expect(() => passHatK(n, c, k)).toThrow(RangeError);
    }
  });

  test('all right is at most one right, and both are the share for k = 1', () => {
    const count = integer({ min: 1, max: 60 });
    assert(
      property(count, count, count, (n, c, k) => {
        if (c > n || k > n) return;
        expect(passHatK(n, c, k)).toBeLessThanOrEqual(passAtK(n, c, k) + 1e-12);
        expect(passAtK(n, c, 1)).toBeCloseTo(c / n, 12);
        expect(passHatK(n, c, 1)).toBeCloseTo(c / n, 12);
        expect(passAtK(n, n - c, k)).toBeCloseTo(1 - passHatK(n, c, k), 12);
      }),
    );
  });
});
