import type { CountsAggregate, Interval, Metric, SetMeasure } from '../core/index.ts';
import {
  createMt19937,
  type LegacyBootstrap,
  percentileInterval,
  proportionInterval,
} from '../stats/index.ts';
import { meanOverRepeats, type RepeatRows } from './repeats.ts';

/** Seed and resamples of every interval made by the bootstrap; the authors of BIRCO use the same. */
export const BOOTSTRAP = { seed: 42, resamples: 1000 } as const;
const LEVEL = 0.95;

/**
 * How far a value would move with other items of the same kind, and the authors' bootstrap beside it where the measure
 * asks for one.
 *
 * @param form the measure as sums over rows
 * @param bootstrap kept over the whole result, so that equal values are resampled once
 * @returns `means`, the resample means, where the interval is made of them
 */
export function uncertainty(
  measure: SetMeasure,
  form: CountsAggregate,
  repeats: readonly RepeatRows[],
  bootstrap: LegacyBootstrap,
): Pick<Metric, 'ci' | 'boot'> & { readonly means?: Float64Array } {
  if (measure.interval === null) return { ci: null, boot: null };
  const rows = repeats[0] ?? [];
  const clustered = shareClusters(rows);
  if (measure.aggregate !== 'mean' || clustered)
    return { ci: clusterInterval(form, repeats, clustered), boot: null };
  const perItem = itemMeans(measure, repeats);
  if (perItem.length === 0) return { ci: null, boot: null };
  if (measure.interval === 'wilson' && perItem.every((value) => value === 0 || value === 1)) {
    const hits = perItem.filter((value) => value === 1).length;
    const [low, high] = proportionInterval(hits, perItem.length, 'wilson', LEVEL);
    return { ci: { level: LEVEL, low, high, method: 'wilson', resamples: null, seed: null }, boot: null };
  }
  const { means, mean, std } = bootstrap(perItem);
  return {
    ci: percentiles(means),
    boot: measure.boot === true ? { mean, std } : null,
    means,
  };
}

const shared = new WeakMap<RepeatRows, boolean>();

/** Whether some items of a set share a cluster. */
function shareClusters(rows: RepeatRows): boolean {
  let answer = shared.get(rows);
  if (answer === undefined) {
    answer = new Set(rows.map(({ item }) => item.cluster)).size < rows.length;
    shared.set(rows, answer);
  }
  return answer;
}

const intervals = new WeakMap<Float64Array, Interval>();

/** The percentile interval of resample means; equal lists of values share one array of means. */
function percentiles(means: Float64Array): Interval {
  const known = intervals.get(means);
  if (known !== undefined) return known;
  const { low, high } = percentileInterval(means, LEVEL);
  const interval: Interval = { level: LEVEL, low, high, method: 'bootstrap-percentile', ...BOOTSTRAP };
  intervals.set(means, interval);
  return interval;
}

/** Mean over the repeats of each item that has a value. */
function itemMeans(measure: SetMeasure, repeats: readonly RepeatRows[]): number[] {
  const [only, more] = repeats;
  if (only !== undefined && more === undefined) {
    const values: number[] = [];
    for (const row of only) {
      const value = row.values[measure.protocol]?.[measure.description.id];
      if (value !== null && value !== undefined) values.push(value);
    }
    return values;
  }
  const sums = new Map<string, { sum: number; n: number }>();
  for (const rows of repeats) {
    for (const { item, values } of rows) {
      const value = values[measure.protocol]?.[measure.description.id];
      if (value === null || value === undefined) continue;
      const entry = sums.get(item.id);
      if (entry === undefined) sums.set(item.id, { sum: value, n: 1 });
      else {
        entry.sum += value;
        entry.n += 1;
      }
    }
  }
  return [...sums.values()].map(({ sum, n }) => sum / n);
}

/**
 * Bootstrap over clusters (over items where each is its own cluster): whole clusters are drawn with replacement, the
 * same ones in every repeat, and the measure is made of the sums.
 */
function clusterInterval(
  form: CountsAggregate,
  repeats: readonly RepeatRows[],
  clustered: boolean,
): Interval | null {
  const places = new Map<string, number>();
  // Over answered items a repeat may have clusters that the first one lacks.
  for (const { item } of repeats.flat()) if (!places.has(item.cluster)) places.set(item.cluster, places.size);
  const sums = repeats.map((rows) => clusterSums(form, rows, places));
  const width = Math.max(0, ...sums.map(({ width: own }) => own));
  if (places.size === 0 || width === 0) return null;
  const generator = createMt19937(BOOTSTRAP.seed);
  const draws = new Uint32Array(places.size);
  const statistics: number[] = [];
  for (let trial = 0; trial < BOOTSTRAP.resamples; trial += 1) {
    for (let at = 0; at < draws.length; at += 1) draws[at] = generator.nextBelow(places.size);
    const value = meanOverRepeats(sums.map((one) => form.value(drawnSums(one.table, draws, width))));
    if (value !== null) statistics.push(value);
  }
  if (statistics.length === 0) return null;
  const { low, high } = percentileInterval(statistics, LEVEL);
  const method = clustered ? 'bootstrap-percentile-clustered' : 'bootstrap-percentile';
  return { level: LEVEL, low, high, method, ...BOOTSTRAP };
}

function clusterSums(form: CountsAggregate, rows: RepeatRows, places: ReadonlyMap<string, number>) {
  let width = 0;
  let table = new Float64Array(0);
  for (const row of rows) {
    const counts = form.counts(row);
    if (counts === null) continue;
    if (width === 0) {
      width = counts.length;
      table = new Float64Array(places.size * width);
    }
    const start = (places.get(row.item.cluster) ?? 0) * width;
    counts.forEach((count, at) => {
      table[start + at] = (table[start + at] ?? 0) + count;
    });
  }
  return { width, table };
}

function drawnSums(table: Float64Array, draws: Uint32Array, width: number): number[] {
  const sums = new Array<number>(width).fill(0);
  for (const cluster of draws) {
    const start = cluster * width;
    for (let at = 0; at < width; at += 1) sums[at] = (sums[at] ?? 0) + (table[start + at] ?? 0);
  }
  return sums;
}
