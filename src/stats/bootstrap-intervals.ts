import { checkLevel, type Limits, NO_LIMITS } from './describe.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import type { Numbers } from './numpy-sum.ts';
import { quantileOfSorted, sortedCopy } from './quantile.ts';
import { deviations, exactSum, mean, sampleVariance } from './sums.ts';

/** What the bias-corrected and accelerated interval is made of; null where it cannot be. */
export interface BcaParts {
  /** Bias: the normal quantile of the share of resamples below the estimate, half of those equal to it included. */
  readonly z0: number | null;
  /** Skew, from the jackknife. */
  readonly acceleration: number | null;
  /** Where the resamples' quantiles are read instead of at the tails of the level. */
  readonly alphaLow: number | null;
  readonly alphaHigh: number | null;
}

export interface BootstrapIntervals {
  readonly estimate: number;
  readonly bootstrapMean: number;
  /** Sd of the resamples, divided by their number - 1. */
  readonly bootstrapSe: number;
  readonly percentile: Limits;
  readonly basic: Limits;
  readonly bca: Limits;
  readonly bcaParts: BcaParts;
}

/**
 * Intervals from resamples of a statistic.
 *
 * @param estimate the statistic of the values themselves
 * @param resamples the statistic of each resample, at least one
 * @param jackknife the statistic with each value (or cluster) left out; without it there is no BCa interval
 * @param level confidence level
 * @source Efron 1987; quantiles of type 7; z0 with ties halved as SciPy 1.17 `bootstrap`. Resamples within 1e-12 of the
 *   estimate count as equal to it, whatever order their sums were taken in
 */
export function bootstrapIntervals(
  estimate: number,
  resamples: Numbers,
  jackknife: Numbers | null,
  level = 0.95,
): BootstrapIntervals {
  const tail = checkLevel(level);
  const sorted = sortedCopy(resamples);
  const low = quantileOfSorted(sorted, tail);
  const high = quantileOfSorted(sorted, 1 - tail);
  const bcaParts = partsOf(estimate, sorted, jackknife, tail);
  const { alphaLow, alphaHigh } = bcaParts;
  return {
    estimate,
    bootstrapMean: mean(sorted),
    bootstrapSe: Math.sqrt(sampleVariance(sorted)),
    percentile: [low, high],
    basic: [2 * estimate - high, 2 * estimate - low],
    bca:
      alphaLow === null || alphaHigh === null
        ? NO_LIMITS
        : [quantileOfSorted(sorted, alphaLow), quantileOfSorted(sorted, alphaHigh)],
    bcaParts,
  };
}

function partsOf(estimate: number, sorted: Float64Array, jackknife: Numbers | null, tail: number): BcaParts {
  const z0 = normalQuantile(shareBelow(estimate, sorted));
  const acceleration = jackknife === null ? Number.NaN : accelerationOf(jackknife);
  const moved = (z: number): number => normalCdf(z0 + (z0 + z) / (1 - acceleration * (z0 + z)));
  const alphaLow = moved(normalQuantile(tail));
  const alphaHigh = moved(-normalQuantile(tail));
  // With an infinite bias, or without an acceleration, both are NaN and the comparison fails.
  const whole = alphaLow <= alphaHigh;
  return {
    z0,
    acceleration: Number.isNaN(acceleration) ? null : acceleration,
    alphaLow: whole ? alphaLow : null,
    alphaHigh: whole ? alphaHigh : null,
  };
}

function shareBelow(estimate: number, sorted: Float64Array): number {
  const rounding =
    1e-12 * Math.max(Math.abs(estimate), Math.abs(sorted[0] ?? 0), Math.abs(sorted.at(-1) ?? 0));
  let below = 0;
  let equal = 0;
  for (const value of sorted) {
    if (value < estimate - rounding) below += 1;
    else if (value <= estimate + rounding) equal += 1;
  }
  return (below + equal / 2) / sorted.length;
}

function accelerationOf(jackknife: Numbers): number {
  const pulls = deviations(jackknife, mean(jackknife)).map((deviation) => -deviation);
  const cubes = exactSum(pulls.map((pull) => pull ** 3));
  const squares = exactSum(pulls.map((pull) => pull ** 2));
  return cubes / (6 * squares ** 1.5);
}
