import type { BootstrapOptions } from './bootstrap.ts';
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
  const every = Uint32Array.from({ length: paired.clusters }, (_, cluster) => cluster);
  return valuesOf(paired, statistic)(every);
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
  const random = createRandom(seed);
  const over = valuesOf(paired, statistic);
  const draws = new Uint32Array(paired.clusters);
  const differences = new Float64Array(resamples);
  let kept = 0;
  for (let resample = 0; resample < resamples; resample += 1) {
    for (let at = 0; at < draws.length; at += 1) draws[at] = random.nextBelow(paired.clusters);
    const { difference } = over(draws);
    if (difference === null) continue;
    differences[kept] = difference;
    kept += 1;
  }
  return differences.slice(0, kept);
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
  const apart = first.map((table, repeat) => {
    const other = second[repeat] ?? table;
    return sparseRows(
      table.map((value, at) => value - (other[at] ?? 0)),
      width,
    );
  });
  const extreme = Math.abs(observed) - 1e-12 * Math.max(1, Math.abs(observed));
  const isExtreme = (signs: Int8Array): boolean => {
    const difference = swappedDifference(totals, apart, differing, signs, statistic);
    return difference === null || Math.abs(difference) >= extreme;
  };
  const signs = new Int8Array(differing.length);
  let count = 0;
  if (differing.length <= EXACT_SWAPS) {
    const patterns = 2 ** differing.length;
    for (let pattern = 0; pattern < patterns; pattern += 1) {
      for (let at = 0; at < signs.length; at += 1) signs[at] = (pattern >>> at) & 1 ? -1 : 1;
      if (isExtreme(signs)) count += 1;
    }
    return { pTwoSided: count / patterns, patterns, exact: true };
  }
  const random = createRandom(seed);
  for (let pattern = 0; pattern < resamples; pattern += 1) {
    let bits = 0;
    for (let at = 0; at < signs.length; at += 1) {
      if (at % 32 === 0) bits = random.next32();
      signs[at] = bits & 1 ? -1 : 1;
      bits >>>= 1;
    }
    if (isExtreme(signs)) count += 1;
  }
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

/** Rows without their zeros: most clusters add to few of the numbers. */
interface SparseRows {
  /** Where each row begins in the other two; one more than there are rows. */
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float64Array;
}

function sparseRows(table: Float64Array, width: number): SparseRows {
  const rows = width === 0 ? 0 : table.length / width;
  const starts = new Uint32Array(rows + 1);
  const columns: number[] = [];
  const values: number[] = [];
  for (const [at, value] of table.entries()) {
    if (value !== 0) {
      columns.push(at % width);
      values.push(value);
    }
    starts[Math.floor(at / width) + 1] = values.length;
  }
  return { starts, columns: Uint32Array.from(columns), values: Float64Array.from(values) };
}

/** Adds a row, times a factor, to sums. */
function addRow(sums: number[], { starts, columns, values }: SparseRows, row: number, factor: number): void {
  const end = starts[row + 1] ?? 0;
  for (let at = starts[row] ?? 0; at < end; at += 1) {
    const column = columns[at] ?? 0;
    sums[column] = (sums[column] ?? 0) + factor * (values[at] ?? 0);
  }
}

/** Mean over the repeats of the measure of the rows drawn; null where one has no value. */
function valueOver(
  repeats: readonly SparseRows[],
  drawn: Uint32Array,
  width: number,
  statistic: StatisticOfSums,
): number | null {
  let sum = 0;
  for (const rows of repeats) {
    const sums = new Array<number>(width).fill(0);
    for (const row of drawn) addRow(sums, rows, row, 1);
    const value = statistic(sums);
    if (value === null) return null;
    sum += value;
  }
  return repeats.length === 0 ? null : sum / repeats.length;
}

/** Both systems on clusters that are drawn. */
function valuesOf({ width, first, second }: PairedSums, statistic: StatisticOfSums) {
  const sparse = [first, second].map((tables) => tables.map((table) => sparseRows(table, width)));
  const [one = [], other = []] = sparse;
  return (drawn: Uint32Array): PairedValues => {
    const a = valueOver(one, drawn, width, statistic);
    const b = valueOver(other, drawn, width, statistic);
    return { first: a, second: b, difference: a === null || b === null ? null : b - a };
  };
}

function addedUp(table: Float64Array, width: number): number[] {
  const sums = new Array<number>(width).fill(0);
  for (const [at, value] of table.entries()) sums[at % width] = (sums[at % width] ?? 0) + value;
  return sums;
}

/** Clusters in which the systems differ in some repeat; swapping the others changes nothing. */
function differingClusters({ clusters, width, first, second }: PairedSums): number[] {
  return Array.from({ length: clusters }, (_, cluster) => cluster).filter((cluster) =>
    first.some((table, repeat) => {
      for (let at = cluster * width; at < (cluster + 1) * width; at += 1)
        if (table[at] !== second[repeat]?.[at]) return true;
      return false;
    }),
  );
}

function swappedDifference(
  totals: readonly (readonly number[])[],
  apart: readonly SparseRows[],
  differing: readonly number[],
  signs: Int8Array,
  statistic: StatisticOfSums,
): number | null {
  let sum = 0;
  for (const [repeat, rows] of apart.entries()) {
    const total = totals[repeat] ?? [];
    const gap = new Array<number>(total.length).fill(0);
    for (let at = 0; at < signs.length; at += 1) addRow(gap, rows, differing[at] ?? 0, signs[at] ?? 1);
    const one = statistic(total.map((both, at) => (both + (gap[at] ?? 0)) / 2));
    const other = statistic(total.map((both, at) => (both - (gap[at] ?? 0)) / 2));
    if (one === null || other === null) return null;
    sum += other - one;
  }
  return sum / totals.length;
}
