import type { Numbers } from './numpy-sum.ts';
import { pearson } from './pearson.ts';
import { differences, exactSum, mean, sampleVariance } from './sums.ts';

/** Values that share a key (an article, a document, a base question) may vary together. Keys are compared as text. */
export type ClusterKeys = readonly (string | number)[];

export interface ClusteredError {
  readonly n: number;
  readonly clusters: number;
  readonly mean: number | null;
  /** sd / sqrt(n), as if all values were apart; null with fewer than two values. */
  readonly seIndependent: number | null;
  /** Of Miller 2024: seIndependent² plus the products of deviations of different values of one cluster, over n². */
  readonly seClustered: number | null;
  /** All products of a cluster, a value with itself included, over n². */
  readonly seCr0: number | null;
  /** seCr0 × sqrt(C / (C - 1)); null with one cluster. */
  readonly seCr1: number | null;
}

/**
 * Standard errors of a mean over clustered values.
 *
 * @throws RangeError if there is not one key a value
 * @source Miller 2024, "Adding error bars to evals", section 2.2; CR0 and CR1 as in Inspect
 */
export function clusteredError(values: Numbers, keys: ClusterKeys): ClusteredError {
  const n = values.length;
  const positions = clusterPositions(keys, n);
  if (n === 0) {
    return { n, clusters: 0, mean: null, seIndependent: null, seClustered: null, seCr0: null, seCr1: null };
  }
  const centre = mean(values);
  const variance = n < 2 ? null : sampleVariance(values) / n;
  const totals: number[] = [];
  const cross: number[] = [];
  for (const members of positions) {
    const apart = members.map((position) => (values[position] ?? 0) - centre);
    const total = exactSum(apart);
    totals.push(total * total);
    cross.push(total * total - exactSum(apart.map((deviation) => deviation * deviation)));
  }
  const cr0 = Math.sqrt(exactSum(totals)) / n;
  const clusters = positions.length;
  return {
    n,
    clusters,
    mean: centre,
    seIndependent: variance === null ? null : Math.sqrt(variance),
    seClustered: variance === null ? null : Math.sqrt(Math.max(0, variance + exactSum(cross) / (n * n))),
    seCr0: cr0,
    seCr1: clusters < 2 ? null : cr0 * Math.sqrt(clusters / (clusters - 1)),
  };
}

/** Positions of each cluster's values, clusters in the order of their first value. */
export function clusterPositions(keys: ClusterKeys, count: number): number[][] {
  if (keys.length !== count) throw new RangeError(`${keys.length} cluster keys for ${count} values`);
  const positions = new Map<string, number[]>();
  for (const [position, key] of keys.entries()) {
    const members = positions.get(String(key));
    if (members === undefined) positions.set(String(key), [position]);
    else members.push(position);
  }
  return [...positions.values()];
}

export interface DifferenceError {
  readonly n: number;
  /** Mean of a - b. */
  readonly meanDifference: number | null;
  /** Of the differences of pairs; null with fewer than two pairs. */
  readonly sePaired: number | null;
  /** As if the two lists had nothing to do with each other. */
  readonly seUnpaired: number | null;
  /** Of the pairs; null if a side is constant. */
  readonly correlation: number | null;
  /** Paired and clustered; null without keys. */
  readonly sePairedClustered: number | null;
}

/**
 * Standard errors of the mean difference of two systems on the same items.
 *
 * @throws RangeError if the lists differ in length
 * @source Miller 2024, sections 4.1 and 4.2
 */
export function differenceError(a: Numbers, b: Numbers, keys?: ClusterKeys): DifferenceError {
  const apart = differences(a, b);
  const n = apart.length;
  return {
    n,
    meanDifference: n === 0 ? null : mean(apart),
    sePaired: n < 2 ? null : Math.sqrt(sampleVariance(apart) / n),
    seUnpaired: n < 2 ? null : Math.sqrt((sampleVariance(a) + sampleVariance(b)) / n),
    correlation: pearson(a, b),
    sePairedClustered: keys === undefined ? null : clusteredError(apart, keys).seClustered,
  };
}
