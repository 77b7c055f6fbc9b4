import type { Numbers } from './numpy-sum.ts';
import { sortedCopy } from './quantile.ts';
import { differences, mean, sampleVariance } from './sums.ts';

export interface EffectSize {
  /** Difference of the means over the pooled sd; null if neither list varies or one has no value. */
  readonly cohensD: number | null;
  /** Cohen's d × (1 - 3 / (4 df - 1)), less biased for small lists. */
  readonly hedgesG: number | null;
  /** P(a > b) - P(a < b) over all pairs of values, from -1 to 1; null if a list is empty. */
  readonly cliffsDelta: number | null;
}

export interface PairedEffectSize extends EffectSize {
  /** Mean difference over the sd of the differences; null if those do not vary. */
  readonly cohensDz: number | null;
  /** Mean difference over the mean of the two sds. */
  readonly cohensDav: number | null;
}

/**
 * How large the difference of two lists is.
 *
 * @source Cohen 1988; Hedges 1981; Cliff 1993
 */
export function effectSize(a: Numbers, b: Numbers): EffectSize {
  const degrees = a.length + b.length - 2;
  const squares = (values: Numbers): number =>
    values.length < 2 ? 0 : sampleVariance(values) * (values.length - 1);
  const pooled = Math.sqrt((squares(a) + squares(b)) / degrees);
  const cohensD = a.length > 0 && b.length > 0 && pooled > 0 ? (mean(a) - mean(b)) / pooled : null;
  return {
    cohensD,
    hedgesG: cohensD === null ? null : cohensD * (1 - 3 / (4 * degrees - 1)),
    cliffsDelta: cliffsDelta(a, b),
  };
}

/**
 * How large the difference of two lists over the same items is.
 *
 * @throws RangeError if the lists differ in length
 * @source Lakens 2013 for d_z and d_av
 */
export function pairedEffectSize(a: Numbers, b: Numbers): PairedEffectSize {
  const apart = differences(a, b);
  const over = (sd: number): number | null => (sd > 0 ? mean(apart) / sd : null);
  return {
    ...effectSize(a, b),
    cohensDz: over(Math.sqrt(sampleVariance(apart))),
    cohensDav: over((Math.sqrt(sampleVariance(a)) + Math.sqrt(sampleVariance(b))) / 2),
  };
}

function cliffsDelta(a: Numbers, b: Numbers): number | null {
  if (a.length === 0 || b.length === 0) return null;
  const left = sortedCopy(a);
  const right = sortedCopy(b);
  let below = 0;
  let upTo = 0;
  let balance = 0;
  for (const value of left) {
    while (below < right.length && (right[below] ?? 0) < value) below += 1;
    while (upTo < right.length && (right[upTo] ?? 0) <= value) upTo += 1;
    balance += below - (right.length - upTo);
  }
  return balance / (a.length * b.length);
}
