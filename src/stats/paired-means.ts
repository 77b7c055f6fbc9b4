import type { BootstrapOptions } from './bootstrap.ts';
import { type ClusterKeys, clusteredError, clusterPositions } from './clusters.ts';
import { mcnemar, pairTable } from './mcnemar.ts';
import type { Numbers } from './numpy-sum.ts';
import { pairedBootstrap } from './paired-sums.ts';
import { EXACT_PAIRS, exactPermutationTest, sampledPermutationTest } from './permutation.ts';
import { detectableDifferenceOfError, detectableDifferencePaired } from './power.ts';
import { resampleMeans } from './resample-means.ts';
import { differences, exactSum, sampleVariance } from './sums.ts';

export interface PairedMeansTest {
  /** `mcnemar`: McNemar's exact test; `signs`: permutation of the signs of the clusters' differences. */
  readonly test: 'mcnemar' | 'signs';
  readonly pTwoSided: number;
  /** Patterns of signs that were drawn; null where the test is exact. */
  readonly drawn: number | null;
}

export interface PairedMeansOptions extends BootstrapOptions {
  /** The two values of a right or wrong answer; absent: values are not of that kind. */
  readonly outcomes?: readonly [wrong: number, right: number];
}

/**
 * Whether two systems differ in the mean over the same items: McNemar's exact test where each item is right or wrong and
 * stands alone, else a permutation test of the signs of differences, added up by cluster; over all patterns where at
 * most {@link EXACT_PAIRS} clusters differ, else over drawn ones.
 *
 * @param keys one a value; values that share a key change their sign together
 * @throws RangeError if the lists differ in length
 */
export function pairedMeansTest(
  first: Numbers,
  second: Numbers,
  keys: ClusterKeys,
  options: PairedMeansOptions,
): PairedMeansTest {
  const apart = differences(second, first);
  const groups = clusterPositions(keys, apart.length);
  const { outcomes, seed, resamples = 1000 } = options;
  if (outcomes !== undefined && groups.length === apart.length && onlyOf(first, second, outcomes)) {
    const [, right] = outcomes;
    const rights = (values: Numbers) => Array.from(values, (value) => value === right);
    const { pExact } = mcnemar(pairTable(rights(first), rights(second)));
    return { test: 'mcnemar', pTwoSided: pExact, drawn: null };
  }
  const sums = groups.map((members) => exactSum(members.map((position) => apart[position] ?? 0)));
  const nothing = new Float64Array(sums.length);
  const exact = sums.filter((sum) => sum !== 0).length <= EXACT_PAIRS;
  const { pTwoSided } = exact
    ? exactPermutationTest(sums, nothing)
    : sampledPermutationTest(sums, nothing, { seed, resamples });
  return { test: 'signs', pTwoSided: pTwoSided ?? 1, drawn: exact ? null : resamples };
}

/**
 * Bootstrap of the mean difference, second minus first: items are drawn, or whole clusters where items share them.
 *
 * @returns the mean difference of each resample; none without a pair
 */
export function pairedMeansBootstrap(
  first: Numbers,
  second: Numbers,
  keys: ClusterKeys,
  { seed, resamples = 1000 }: BootstrapOptions,
): Float64Array {
  const apart = differences(second, first);
  const groups = clusterPositions(keys, apart.length);
  if (groups.length === 0) return new Float64Array(0);
  if (groups.length === apart.length) return resampleMeans(apart, resamples, seed);
  const sums = groups.flatMap((members) => [
    exactSum(members.map((position) => apart[position] ?? 0)),
    members.length,
  ]);
  const sizes = sums.map((value, at) => (at % 2 === 0 ? 0 : value));
  return pairedBootstrap(
    {
      clusters: groups.length,
      width: 2,
      first: [Float64Array.from(sizes)],
      second: [Float64Array.from(sums)],
    },
    ([sum = 0, n = 0]) => (n === 0 ? null : sum / n),
    { seed, resamples },
  );
}

/**
 * Smallest true mean difference that these pairs let a test find with power 0.8 at alpha 0.05; from the error over
 * clusters where items share them.
 *
 * @returns null with fewer than two pairs, or a single cluster
 */
export function pairedMeansDetectable(first: Numbers, second: Numbers, keys: ClusterKeys): number | null {
  const apart = differences(second, first);
  const groups = clusterPositions(keys, apart.length).length;
  if (groups < 2) return null;
  if (groups === apart.length)
    return detectableDifferencePaired(apart.length, Math.sqrt(sampleVariance(apart)));
  const { seClustered } = clusteredError(apart, keys);
  return seClustered === null ? null : detectableDifferenceOfError(seClustered);
}

function onlyOf(first: Numbers, second: Numbers, outcomes: readonly [number, number]): boolean {
  const known = (values: Numbers) =>
    Array.from(values).every((value) => value === outcomes[0] || value === outcomes[1]);
  return known(first) && known(second);
}
