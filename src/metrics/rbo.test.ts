import { assert, double, property, shuffledSubarray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rankBiasedOverlap } from './rbo.ts';

const letters = (text: string): string[] => [...text];
const rbo = (a: string, b: string, p: number) => rankBiasedOverlap(letters(a), letters(b), p);

// the Python package rbo, 2023
describe('rankBiasedOverlap', () => {
  test.each([
    ['abcdefg', 'bacgxyz', 0.9, 0.5982460714285713, 0.3249335571428571, 7],
    ['abcde', 'edcba', 0.9, 0.7377750000000001, 0.147285, 5],
    ['ab', 'xyzab', 0.9, 0.28066500000000005, 0, 2],
    ['axyz', 'auvw', 0.9, 0.35424999999999995, 0.19022499999999995, 4],
    ['abc', 'xyz', 0.9, 0, 0, 3],
    ['ab', 'bacde', 0.9, 0.9, 0.09, 2],
  ])('of %s and %s', (a, b, p, extrapolated, truncated, depth) => {
    const result = rbo(a, b, p);
    expect(result.extrapolated).toBeCloseTo(extrapolated, 14);
    expect(result.truncated).toBeCloseTo(truncated, 14);
    expect(result.depth).toBe(depth);
  });

  test('identical lists give 1, and so does a prefix', () => {
    expect(rbo('abcde', 'abcde', 0.5).extrapolated).toBeCloseTo(1, 14);
    expect(rbo('abc', 'abcdef', 0.9).extrapolated).toBeCloseTo(1, 14);
  });

  test('two empty lists give 1, one gives 0', () => {
    expect(rbo('', '', 0.9)).toEqual({ extrapolated: 1, truncated: 1, depth: 0 });
    expect(rbo('a', '', 0.9)).toEqual({ extrapolated: 0, truncated: 0, depth: 0 });
  });

  test('ids are compared as text', () => {
    expect(rankBiasedOverlap(['1', 'x'], ['x', 1], 0.9).extrapolated).toBeCloseTo(0.9, 14);
    expect(rankBiasedOverlap([1, '__proto__'], ['1', '__proto__'], 0.9).extrapolated).toBeCloseTo(1, 14);
  });

  test('refuses duplicates and a persistence outside 0 to 1', () => {
    expect(() => rbo('aba', 'a', 0.9)).toThrow(expect.objectContaining({ code: 'duplicate-id' }));
    expect(() => rbo('a', 'aa', 0.9)).toThrow(expect.objectContaining({ code: 'duplicate-id' }));
    for (const p of [0, 1, Number.NaN]) expect(() => rbo('a', 'a', p)).toThrow(RangeError);
  });

  test('is symmetric and from 0 to 1', () => {
    const list = shuffledSubarray(letters('abcdefghij'));
    assert(
      property(list, list, double({ min: 0.01, max: 0.99, noNaN: true }), (a, b, p) => {
        const result = rankBiasedOverlap(a, b, p);
        const swapped = rankBiasedOverlap(b, a, p);
        expect(swapped.extrapolated).toBeCloseTo(result.extrapolated, 12);
        expect(swapped.truncated).toBeCloseTo(result.truncated, 12);
        expect(result.extrapolated).toBeGreaterThanOrEqual(0);
        expect(result.extrapolated).toBeLessThanOrEqual(1 + 1e-12);
        expect(result.truncated).toBeLessThanOrEqual(result.extrapolated + 1e-12);
      }),
    );
  });
});
