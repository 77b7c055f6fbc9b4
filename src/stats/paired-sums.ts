import type { BootstrapOptions } from './bootstrap.ts';
import { type PatternSums, patternSums } from './pattern-sums.ts';
import { createRandom } from './random.ts';

/**
 * Two systems on the same items, for measures that depend on sums over items alone: what each cluster of items adds,
 * one table a repeat. The numbers of cluster c begin at c × width.
 */
export interface PairedSums {
  /** Items that share an article, document or question are one cluster; else each item is its own. */
  readonly clusters: number;
  /** Numbers a cluster. */
  readonly width: number;
  /** At least one table; the two systems may have different numbers of repeats. */
  readonly first: readonly Float64Array[];
  readonly second: readonly Float64Array[];
}

/** A measure from its sums; null: no value. */
export type StatisticOfSums = (sums: readonly number[]) => number | null;

/** Values of two systems, each the mean over its repeats, and second minus first; null: no value. */
export interface PairedValues {
  readonly first: number | null;
  readonly second: number | null;
  readonly difference: number | null;
}

/** The measure of both systems over all clusters. */
export function pairedValues(paired: PairedSums, statistic: StatisticOfSums): PairedValues {
  const [first, second] = [paired.first, paired.second].map((tables) =>
    meanValue(
      tables.map((table) => addedUp(table, paired.width)),
      statistic,
    ),
  );
  return valuesApart(first ?? null, second ?? null);
}

/**
 * Paired bootstrap: clusters are drawn with replacement, the same ones for both systems and all repeats.
 *
 * @returns second minus first of each resample in drawing order; resamples without a value are left out
 * @source Efron and Tibshirani 1993; paired as Koehn 2004, "Statistical significance tests for machine translation
 *   evaluation"
 */
export function pairedBootstrap(
  paired: PairedSums,
  statistic: StatisticOfSums,
  { seed, resamples = 1000 }: BootstrapOptions,
): Float64Array {
  const { first } = paired;
  const differences = new Float64Array(resamples);
  let kept = 0;
  drawnSums(paired, seed, resamples).each((sums) => {
    const one = meanValue(sums.slice(0, first.length), statistic);
    const other = one === null ? null : meanValue(sums.slice(first.length), statistic);
    const { difference } = valuesApart(one, other);
    if (difference === null) return;
    differences[kept] = difference;
    kept += 1;
  });
  return differences.slice(0, kept);
}

/** Kept as long as the tables are: measures of the same tables share them. */
const drawnPatterns = new WeakMap<PairedSums, Map<string, PatternSums>>();
const swappedPatterns = new WeakMap<PairedSums, Map<string, PatternSums>>();

function shared(
  patterns: WeakMap<PairedSums, Map<string, PatternSums>>,
  paired: PairedSums,
  key: string,
  make: () => PatternSums,
): PatternSums {
  const own = patterns.get(paired) ?? new Map<string, PatternSums>();
  patterns.set(paired, own);
  const known = own.get(key) ?? make();
  own.set(key, known);
  return known;
}

/** Sums of the tables, the first system's and then the second's, over clusters drawn with replacement. */
function drawnSums(paired: PairedSums, seed: number, resamples: number): PatternSums {
  const { clusters, width, first, second } = paired;
  const every = Uint32Array.from({ length: clusters }, (_, cluster) => cluster);
  return shared(drawnPatterns, paired, `${seed} ${resamples}`, () =>
    patternSums([...first, ...second], width, every, resamples, (kindOf) => {
      const random = createRandom(seed);
      const draws = new Uint32Array(clusters);
      return (weights) => {
        if (clusters > 0) random.fillBelow(draws, clusters);
        for (let at = 0; at < draws.length; at += 1) {
          const kind = kindOf[draws[at] ?? 0] ?? 0;
          weights[kind] = (weights[kind] ?? 0) + 1;
        }
      };
    }),
  );
}

/** Sums of how far the tables are apart, each cluster's kept (1) or turned round (-1); exact: each pattern once. */
function swappedSums(
  paired: PairedSums,
  apart: () => readonly Float64Array[],
  differing: Uint32Array,
  patterns: number,
  seed: number | null,
): PatternSums {
  return shared(swappedPatterns, paired, `${seed} ${patterns}`, () =>
    patternSums(apart(), paired.width, differing, patterns, (kindOf) => {
      const random = seed === null ? null : createRandom(seed);
      let pattern = 0;
      return (weights) => {
        let bits = pattern;
        for (let at = 0; at < kindOf.length; at += 1) {
          if (random !== null && at % 32 === 0) bits = random.next32();
          const kind = kindOf[at] ?? 0;
          weights[kind] = (weights[kind] ?? 0) + (bits & 1 ? -1 : 1);
          bits >>>= 1;
        }
        pattern += 1;
      };
    }),
  );
}

export interface SwapTest {
  readonly pTwoSided: number;
  /** Patterns of swaps that were looked at; of all there are if `exact`. */
  readonly patterns: number;
  readonly exact: boolean;
}

/** Most differing clusters for which all patterns of swaps are looked at. */
export const EXACT_SWAPS = 12;

