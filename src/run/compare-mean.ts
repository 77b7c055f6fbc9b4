import type { AnyTask, ComparedMean, ComparedMeasure, ComparedPair } from '../core/index.ts';
import {
  clusteredError,
  detectableDifferenceOfError,
  pairedMeansBootstrap,
  pairedMeansTest,
  percentileInterval,
} from '../stats/index.ts';
import { COMPARE_LEVEL, type CompareStatistics, type PairedItems } from './compare-parts.ts';

/** A pair with the values of its headline's items, where it has them. */
export interface PairWithItems {
  readonly pair: ComparedPair;
  readonly headline: PairedItems | null;
}

/**
 * The unweighted mean of the headline's differences over the tasks of a benchmark that two inputs share: where there
 * are several, and the headline of each is the same mean over items and is compared. Items are resampled inside each
 * task.
 */
export function meansOf(
  results: readonly PairWithItems[],
  tasks: readonly AnyTask[],
  statistics: CompareStatistics,
): ComparedMean[] {
  const groups = new Map<string, PairWithItems[]>();
  for (const result of results) {
    const { first, second, task } = result.pair;
    const benchmark = task.split('/')[0] ?? task;
    const key = JSON.stringify([first, second, benchmark]);
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()].flatMap((group) => {
    const [one] = group;
    const headlines = new Set(
      group.map(({ pair }) => {
        const headline = tasks.find(({ id }) => id === pair.task)?.headline;
        return JSON.stringify([headline?.protocol, headline?.id]);
      }),
    );
    const items = group.flatMap(({ headline }) => (headline === null ? [] : [headline]));
    const measure = one?.pair.measures.find(({ headline }) => headline);
    if (one === undefined || measure === undefined || group.length < 2) return [];
    if (headlines.size > 1 || items.length < group.length) return [];
    const { first, second, task } = one.pair;
    return [
      {
        first,
        second,
        benchmark: task.split('/')[0] ?? task,
        tasks: group.map(({ pair }) => pair.task),
        measure: meanMeasure(measure, group, items, statistics),
      },
    ];
  });
}

function meanMeasure(
  head: ComparedMeasure,
  group: readonly PairWithItems[],
  items: readonly PairedItems[],
  statistics: CompareStatistics,
): ComparedMeasure {
  const own = group.map(({ pair }) => pair.measures.find(({ headline }) => headline));
  const meanOf = (values: readonly (number | null | undefined)[]) =>
    values.reduce((sum: number, value) => sum + (value ?? 0), 0) / values.length;
  // An item weighs as much as its share of the mean: its part of its task, and its task's of all.
  const weighed = items.flatMap((task, at) => {
    const weight = 1 / (task.first.length * items.length);
    return task.first.map((value, place) => ({
      first: value * weight,
      second: (task.second[place] ?? 0) * weight,
      cluster: JSON.stringify([at, task.clusters[place]]),
    }));
  });
  const all = {
    first: weighed.map(({ first }) => first),
    second: weighed.map(({ second }) => second),
    clusters: weighed.map(({ cluster }) => cluster),
  };
  const made = pairedMeansTest(all.first, all.second, all.clusters, statistics);
  const resamples = items.map((task, at) =>
    // A seed of its own for each task: sets of one size would share their draws.
    pairedMeansBootstrap(task.first, task.second, task.clusters, {
      ...statistics,
      seed: statistics.seed + at,
    }),
  );
  const means = (resamples[0] ?? new Float64Array(0)).map((_, draw) =>
    meanOf(resamples.map((list) => list[draw])),
  );
  const { low, high } = percentileInterval(means, COMPARE_LEVEL);
  const errors = items.map(
    ({ first, second, clusters }) =>
      clusteredError(
        second.map((value, at) => value - (first[at] ?? 0)),
        clusters,
      ).seClustered,
  );
  const known = errors.filter((error) => error !== null);
  const sum = (read: (measure: ComparedMeasure) => number | null) =>
    own.reduce((total, measure) => total + (measure === undefined ? 0 : (read(measure) ?? 0)), 0);
  const pairs = sum((measure) => measure.pairs);
  return {
    ...head,
    aggregate: 'mean-of-tasks',
    first: { value: meanOf(own.map((measure) => measure?.first.value)), n: pairs },
    second: { value: meanOf(own.map((measure) => measure?.second.value)), n: pairs },
    pairs,
    leftOut: sum(({ leftOut }) => leftOut),
    clusters: sum(({ clusters }) => clusters),
    difference: meanOf(own.map((measure) => measure?.difference)),
    ci: {
      level: COMPARE_LEVEL,
      low,
      high,
      method: 'bootstrap-percentile-paired-in-tasks',
      resamples: statistics.resamples,
      seed: statistics.seed,
    },
    test: {
      name: 'signs',
      exact: made.drawn === null,
      resamples: made.drawn,
      seed: made.drawn === null ? null : statistics.seed,
    },
    p: made.pTwoSided,
    wins: sum(({ wins }) => wins),
    ties: sum(({ ties }) => ties),
    losses: sum(({ losses }) => losses),
    detectable:
      known.length < errors.length
        ? null
        : detectableDifferenceOfError(
            Math.sqrt(known.reduce((total, error) => total + error * error, 0)) / errors.length,
          ),
  };
}
