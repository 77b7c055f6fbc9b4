import { describe, expect, test } from 'vitest';
import {
  bootstrapClusteredMean,
  bootstrapMean,
  bootstrapOfIndices,
  bootstrapStatistic,
} from './bootstrap.ts';
import { bootstrapIntervals } from './bootstrap-intervals.ts';

const VALUES = [0.5, 0.75, 1, 0.25, 0, 1, 0.5, 0.125];
const INDICES = [
  [0, 1, 2, 3, 4, 5, 6, 7],
  [1, 1, 2, 3, 4, 4, 6, 0],
  [7, 7, 6, 5, 2, 2, 1, 0],
  [3, 3, 4, 4, 4, 5, 6, 0],
  [2, 2, 5, 5, 2, 1, 1, 0],
  [0, 0, 3, 3, 7, 7, 6, 6],
  [1, 2, 3, 4, 5, 6, 7, 7],
  [4, 4, 4, 4, 3, 1, 2, 5],
  [2, 5, 2, 5, 6, 6, 1, 1],
  [0, 6, 0, 6, 3, 3, 1, 2],
];

describe('bootstrapOfIndices', () => {
  test('agrees with numpy and SciPy’s normal distribution', () => {
    const made = bootstrapOfIndices(VALUES, INDICES, 'mean', 0.9);
    expect(made.estimate).toBe(0.515625);
    expect(made.bootstrapMean).toBeCloseTo(0.5328125, 14);
    expect(made.bootstrapSe).toBeCloseTo(0.18900581680128847, 14);
    expect(made.percentile).toEqual([expect.closeTo(0.3265625, 13), expect.closeTo(0.846875, 13)]);
    expect(made.bcaParts.z0).toBeCloseTo(0.12566134685507416, 13);
    expect(made.bcaParts.acceleration).toBeCloseTo(0.004036804694507044, 14);
    expect(made.bcaParts.alphaLow).toBeCloseTo(0.08313774553313807, 13);
    expect(made.bcaParts.alphaHigh).toBeCloseTo(0.9718639021072036, 13);
    expect(made.bca).toEqual([expect.closeTo(0.3358824909311951, 13), expect.closeTo(0.859173444935302, 13)]);
  });

  test('takes the median too', () => {
    const made = bootstrapOfIndices(
      [1, 2, 10],
      [
        [0, 0, 2],
        [1, 1, 2],
        [2, 2, 0],
      ],
      'median',
    );
    expect(made.estimate).toBe(2);
    expect(made.bootstrapMean).toBeCloseTo(13 / 3, 14);
    expect(bootstrapOfIndices([1, 2, 10], [[9]], 'mean').bootstrapMean).toBeNaN();
  });
});

describe('bootstrapMean', () => {
  test('is seeded and covers the mean', () => {
    const values = Array.from({ length: 60 }, (_, index) => ((index * 37) % 61) / 60);
    const made = bootstrapMean(values, { seed: 1, resamples: 2000 });
    expect(bootstrapMean(values, { seed: 1, resamples: 2000 })).toEqual(made);
    expect(bootstrapMean(values, { seed: 2, resamples: 2000 })).not.toEqual(made);
    expect(bootstrapMean(values, { seed: 1 })).toEqual(bootstrapMean(values, { seed: 1, resamples: 1000 }));
    const [low = 0, high = 0] = (made?.bca ?? []) as number[];
    expect(low).toBeLessThan(made?.estimate ?? 0);
    expect(high).toBeGreaterThan(made?.estimate ?? 0);
    // sd / sqrt(n) = 0.2975 / 7.746
    expect(made?.bootstrapSe).toBeCloseTo(0.038, 2);
    const narrow = bootstrapMean(values, { seed: 1, resamples: 2000, level: 0.5 });
    expect((narrow?.percentile[1] ?? 0) - (narrow?.percentile[0] ?? 0)).toBeLessThan((high - low) / 2);
  });

  test('leaves each value out for the skew', () => {
    expect(bootstrapMean([1, 1, 1, 5], { seed: 1 })?.bcaParts.acceleration).toBeCloseTo(
      bootstrapOfIndices([1, 1, 1, 5], [[0, 1, 2, 3]], 'mean').bcaParts.acceleration ?? -1,
      14,
    );
  });

  test('one value has no BCa interval, none has nothing', () => {
    expect(bootstrapMean([0.5], { seed: 1 })).toMatchObject({ percentile: [0.5, 0.5], bca: [null, null] });
    expect(bootstrapMean([], { seed: 1 })).toBeNull();
    for (const resamples of [0, 1.5])
      expect(() => bootstrapMean([1], { seed: 1, resamples })).toThrow(RangeError);
  });
});