/**
 * Randomisation test: for each cluster the answers of the two systems, all repeats together, are swapped or not. p is
 * the share of patterns whose difference is at least as large as the observed one; drawn patterns count the observed
 * one in, so that p is never 0. A pattern without a value counts as extreme.
 *
 * @returns null where the measure has no value, or the systems have different numbers of repeats
 * @source Noreen 1989, "Computer-intensive methods for testing hypotheses", approximate randomisation; +1 as Phipson and
 *   Smyth 2010
 */
export function swapTest(
  paired: PairedSums,
  statistic: StatisticOfSums,
  { seed, resamples = 1000 }: BootstrapOptions,
): SwapTest | null {
  const { width, first, second } = paired;
  const observed = pairedValues(paired, statistic).difference;
  if (observed === null || first.length !== second.length) return null;
  const differing = differingClusters(paired);
  // Both sums of a pattern follow from what they add up to and how far they are apart.
  const totals = first.map((table, repeat) => {
    const sums = addedUp(table, width);
    const others = addedUp(second[repeat] ?? table, width);
    return sums.map((sum, at) => sum + (others[at] ?? 0));
  });
  const apart = () =>
    first.map((table, repeat) => {
      const other = second[repeat] ?? table;
      return table.map((value, at) => value - (other[at] ?? 0));
    });
  const extreme = Math.abs(observed) - 1e-12 * Math.max(1, Math.abs(observed));
  const exact = differing.length <= EXACT_SWAPS;
  const patterns = exact ? 2 ** differing.length : resamples;
  let count = 0;
  swappedSums(paired, apart, differing, patterns, exact ? null : seed).each((gaps) => {
    const difference = swappedDifference(totals, gaps, statistic);
    if (difference === null || Math.abs(difference) >= extreme) count += 1;
  });
  if (exact) return { pTwoSided: count / patterns, patterns, exact: true };
  return { pTwoSided: (count + 1) / (resamples + 1), patterns: resamples, exact: false };
}

/**
 * For each cluster, how much the second system's answers there raise the measure: the mean of what replacing them by
 * the first's would take away, and what replacing the first's by them would add. For a mean it is a share of the
 * difference. Null: the measure has no value, or the numbers of repeats differ.
 */
export function pairedInfluence(paired: PairedSums, statistic: StatisticOfSums): Float64Array | null {
  const { clusters, width, first, second } = paired;
  if (first.length !== second.length) return null;
  const influence = new Float64Array(clusters);
  for (const [repeat, table] of first.entries()) {
    const other = second[repeat] ?? table;
    const sums = addedUp(table, width);
    const others = addedUp(other, width);
    const value = statistic(sums);
    const otherValue = statistic(others);
    if (value === null || otherValue === null) return null;
    for (let cluster = 0; cluster < clusters; cluster += 1) {
      const start = cluster * width;
      const shift = (at: number): number => (other[start + at] ?? 0) - (table[start + at] ?? 0);
      if (sums.every((_, at) => shift(at) === 0)) continue;
      const added = statistic(sums.map((sum, at) => sum + shift(at)));
      const removed = statistic(others.map((sum, at) => sum - shift(at)));
      if (added === null || removed === null) return null;
      influence[cluster] = (influence[cluster] ?? 0) + (added - value + (otherValue - removed)) / 2;
    }
  }
  return influence.map((sum) => sum / first.length);
}

/** Mean over the repeats of the measure of their sums; null where one has no value. */
function meanValue(repeats: readonly (readonly number[])[], statistic: StatisticOfSums): number | null {
  let sum = 0;
  for (const sums of repeats) {
    const value = statistic(sums);
    if (value === null) return null;
    sum += value;
  }
  return repeats.length === 0 ? null : sum / repeats.length;
}

function valuesApart(a: number | null, b: number | null): PairedValues {
  return { first: a, second: b, difference: a === null || b === null ? null : b - a };
}

function addedUp(table: Float64Array, width: number): number[] {
  const sums = new Array<number>(width).fill(0);
  for (const [at, value] of table.entries()) sums[at % width] = (sums[at % width] ?? 0) + value;
  return sums;
}

/** Clusters in which the systems differ in some repeat; swapping the others changes nothing. */
function differingClusters({ clusters, width, first, second }: PairedSums): Uint32Array {
  return Uint32Array.from({ length: clusters }, (_, cluster) => cluster).filter((cluster) =>
    first.some((table, repeat) => {
      for (let at = cluster * width; at < (cluster + 1) * width; at += 1)
        if (table[at] !== second[repeat]?.[at]) return true;
      return false;
    }),
  );
}

/** Second minus first where both sums of a pattern follow from what they add up to and how far they are apart. */
function swappedDifference(
  totals: readonly (readonly number[])[],
  gaps: readonly (readonly number[])[],
  statistic: StatisticOfSums,
): number | null {
  let sum = 0;
  for (const [repeat, gap] of gaps.entries()) {
    const total = totals[repeat] ?? [];
    const one = statistic(total.map((both, at) => (both + (gap[at] ?? 0)) / 2));
    if (one === null) return null;
    const other = statistic(total.map((both, at) => (both - (gap[at] ?? 0)) / 2));
    if (other === null) return null;
    sum += other - one;
  }
  return sum / totals.length;
}
