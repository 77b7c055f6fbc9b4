import type { CountsAggregate, Item, Metric, Row, SetMeasure } from '../core/index.ts';
import { type LegacyBootstrap, numpyMean } from '../stats/index.ts';
import { uncertainty } from './intervals.ts';
import { meanOverRepeats, type RepeatRows, spreadOverRepeats } from './repeats.ts';

/** Where the resample means of metrics are kept for a mean over several results. */
export type KeptResamples = Map<Metric, Float64Array>;

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
    value: meanOverRepeats(values),
    n: single[0]?.n ?? 0,
    unit: measure.description.unit,
    headline: measure.headline === true,
    params: measure.params ?? {},
    variant: measure.variant ?? null,
    aggregate: measure.aggregate === 'mean' ? 'mean' : (measure.aggregate.name ?? 'set'),
    slice: measure.slice ?? null,
    ci,
    boot,
    repeats: repeats.length < 2 ? null : spreadOverRepeats(values, measure.repeatsText),
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

/** The values if every failed item were worst, or best; null where none failed or the measure is no mean. */
function boundsOf(measure: SetMeasure, repeats: readonly RepeatRows[]): Metric['bounds'] {
  if (measure.aggregate !== 'mean') return null;
  if (!repeats.some((rows) => rows.some(({ outcome }) => outcome === 'failed'))) return null;
  const form = formOf(measure);
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
