import { describe, expect, test } from 'vitest';
import { resampleMeans } from './resample-means.ts';

describe('resampleMeans', () => {
  // by an implementation in another language: these means must never change
  test('gives the same means for ever', () => {
    expect([...resampleMeans([0.5, 0.25, 1], 5, 7)]).toEqual([
      1 / 3,
      1 / 3,
      0.5,
      expect.closeTo(5 / 12, 15),
      1 / 3,
    ]);
    expect([...resampleMeans(new Float64Array([1, 2, 4, 8, 16]), 4, 42)]).toEqual([5.4, 4.4, 9, 5]);
  });

  test('draws each value about as often', () => {
    const counts = [0, 1, 2].map((place) => {
      const values = [0, 0, 0];
      values[place] = 3;
      return resampleMeans(values, 10_000, 5).reduce((sum, mean) => sum + mean, 0) / 10_000;
    });
    for (const share of counts) expect(Math.abs(share - 1)).toBeLessThan(0.02);
    expect(counts.reduce((sum, share) => sum + share)).toBeCloseTo(3, 10);
  });

  test('one value is always drawn', () => {
    expect([...resampleMeans([7], 3, 0)]).toEqual([7, 7, 7]);
  });
});
