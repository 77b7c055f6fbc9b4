import type { Interval, Item, ItemValues, Metric, Outcome, RepeatSpread, SetMeasure } from '../core/index.ts';
import { type LegacyBootstrap, numpyMean, numpyStd, percentileInterval } from '../stats/index.ts';

/** Seed and resamples of every interval made by the bootstrap; the authors of BIRCO use the same. */
export const BOOTSTRAP = { seed: 42, resamples: 1000 } as const;
const LEVEL = 0.95;

/** One item in one repeat. */
export interface ScoredRow {
  readonly item: Item;
  readonly outcome: Outcome;
  readonly values: ItemValues;
}

/** Rows of one repeat, in the order of the items. */
export type RepeatRows = readonly ScoredRow[];

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
): Metric {
  const single = repeats.map((rows) => valueOver(measure, rows));
  const values = single.map(({ value }) => value);
  const perItem = itemMeans(measure, repeats);
  const means = perItem.length > 0 && measure.interval === 'bootstrap' ? bootstrap(perItem) : undefined;
  return {
    id: measure.description.id,
    protocol: measure.protocol,
    value: meanOf(values),
    n: single[0]?.n ?? 0,
    unit: measure.description.unit,
    headline: measure.headline === true,
    params: measure.params ?? {},
    variant: measure.variant ?? null,
    aggregate: measure.aggregate === 'mean' ? 'mean' : 'set',
    slice: measure.slice ?? null,
    ci: means === undefined ? null : interval(means.means),
    boot: means === undefined || measure.boot !== true ? null : { mean: means.mean, std: means.std },
    repeats: repeats.length < 2 ? null : spread(values),
    bounds: boundsOf(measure, repeats),
    ceiling: measure.ceiling === undefined ? measure.description.range[1] : measure.ceiling(items),
  };
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

function valueOver(measure: SetMeasure, rows: RepeatRows): { value: number | null; n: number } {
  if (measure.aggregate !== 'mean') return measure.aggregate(rows);
  let sum = 0;
  let n = 0;
  for (const row of rows) {
    const value = row.values[measure.protocol]?.[measure.description.id];
    if (value === null || value === undefined) continue;
    sum += value;
    n += 1;
  }
  return { value: n === 0 ? null : sum / n, n };
}

/** Mean over the repeats of each item that has a value. */
function itemMeans(measure: SetMeasure, repeats: readonly RepeatRows[]): number[] {
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

function interval(means: Float64Array): Interval {
  const { low, high } = percentileInterval(means, LEVEL);
  return { level: LEVEL, low, high, method: 'bootstrap-percentile', ...BOOTSTRAP };
}

function meanOf(values: readonly (number | null)[]): number | null {
  const present = values.filter((value) => value !== null);
  if (present.length < values.length || present.length === 0) return null;
  return present.reduce((sum, value) => sum + value, 0) / present.length;
}

function spread(values: readonly (number | null)[]): RepeatSpread {
  const present = values.filter((value) => value !== null);
  const usable = present.length === values.length && present.length >= 2;
  const population = usable ? numpyStd(present) : null;
  return {
    n: values.length,
    values,
    sdPopulation: population,
    sdSample:
      population === null ? null : Math.sqrt((population ** 2 * present.length) / (present.length - 1)),
  };
}

/** The values if every failed item were worst, or best; null where none failed or the measure is no mean. */
function boundsOf(measure: SetMeasure, repeats: readonly RepeatRows[]): Metric['bounds'] {
  if (measure.aggregate !== 'mean') return null;
  const failed = repeats.some((rows) => rows.some(({ outcome }) => outcome === 'failed'));
  if (!failed) return null;
  const [low, high] = measure.description.range;
  const as = (value: number) =>
    numpyMean(
      repeats.map(
        (rows) =>
          valueOver(
            measure,
            rows.map((row) => replaced(row, measure, value)),
          ).value ?? 0,
      ),
    );
  return { low: as(low), high: as(high) };
}

/** A failed item with this value, if it would have one. */
function replaced(row: ScoredRow, measure: SetMeasure, value: number): ScoredRow {
  const { id } = measure.description;
  const values = row.values[measure.protocol];
  if (row.outcome !== 'failed' || values?.[id] === null || values?.[id] === undefined) return row;
  return { ...row, values: { ...row.values, [measure.protocol]: { ...values, [id]: value } } };
}
