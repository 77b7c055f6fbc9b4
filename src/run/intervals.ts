import type { CountsAggregate, Interval, Metric, Resampled, SetMeasure } from '../core/index.ts';
import { type LegacyBootstrap, percentileInterval, proportionInterval } from '../stats/index.ts';
import { BOOTSTRAP, clusterInterval, clusterResamples, LEVEL } from './cluster-bootstrap.ts';
import type { RepeatRows } from './measure-form.ts';

/**
 * How far a value would move with other items of the same kind, and the authors' bootstrap beside it where the measure
 * asks for one.
 *
 * @param form the measure as sums over rows
 * @param bootstrap kept over the whole result, so that equal values are resampled once
 * @param kept whether resamples are wanted for a mean over several results, also where the interval needs none
 */
export function uncertainty(
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
