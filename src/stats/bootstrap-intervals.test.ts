import { describe, expect, test } from 'vitest';
import { bootstrapIntervals } from './bootstrap-intervals.ts';

const near = (...values: number[]): number[] =>
  values.map((value) => expect.closeTo(value, 12) as unknown as number);

describe('bootstrapIntervals', () => {
  const resamples = [4, 1, 3, 2, 5, 3, 3, 2, 4, 8];

  test('reads quantiles of the resamples', () => {
    const made = bootstrapIntervals(3, resamples, null, 0.8);
    expect(made.estimate).toBe(3);
    expect(made.bootstrapMean).toBe(3.5);
    expect(made.bootstrapSe).toBeCloseTo(Math.sqrt(34.5 / 9), 14);
    expect(made.percentile).toEqual(near(1.9, 5.3));
    expect(made.basic).toEqual(near(6 - 5.3, 6 - 1.9));
  });

  test('without a jackknife there is no BCa interval', () => {
    const made = bootstrapIntervals(3, resamples, null);
    expect(made.percentile).toEqual(bootstrapIntervals(3, resamples, null, 0.95).percentile);
    expect(made.bca).toEqual([null, null]);
    expect(made.bcaParts).toMatchObject({ acceleration: null, alphaLow: null, alphaHigh: null });
  });

  test('z0 counts resamples below and half of those equal, up to rounding', () => {
    // 3 below, 3 equal of 10: share 0.45
    expect(bootstrapIntervals(3, resamples, [1, 2, 3]).bcaParts.z0).toBeCloseTo(-0.12566134685507416, 13);
    const nearly = resamples.map((value) => (value === 3 ? 3 - 1e-15 : value));
    expect(bootstrapIntervals(3, nearly, [1, 2, 3]).bcaParts.z0).toBeCloseTo(-0.12566134685507416, 13);
  });

  test('a symmetric jackknife has no skew, and then BCa without bias is the percentile interval', () => {
    const made = bootstrapIntervals(3, [1, 2, 3, 4, 5], [2, 3, 4], 0.9);
    expect(made.bcaParts.acceleration).toBeCloseTo(0, 15);
    expect(made.bcaParts.z0).toBe(0);
    expect(made.bca).toEqual(made.percentile.map((limit) => expect.closeTo(limit ?? 0, 12)));
  });

  test('bias and skew move the quantiles', () => {
    // z0 = -0.1257, a = 6 / (6 * 6^1.5) = 0.0680: numpy and SciPy 1.17.1
    const made = bootstrapIntervals(3, resamples, [3, 3, 0], 0.8);
    expect(made.bcaParts.acceleration).toBeCloseTo(6 ** -1.5, 14);
    expect(made.bcaParts.alphaLow).toBeCloseTo(0.07928325021181837, 12);
    expect(made.bcaParts.alphaHigh).toBeCloseTo(0.8705295486037403, 12);
    expect(made.bca).toEqual(near(1.7135492519063653, 4.834765937433663));
  });

  test('the skew is a third of a root of cubes', () => {
    // pulls from the mean 2: 1, 1, -2
    const { acceleration } = bootstrapIntervals(3, resamples, [1, 1, 4]).bcaParts;
    expect(acceleration).toBeCloseTo(-6 / (6 * 6 ** 1.5), 14);
  });

  test('resamples all on one side, or a jackknife that does not vary, leave no BCa interval', () => {
    const below = bootstrapIntervals(9, resamples, [1, 2, 4]);
    expect(below.bca).toEqual([null, null]);
    expect(below.bcaParts).toMatchObject({ z0: Number.POSITIVE_INFINITY, alphaLow: null });
    expect(bootstrapIntervals(9, resamples, [1, 2, 3]).bca).toEqual([null, null]);
    expect(bootstrapIntervals(3, resamples, [2, 2, 2]).bca).toEqual([null, null]);
    expect(bootstrapIntervals(3, resamples, [2, 2, 2]).bcaParts.acceleration).toBeNull();
  });

  test('takes a level between 0 and 1', () => {
    expect(() => bootstrapIntervals(3, resamples, null, 0)).toThrow(RangeError);
  });
});
