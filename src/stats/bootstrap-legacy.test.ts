import { describe, expect, test } from 'vitest';
import { createLegacyBootstrap, legacyBootstrap, percentileInterval } from './bootstrap-legacy.ts';

const series = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => ((index * 7919) % 1000) / 997);

// numpy 2.4.6, seed 42, 1000 resamples: [length, mean of the means, standard deviation of the means]
const NUMPY: readonly (readonly [number, number, number])[] = [
  [1, 0, 0],
  [2, 0.45350852557673027, 0.3178901104830986],
  [7, 0.6130014328700387, 0.11207079074757956],
  [8, 0.5907453610832497, 0.09788727014165419],
  [33, 0.525282787757211, 0.050218060561452796],
  [128, 0.49860057516298895, 0.025664492348870013],
  [129, 0.5000445289356442, 0.02565428089627753],
  [300, 0.5020683450351052, 0.016838903249867147],
];

describe('the authors’ bootstrap', () => {
  test.each(NUMPY)('of %i values is equal as doubles', (count, mean, std) => {
    const result = legacyBootstrap(series(count), { seed: 42, resamples: 1000 });
    expect([result.mean, result.std, result.means.length]).toEqual([mean, std, 1000]);
  });

  test('adds more than 128 values in halves', () => {
    // means for which eight running sums over all values would give another last digit
    const { means } = legacyBootstrap(series(300), { seed: 42, resamples: 6 });
    expect([means[0], means[2], means[5]]).toEqual([
      0.4938448679371447, 0.5097559344700768, 0.5020361083249749,
    ]);
  });

  test('takes any seed and number of resamples', () => {
    const result = legacyBootstrap([0.1, 0.2, 0.7], { seed: 7, resamples: 5 });
    expect([result.mean, result.std]).toEqual([0.36, 0.07118052168020875]);
    expect(() => createLegacyBootstrap({ seed: 42, resamples: 0 })).toThrow(RangeError);
  });

  test('sets the seed anew for every list, and gives equal lists one result', () => {
    const bootstrap = createLegacyBootstrap({ seed: 42, resamples: 1000 });
    const first = bootstrap(series(33));
    expect(bootstrap(series(128)).mean).toBe(0.49860057516298895);
    expect(bootstrap(Float64Array.from(series(33)))).toBe(first);
    const other = bootstrap([...series(33)].reverse());
    expect(other).not.toBe(first);
    expect(other.mean).not.toBe(first.mean);
  });

  test('does not keep the caller’s array', () => {
    const bootstrap = createLegacyBootstrap({ seed: 42, resamples: 10 });
    const values = [1, 2, 3];
    const before = bootstrap(values).mean;
    values[0] = 100;
    expect(bootstrap(values).mean).not.toBe(before);
    expect(bootstrap([1, 2, 3]).mean).toBe(before);
  });

  test('no value has no mean', () => {
    const result = legacyBootstrap([], { seed: 42, resamples: 3 });
    expect(result.mean).toBeNaN();
    expect(result.std).toBeNaN();
  });
});

describe('percentileInterval', () => {
  test('cuts the same share off on both sides', () => {
    const means = Array.from({ length: 101 }, (_, index) => 100 - index);
    expect(percentileInterval(means, 0.9)).toEqual({
      low: expect.closeTo(5, 12),
      high: expect.closeTo(95, 12),
    });
    expect(percentileInterval(means)).toEqual({
      low: expect.closeTo(2.5, 12),
      high: expect.closeTo(97.5, 12),
    });
  });

  test('takes a level between 0 and 1', () => {
    for (const level of [0, 1, Number.NaN]) expect(() => percentileInterval([1], level)).toThrow(RangeError);
  });
});
