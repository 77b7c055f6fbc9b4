import type { CountsAggregate, Item, Metric, Resampled, Row, SetMeasure } from '../core/index.ts';
import { type LegacyBootstrap, numpyMean } from '../stats/index.ts';
import { uncertainty } from './intervals.ts';
import { formOf, meanOf, overRows, type RepeatRows, valueOfRows } from './measure-form.ts';
import { spreadOverRepeats } from './repeats.ts';

/** Where the values of metrics in their resamples are kept for a mean over several results. */
export type KeptResamples = Map<Metric, Resampled>;

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
  const kept = only === undefined ? repeats : sliceOf(repeats, only);
  const keptItems = only === undefined ? items : items.filter(only);
  const form = formOf(measure);
  const single = kept.map((rows) => valueOfRows(measure, rows));
  const values = single.map(({ value }) => value);
  const { ci, boot, resampled } = uncertainty(measure, form, kept, bootstrap, keep !== undefined);
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
    repeats: repeats.length < 2 ? null : spreadOverRepeats(values, measure.repeatsText),
    bounds: boundsOf(measure, kept),
    ceiling: measure.ceiling === undefined ? measure.description.range[1] : measure.ceiling(keptItems),
  };
  if (resampled !== undefined) keep?.set(metric, resampled);
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

type Slices = Map<NonNullable<SetMeasure['only']>, readonly RepeatRows[]>;
const slices = new WeakMap<readonly RepeatRows[], Slices>();

/** The rows of a slice; measures of one slice share them. */
function sliceOf(
  repeats: readonly RepeatRows[],
  only: NonNullable<SetMeasure['only']>,
): readonly RepeatRows[] {
  const own: Slices = slices.get(repeats) ?? new Map();
  slices.set(repeats, own);
  const rows = own.get(only) ?? repeats.map((repeat) => repeat.filter(({ item }) => only(item)));
  own.set(only, rows);
  return rows;
}

/**
 * The values if every failed item were wrong, or right; null where none failed, or the measure is neither a mean nor
 * says what a right answer counts.
 */
function boundsOf(measure: SetMeasure, repeats: readonly RepeatRows[]): Metric['bounds'] {
  const { aggregate: sums } = measure;
  const ifRight = sums === 'mean' ? undefined : sums.countsIfRight;
  if (sums !== 'mean' && sums.isMean !== true && ifRight === undefined) return null;
  if (!repeats.some((rows) => rows.some(({ outcome }) => outcome === 'failed'))) return null;
  const form = formOf(measure);
  const wrong = repeats.map((rows) => overRows(form, rows).value);
  if (wrong.some((value) => value === null)) return null;
  if (ifRight !== undefined) {
    const best: CountsAggregate = {
      ...form,
      counts: (row) => (row.outcome === 'failed' ? ifRight(row) : form.counts(row)),
    };
    const top = measure.description.range[1] ?? Number.POSITIVE_INFINITY;
    // Logarithms and their sums may pass the top by a rounding.
    const right = repeats.map((rows) => Math.min(overRows(best, rows).value ?? 0, top));
    // A failed item counts as an absent answer already.
    return { low: numpyMean(wrong.map((value) => value ?? 0)), high: numpyMean(right) };
  }
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
