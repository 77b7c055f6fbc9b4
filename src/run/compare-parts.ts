import type { ComparedMeasure, Interval, SetMeasure, Verdict } from '../core/index.ts';
import { percentileInterval } from '../stats/index.ts';

/** Seed, level and number of resamples of a comparison. */
export interface CompareStatistics {
  readonly seed: number;
  readonly resamples: number;
}

export const COMPARE_LEVEL = 0.95;

/** Pairs of values of a mean, for a mean over several tasks. */
export interface PairedItems {
  readonly first: readonly number[];
  readonly second: readonly number[];
  readonly clusters: readonly string[];
}

export interface MeasureComparison {
  readonly measure: ComparedMeasure;
  /** The pairs where the measure is a mean of items and is compared. */
  readonly items: PairedItems | null;
}

/** Values nearer than this are equal: sums in another order differ by less. */
export const SAME = 1e-12;

/** What a measure is, and whether it may be compared. */
export function described(measure: SetMeasure, verdict: Verdict) {
  const { description } = measure;
  return {
    verdict,
    id: description.id,
    protocol: measure.protocol,
    headline: measure.headline === true,
    unit: description.unit,
    direction: description.direction,
    params: measure.params ?? {},
    variant: measure.variant ?? null,
    slice: measure.slice ?? null,
    aggregate: measure.aggregate === 'mean' ? 'mean' : (measure.aggregate.name ?? 'set'),
  };
}

/** What a measure that is not compared has beside its values. */
export const NOT_COMPARED = {
  pairs: 0,
  leftOut: 0,
  clusters: 0,
  difference: null,
  ci: null,
  test: null,
  p: null,
  pCorrected: null,
  significant: null,
  wins: null,
  ties: null,
  losses: null,
  detectable: null,
} as const;

export type Described = ReturnType<typeof described>;

/** A measure for which no pair of items has values. */
export function nothing(head: Described, common: number): ComparedMeasure {
  const none = { value: null, n: 0 };
  return {
    ...head,
    refused: 'no item has a value on both sides',
    first: none,
    second: none,
    ...NOT_COMPARED,
    leftOut: common,
  };
}

/** Items on which the second is better, as good, worse. */
export function tally(apart: readonly number[], direction: Described['direction']) {
  const better = direction === 'higher-is-better' ? 1 : -1;
  const wins = apart.filter((value) => value * better > SAME).length;
  const losses = apart.filter((value) => value * better < -SAME).length;
  return { wins, ties: apart.length - wins - losses, losses };
}

/** The percentile interval of resampled differences. */
export function intervalOf(
  resamples: Float64Array,
  clustered: boolean,
  { seed, resamples: drawn }: CompareStatistics,
): Interval | null {
  if (resamples.length === 0) return null;
  const { low, high } = percentileInterval(resamples, COMPARE_LEVEL);
  const method = `bootstrap-percentile-paired${clustered ? '-clustered' : ''}`;
  return { level: COMPARE_LEVEL, low, high, method, resamples: drawn, seed };
}
