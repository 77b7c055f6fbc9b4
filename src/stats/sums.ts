import type { Numbers } from './numpy-sum.ts';

/**
 * The exact sum, rounded once: no error grows with the number of values or is left by cancellation, and the order
 * does not matter.
 *
 * @returns 0 for no value; NaN or an infinity if one is among the values
 * @source Shewchuk 1997, "Adaptive precision floating-point arithmetic", grow-expansion; as Python's `math.fsum`
 */
export function exactSum(values: Numbers): number {
  const parts: number[] = [];
  let plain = 0;
  for (let index = 0; index < values.length; index += 1) {
    let carried = values[index] ?? Number.NaN;
    plain += carried;
    let kept = 0;
    for (let place = 0; place < parts.length; place += 1) {
      const part = parts[place] ?? 0;
      const sum = carried + part;
      const rest = Math.abs(carried) < Math.abs(part) ? carried - (sum - part) : part - (sum - carried);
      if (rest !== 0) {
        parts[kept] = rest;
        kept += 1;
      }
      carried = sum;
    }
    parts.length = kept;
    parts.push(carried);
  }
  return Number.isFinite(plain) ? roundParts(parts) : plain;
}

/** Adds parts that do not overlap, smallest first in the list, and rounds to even on a half as one addition would. */
function roundParts(parts: readonly number[]): number {
  let place = parts.length - 1;
  let high = parts[place] ?? 0;
  let low = 0;
  while (place > 0 && low === 0) {
    place -= 1;
    const part = parts[place] ?? 0;
    const sum = high + part;
    low = part - (sum - high);
    high = sum;
  }
  const next = parts[place - 1] ?? 0;
  if (place > 0 && ((low < 0 && next < 0) || (low > 0 && next > 0))) {
    const doubled = low * 2;
    const moved = high + doubled;
    if (doubled === moved - high) return moved;
  }
  return high;
}

/**
 * Mean, rounded twice at most, from the exact sum. It lies between the smallest and the largest value, so the mean of
 * equal values is that value.
 *
 * @returns NaN for no value
 */
export function mean(values: Numbers): number {
  const first = exactSum(values) / values.length;
  if (!Number.isFinite(first)) return first;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index] ?? 0;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return Math.max(low, Math.min(high, first));
}

/** Values minus a centre. */
export function deviations(values: Numbers, centre: number): Float64Array {
  return Float64Array.from(values, (value) => value - centre);
}

/** Sum of squared deviations from the mean; exactly 0 for equal values. */
export function squaredDeviations(values: Numbers): number {
  return exactSum(deviations(values, mean(values)).map((deviation) => deviation * deviation));
}

/** Variance divided by n - 1. @returns NaN for fewer than two values */
export function sampleVariance(values: Numbers): number {
  return values.length < 2 ? Number.NaN : squaredDeviations(values) / (values.length - 1);
}

/** Differences a - b of two lists of one length. @throws RangeError if the lengths differ */
export function differences(a: Numbers, b: Numbers): Float64Array {
  if (a.length !== b.length) {
    throw new RangeError(`pairs need two lists of one length, not of ${a.length} and ${b.length}`);
  }
  return Float64Array.from(a, (value, index) => value - (b[index] ?? Number.NaN));
}
