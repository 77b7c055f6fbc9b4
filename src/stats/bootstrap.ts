import { type BootstrapIntervals, bootstrapIntervals } from './bootstrap-intervals.ts';
import { type ClusterKeys, clusterPositions } from './clusters.ts';
import type { Numbers } from './numpy-sum.ts';
import { quantile } from './quantile.ts';
import { createRandom } from './random.ts';
import { resampleMeans } from './resample-means.ts';
import { exactSum, mean } from './sums.ts';

export interface BootstrapOptions {
  /** A whole number from 0. */
  readonly seed: number;
  /** At least 1; 1000 if absent. */
  readonly resamples?: number;
  /** Confidence level; 0.95 if absent. */
  readonly level?: number;
}

/**
 * Bootstrap of the mean, values drawn one by one.
 *
 * @returns null without a value
 * @source Efron and Tibshirani 1993
 */
export function bootstrapMean(values: Numbers, options: BootstrapOptions): BootstrapIntervals | null {
  const n = values.length;
  const resamples = checkResamples(options.resamples);
  if (n === 0) return null;
  const total = exactSum(values);
  const jackknife = Float64Array.from(values, (value) => (total - value) / (n - 1));
  return bootstrapIntervals(
    mean(values),
    resampleMeans(values, resamples, options.seed),
    jackknife,
    options.level,
  );
}

/**
 * Bootstrap of the mean over values that share clusters: whole clusters are drawn, as many as there are.
 *
 * @param keys one a value
 * @returns null without a value
 * @throws RangeError if there is not one key a value
 */
export function bootstrapClusteredMean(
  values: Numbers,
  keys: ClusterKeys,
  options: BootstrapOptions,
): BootstrapIntervals | null {
  const clusters = clusterPositions(keys, values.length);
  const resamples = checkResamples(options.resamples);
  if (clusters.length === 0) return null;
  const sums = clusters.map((members) => exactSum(members.map((position) => values[position] ?? 0)));
  const sizes = clusters.map((members) => members.length);
  const random = createRandom(options.seed);
  const means = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample += 1) {
    let sum = 0;
    let size = 0;
    for (let drawn = 0; drawn < clusters.length; drawn += 1) {
      const cluster = random.nextBelow(clusters.length);
      sum += sums[cluster] ?? 0;
      size += sizes[cluster] ?? 0;
    }
    means[resample] = sum / size;
  }
  const total = exactSum(sums);
  const jackknife = sums.map((sum, cluster) => (total - sum) / (values.length - (sizes[cluster] ?? 0)));
  return bootstrapIntervals(mean(values), means, jackknife, options.level);
}

/** A statistic of items, given by position; a position may occur any number of times. */
export type StatisticOfItems = (positions: Uint32Array) => number;

/**
 * Bootstrap of any statistic of a set, such as macro F1: positions are drawn, the statistic is computed anew.
 *
 * @param n number of items
 * @param statistic gets n positions for a resample, n - 1 for the jackknife
 * @returns null without an item
 */
export function bootstrapStatistic(
  n: number,
  statistic: StatisticOfItems,
  options: BootstrapOptions,
): BootstrapIntervals | null {
  const resamples = checkResamples(options.resamples);
  if (n === 0) return null;
  const all = Uint32Array.from({ length: n }, (_, index) => index);
  const random = createRandom(options.seed);
  const drawn = new Uint32Array(n);
  const values = new Float64Array(resamples);
  for (let resample = 0; resample < resamples; resample += 1) {
    for (let index = 0; index < n; index += 1) drawn[index] = random.nextBelow(n);
    values[resample] = statistic(drawn);
  }
  const jackknife =
    n < 2 ? null : Float64Array.from(all, (left) => statistic(all.filter((position) => position !== left)));
  return bootstrapIntervals(statistic(all), values, jackknife, options.level);
}

/**
 * Bootstrap over positions that are given.
 *
 * @param indices one resample a row, positions from 0
 */
export function bootstrapOfIndices(
  values: Numbers,
  indices: readonly Numbers[],
  statistic: 'mean' | 'median',
  level?: number,
): BootstrapIntervals {
  const compute = statistic === 'mean' ? mean : (list: Numbers): number => quantile(list, 0.5);
  const resamples = indices.map((row) =>
    compute(Float64Array.from(row, (position) => values[position] ?? Number.NaN)),
  );
  const all = Float64Array.from(values);
  const jackknife = all.map((_, left) => compute(all.filter((_value, position) => position !== left)));
  return bootstrapIntervals(compute(all), resamples, jackknife, level);
}

function checkResamples(resamples = 1000): number {
  if (!Number.isSafeInteger(resamples) || resamples < 1) {
    throw new RangeError(`a bootstrap takes at least one resample, not ${resamples}`);
  }
  return resamples;
}
