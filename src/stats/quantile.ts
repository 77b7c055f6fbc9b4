import type { Numbers } from './numpy-sum.ts';

/** Ascending copy of the values. */
export function sortedCopy(values: Numbers): Float64Array {
  return Float64Array.from(values).sort();
}

/**
 * Quantile of values that are in ascending order: linear interpolation between order statistics.
 *
 * @param sorted ascending, without NaN
 * @param q from 0 to 1
 * @returns NaN for no value
 * @throws RangeError if q is outside 0 to 1
 * @source Hyndman and Fan 1996, type 7; numpy's default, including its way of interpolating
 */
export function quantileOfSorted(sorted: Numbers, q: number): number {
  if (!(q >= 0 && q <= 1)) throw new RangeError(`a quantile is asked for at 0 to 1, not at ${q}`);
  const count = sorted.length;
  if (count === 0) return Number.NaN;
  const position = q * (count - 1);
  const below = Math.min(Math.floor(position), count - 1);
  const share = position - below;
  const low = sorted[below] ?? Number.NaN;
  const high = sorted[Math.min(below + 1, count - 1)] ?? Number.NaN;
  if (low === high) return low;
  return share < 0.5 ? low + (high - low) * share : high - (high - low) * (1 - share);
}

/** Quantile of values in any order; see {@link quantileOfSorted}. */
export function quantile(values: Numbers, q: number): number {
  return quantileOfSorted(sortedCopy(values), q);
}
