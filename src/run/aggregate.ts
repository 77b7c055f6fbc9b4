import type {
  CountsAggregate,
  Interval,
  Item,
  Metric,
  RepeatSpread,
  Row,
  SetMeasure,
} from '../core/index.ts';
import {
  createMt19937,
  type LegacyBootstrap,
  numpyMean,
  numpyStd,
  percentileInterval,
  proportionInterval,
} from '../stats/index.ts';

/** Seed and resamples of every interval made by the bootstrap; the authors of BIRCO use the same. */
export const BOOTSTRAP = { seed: 42, resamples: 1000 } as const;
const LEVEL = 0.95;

/** Where the resample means of metrics are kept for a mean over several results. */
export type KeptResamples = Map<Metric, Float64Array>;

/** Rows of one repeat, in the order of the items. */
export type RepeatRows = readonly Row[];

/**
 * One measure over a set, all repeats.
 *
 * @param repeats at least one; each has the same items in the same order
 * @param bootstrap kept over the whole result, so that equal values are resampled once
 */
export function aggregate(
  measure: SetMeasure,
  repeats: readonly RepeatRows[],
  items: readonly Item[],
  bootstrap: LegacyBootstrap,
  keep?: KeptResamples,
): Metric {
  const { only } = measure;
  const kept = only === undefined ? repeats : repeats.map((rows) => rows.filter(({ item }) => only(item)));
  const keptItems = only === undefined ? items : items.filter(only);
  const form = formOf(measure);
  const single = kept.map((rows) =>
    measure.aggregate === 'mean' ? meanOfRows(measure, rows) : overRows(form, rows),
  );
  const values = single.map(({ value }) => value);
  const { ci, boot, means } = uncertainty(measure, form, kept, bootstrap);
  const metric: Metric = {
    id: measure.description.id,
    protocol: measure.protocol,
    value: meanOf(values),
    n: single[0]?.n ?? 0,
    unit: measure.description.unit,
    headline: measure.headline === true,
    params: measure.params ?? {},
    variant: measure.variant ?? null,
    aggregate: measure.aggregate === 'mean' ? 'mean' : (measure.aggregate.name ?? 'set'),
    slice: measure.slice ?? null,
    ci,
    boot,
    repeats: repeats.length < 2 ? null : spread(values, measure.repeatsText),
    bounds: boundsOf(measure, kept),
    ceiling: measure.ceiling === undefined ? measure.description.range[1] : measure.ceiling(keptItems),
  };
  if (means !== undefined) keep?.set(metric, means);
  return metric;
}

/** The same measure over the items with a readable answer. */
export function overAnswered(
  measure: SetMeasure,
  repeats: readonly RepeatRows[],
  items: readonly Item[],
  bootstrap: LegacyBootstrap,
): Metric {
  const answered = repeats.map((rows) => rows.filter(({ outcome }) => outcome === 'scored'));
  return {
    ...aggregate(measure, answered, items, bootstrap),
    headline: false,
    slice: { ...measure.slice, answered: 'yes' },
    bounds: null,
    ceiling: null,
  };
}

/** A mean is a quotient of two sums. */
function formOf(measure: SetMeasure): CountsAggregate {
  if (measure.aggregate !== 'mean') return measure.aggregate;
  return {
    counts: (row) => {
      const value = row.values[measure.protocol]?.[measure.description.id];
      return value === null || value === undefined ? null : [value, 1];
    },
    value: ([sum = 0, n = 0]) => (n === 0 ? null : sum / n),
  };
}

/** The same as {@link overRows} of a mean, without a list of numbers for each row. */
function meanOfRows(measure: SetMeasure, rows: RepeatRows): { value: number | null; n: number } {
  const { protocol } = measure;
  const { id } = measure.description;
  let sum = 0;
  let n = 0;
  for (const { values } of rows) {
    const value = values[protocol]?.[id];
    if (value === null || value === undefined) continue;
    sum += value;
    n += 1;
  }
  return { value: n === 0 ? null : sum / n, n };
}

function overRows(form: CountsAggregate, rows: RepeatRows): { value: number | null; n: number } {
  let sums: number[] | undefined;
  let n = 0;
  for (const row of rows) {
    const counts = form.counts(row);
    if (counts === null) continue;
    n += form.units?.(row) ?? 1;
    if (sums === undefined) sums = [...counts];
    else for (let at = 0; at < counts.length; at += 1) sums[at] = (sums[at] ?? 0) + (counts[at] ?? 0);
  }
  return { value: sums === undefined ? null : form.value(sums), n };
}

function uncertainty(
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
    const value = meanOf(sums.map((one) => form.value(drawnSums(one.table, draws, width))));
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

function meanOf(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  if (present.length < values.length || present.length === 0) return null;
  return present.reduce((sum, value) => sum + value, 0) / present.length;
}

function spread(values: readonly (number | null)[], asText: SetMeasure['repeatsText']): RepeatSpread {
  const present = values.filter((value) => value !== null);
  const usable = present.length === values.length && present.length >= 2;
  const population = usable ? numpyStd(present) : null;
  const text = usable ? (asText?.(present) ?? null) : null;
  return {
    n: values.length,
    values,
    sdPopulation: population,
    sdSample:
      population === null ? null : Math.sqrt((population ** 2 * present.length) / (present.length - 1)),
    ...(text === null ? {} : { text }),
  };
}

/** The values if every failed item were worst, or best; null where none failed or the measure is no mean. */
function boundsOf(measure: SetMeasure, repeats: readonly RepeatRows[]): Metric['bounds'] {
  if (measure.aggregate !== 'mean' && measure.aggregate.isMean !== true) return null;
  if (!repeats.some((rows) => rows.some(({ outcome }) => outcome === 'failed'))) return null;
  const form = formOf(measure);
  if (repeats.some((rows) => overRows(form, rows).value === null)) return null;
  const [low, high] = measure.description.range;
  const as = (value: number) =>
    numpyMean(
      repeats.map(
        (rows) =>
          overRows(
            form,
            rows.map((row) => replaced(row, measure, value)),
          ).value ?? 0,
      ),
    );
  return { low: as(low), high: as(high) };
}

/** A failed item with this value, if it would have one. */
function replaced(row: Row, measure: SetMeasure, value: number): Row {
  const { id } = measure.description;
  const values = row.values[measure.protocol];
  if (row.outcome !== 'failed' || values?.[id] === null || values?.[id] === undefined) return row;
  return { ...row, values: { ...row.values, [measure.protocol]: { ...values, [id]: value } } };
}
