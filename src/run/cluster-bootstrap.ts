import type { CountsAggregate, Interval, Resampled } from '../core/index.ts';
import { createMt19937, percentileInterval } from '../stats/index.ts';
import type { RepeatRows } from './measure-form.ts';

/** Seed and resamples of every interval made by the bootstrap; the authors of BIRCO use the same. */
export const BOOTSTRAP = { seed: 42, resamples: 1000 } as const;
/** Of every interval. */
export const LEVEL = 0.95;

/**
 * Values of a measure in bootstrap resamples over clusters (over items where each is its own cluster): whole clusters
 * are drawn with replacement, the same ones in every repeat, and the measure is made of the sums. The draws depend on
 * the number of clusters alone, so two sets of the same clusters in the same order get the same clusters in each
 * resample.
 *
 * @returns undefined where no row counts
 */
export function clusterResamples(
  form: CountsAggregate,
  repeats: readonly RepeatRows[],
): Resampled | undefined {
  const { clusters, drawn } = drawnOf(form.counts, repeats);
  const [first] = drawn;
  if (first === undefined) return undefined;
  const values = new Float64Array(BOOTSTRAP.resamples);
  for (let trial = 0; trial < BOOTSTRAP.resamples; trial += 1) {
    let sum = 0;
    for (const sums of drawn) sum += form.value(sums[trial] ?? []) ?? Number.NaN;
    values[trial] = sum / drawn.length;
  }
  return { values, clusters, seed: BOOTSTRAP.seed };
}

/**
 * The percentile interval of resampled values; resamples without a value are left out.
 *
 * @param clustered whether rows share clusters
 */
export function clusterInterval(resampled: Resampled | undefined, clustered: boolean): Interval | null {
  const values = resampled?.values.filter((value) => !Number.isNaN(value)) ?? [];
  if (resampled === undefined || values.length === 0) return null;
  const { low, high } = percentileInterval(values, LEVEL);
  return {
    level: LEVEL,
    low,
    high,
    method: clustered ? 'bootstrap-percentile-clustered' : 'bootstrap-percentile',
    ...BOOTSTRAP,
    ...(clustered ? { clusters: resampled.clusters?.length ?? 0 } : {}),
  };
}

interface Drawn {
  readonly clusters: readonly string[];
  /** For each repeat, the sums of each resample; no repeat where no row counts. */
  readonly drawn: readonly (readonly (readonly number[])[])[];
}

/** Measures over the same counts, such as those of all labels, share their sums. */
const known = new WeakMap<readonly RepeatRows[], Map<CountsAggregate['counts'], Drawn>>();

function drawnOf(counts: CountsAggregate['counts'], repeats: readonly RepeatRows[]): Drawn {
  const own = known.get(repeats) ?? new Map<CountsAggregate['counts'], Drawn>();
  known.set(repeats, own);
  const before = own.get(counts);
  if (before !== undefined) return before;
  const places = new Map<string, number>();
  // Over answered items a repeat may have clusters that the first one lacks.
  for (const { item } of repeats.flat()) if (!places.has(item.cluster)) places.set(item.cluster, places.size);
  const tables = repeats.map((rows) => clusterSums(counts, rows, places));
  const width = Math.max(0, ...tables.map((table) => table.width));
  const drawn = places.size === 0 || width === 0 ? [] : draw(tables, width, places.size);
  const made = { clusters: [...places.keys()], drawn };
  own.set(counts, made);
  return made;
}

interface ClusterTable {
  readonly width: number;
  readonly table: Float64Array;
}

function clusterSums(
  counts: CountsAggregate['counts'],
  rows: RepeatRows,
  places: ReadonlyMap<string, number>,
): ClusterTable {
  let width = 0;
  let table = new Float64Array(0);
  for (const row of rows) {
    const numbers = counts(row);
    if (numbers === null) continue;
    if (width === 0) {
      width = numbers.length;
      table = new Float64Array(places.size * width);
    }
    const start = (places.get(row.item.cluster) ?? 0) * width;
    numbers.forEach((number, at) => {
      table[start + at] = (table[start + at] ?? 0) + number;
    });
  }
  return { width, table };
}

function draw(tables: readonly ClusterTable[], width: number, clusters: number): number[][][] {
  const generator = createMt19937(BOOTSTRAP.seed);
  const draws = new Uint32Array(clusters);
  const drawn: number[][][] = tables.map(() => []);
  for (let trial = 0; trial < BOOTSTRAP.resamples; trial += 1) {
    for (let at = 0; at < clusters; at += 1) draws[at] = generator.nextBelow(clusters);
    tables.forEach(({ table }, repeat) => {
      drawn[repeat]?.push(drawnSums(table, draws, width));
    });
  }
  return drawn;
}

function drawnSums(table: Float64Array, draws: Uint32Array, width: number): number[] {
  const sums = new Array<number>(width).fill(0);
  for (const cluster of draws) {
    const start = cluster * width;
    for (let at = 0; at < width; at += 1) sums[at] = (sums[at] ?? 0) + (table[start + at] ?? 0);
  }
  return sums;
}
