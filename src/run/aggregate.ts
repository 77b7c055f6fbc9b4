import type {
  CountsAggregate,
  Interval,
  Item,
  Metric,
  RepeatSpread,
  Resampled,
  Row,
  SetMeasure,
} from '../core/index.ts';
import {
  type LegacyBootstrap,
  numpyMean,
  numpyStd,
  percentileInterval,
  proportionInterval,
} from '../stats/index.ts';
import { BOOTSTRAP, clusterInterval, clusterResamples, LEVEL } from './cluster-bootstrap.ts';
import { formOf, meanOf, overRows, type RepeatRows, valueOfRows } from './measure-form.ts';

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
    repeats: repeats.length < 2 ? null : spread(values, measure.repeatsText),
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

function uncertainty(
  measure: SetMeasure,
  form: CountsAggregate,
  repeats: readonly RepeatRows[],
  bootstrap: LegacyBootstrap,
  kept: boolean,
): Pick<Metric, 'ci' | 'boot'> & { readonly resampled?: Resampled | undefined } {
  if (measure.interval === null) return { ci: null, boot: null };
  const rows = repeats[0] ?? [];
  // The parts of an item, such as the chunks of an article, are drawn together: the item is their cluster.
  const clustered = shareClusters(rows) || form.units !== undefined;
  if (measure.aggregate !== 'mean' || clustered) {
    const resampled = clusterResamples(form, repeats);
    return { ci: clusterInterval(resampled, clustered), boot: null, resampled };
  }
  const perItem = itemMeans(measure, repeats);
  if (perItem.length === 0) return { ci: null, boot: null };
  if (measure.interval === 'wilson' && perItem.every((value) => value === 0 || value === 1)) {
    const hits = perItem.filter((value) => value === 1).length;
    const [low, high] = proportionInterval(hits, perItem.length, 'wilson', LEVEL);
    return {
      ci: { level: LEVEL, low, high, method: 'wilson', resamples: null, seed: null },
      boot: null,
      // The interval needs no resample, a mean over several results does.
      ...(kept ? { resampled: clusterResamples(form, repeats) } : {}),
    };
  }
  const { means, mean, std } = bootstrap(perItem);
  return {
    ci: percentiles(means),
    boot: measure.boot === true ? { mean, std } : null,
    resampled: { values: means, clusters: null, seed: BOOTSTRAP.seed },
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