describe('bootstrapClusteredMean', () => {
  test('clusters of one are values one by one', () => {
    const values = Array.from({ length: 30 }, (_, index) => (index * 7) % 10);
    const apart = bootstrapClusteredMean(
      values,
      values.map((_, index) => index),
      { seed: 3, resamples: 4000 },
    );
    const plain = bootstrapMean(values, { seed: 3, resamples: 4000 });
    expect(apart?.bootstrapSe).toBeCloseTo(plain?.bootstrapSe ?? 0, 1);
    expect(apart?.bcaParts.acceleration).toBeCloseTo(plain?.bcaParts.acceleration ?? -1, 12);
  });

  test('values that vary together have a wider interval', () => {
    const values = Array.from({ length: 40 }, (_, index) => Math.floor(index / 4) % 2);
    const keys = values.map((_, index) => `c${Math.floor(index / 4)}`);
    const clustered = bootstrapClusteredMean(values, keys, { seed: 3, resamples: 2000 });
    const plain = bootstrapMean(values, { seed: 3, resamples: 2000 });
    expect((clustered?.bootstrapSe ?? 0) / (plain?.bootstrapSe ?? 1)).toBeGreaterThan(1.7);
    expect(clustered?.estimate).toBe(0.5);
  });

  test('weighs clusters by their size', () => {
    const made = bootstrapClusteredMean([1, 1, 1, 0], ['a', 'a', 'a', 'b'], { seed: 1, resamples: 1000 });
    expect(made?.estimate).toBe(0.75);
    const means = new Set([1, 0.75, 0]);
    expect(means.has(made?.percentile[0] ?? -1) && means.has(made?.percentile[1] ?? -1)).toBe(true);
    // without a: 0; without b: 1
    expect(made?.bcaParts.acceleration).toBeCloseTo(0, 14);
    // a quarter of the draws are all a, a quarter all b
    expect(made?.bootstrapMean).toBeCloseTo(0.25 + 0.75 / 2, 1);
  });

  test('leaves each cluster out for the skew, whatever its size', () => {
    const made = bootstrapClusteredMean([1, 1, 1, 0, 2, 4], ['a', 'a', 'a', 'b', 'c', 'c'], { seed: 1 });
    const { acceleration } = bootstrapIntervals(0, [0], [6 / 3, 9 / 5, 3 / 4]).bcaParts;
    expect(made?.bcaParts.acceleration).toBeCloseTo(acceleration ?? -1, 14);
  });

  test('one cluster has no BCa interval, no value has nothing', () => {
    expect(bootstrapClusteredMean([1, 0], ['a', 'a'], { seed: 1 })).toMatchObject({
      percentile: [0.5, 0.5],
      bca: [null, null],
    });
    expect(bootstrapClusteredMean([], [], { seed: 1 })).toBeNull();
    expect(() => bootstrapClusteredMean([1], [], { seed: 1 })).toThrow(RangeError);
    expect(() => bootstrapClusteredMean([1], ['a'], { seed: 1, resamples: 0 })).toThrow(RangeError);
  });
});

describe('bootstrapStatistic', () => {
  const values = [1, 1, 1, 5, 2, 2];
  const meanOf = (positions: Uint32Array): number =>
    positions.reduce((sum, at) => sum + (values[at] ?? 0), 0) / positions.length;

  test('computes anything anew from positions', () => {
    const made = bootstrapStatistic(6, meanOf, { seed: 5, resamples: 3000 });
    const plain = bootstrapMean(values, { seed: 5, resamples: 3000 });
    expect(made?.estimate).toBe(2);
    expect(made?.bootstrapSe).toBeCloseTo(plain?.bootstrapSe ?? 0, 1);
    expect(made?.bcaParts.acceleration).toBeCloseTo(plain?.bcaParts.acceleration ?? -1, 13);
    expect(bootstrapStatistic(6, meanOf, { seed: 5, resamples: 3000 })).toEqual(made);
    expect(bootstrapStatistic(6, meanOf, { seed: 6, resamples: 3000 })).not.toEqual(made);
    expect(bootstrapStatistic(6, meanOf, { seed: 5, level: 0.5 })?.percentile).not.toEqual(
      bootstrapStatistic(6, meanOf, { seed: 5 })?.percentile,
    );
  });

  test('the jackknife leaves one position out', () => {
    const seen: string[] = [];
    bootstrapStatistic(
      3,
      (positions) => {
        if (positions.length < 3) seen.push([...positions].join(''));
        return positions.length;
      },
      { seed: 1, resamples: 1 },
    );
    expect(seen).toEqual(['12', '02', '01']);
  });

  test('one item has no BCa interval, none has nothing', () => {
    expect(bootstrapStatistic(1, meanOf, { seed: 1 })).toMatchObject({
      percentile: [1, 1],
      bca: [null, null],
    });
    expect(bootstrapStatistic(0, meanOf, { seed: 1 })).toBeNull();
    const sizes: number[] = [];
    bootstrapStatistic(1, (positions) => sizes.push(positions.length), { seed: 1, resamples: 2 });
    expect(sizes).toEqual([1, 1, 1]);
  });
});
