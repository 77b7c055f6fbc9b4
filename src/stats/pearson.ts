import type { Numbers } from './numpy-sum.ts';
import { deviations, exactSum, mean } from './sums.ts';

/**
 * Pearson's correlation, from -1 to 1.
 *
 * @returns null if a side is constant or there are fewer than two pairs
 * @throws RangeError if the lengths differ
 */
export function pearson(x: Numbers, y: Numbers): number | null {
  if (x.length !== y.length)
    throw new RangeError(`pairs need lists of one length, not ${x.length} and ${y.length}`);
  const dx = scaled(deviations(x, mean(x)));
  const dy = scaled(deviations(y, mean(y)));
  if (dx === null || dy === null) return null;
  const product = (a: Float64Array, b: Float64Array): number =>
    exactSum(a.map((value, index) => value * (b[index] ?? 0)));
  // One root of the product, so that equal sides give 1 to the last digit.
  const ratio = product(dx, dy) / Math.sqrt(product(dx, dx) * product(dy, dy));
  return Math.max(-1, Math.min(1, ratio));
}

/** Divided by the largest size; null if all are 0 or there are fewer than two. */
function scaled(values: Float64Array): Float64Array | null {
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return values.length < 2 || !(largest > 0) ? null : values.map((value) => value / largest);
}
