/** A function that never falls, with its derivative. */
export interface Increasing {
  readonly value: (x: number) => number;
  readonly slope: (x: number) => number;
}

/**
 * Where an increasing function reaches a target: Newton's steps, halving where a step leaves the bracket.
 *
 * @param low value(low) is at most the target
 * @param high value(high) is at least the target
 * @param start first guess, from low to high
 * @returns x to about the last digit
 */
export function solveIncreasing(
  { value, slope }: Increasing,
  target: number,
  low: number,
  high: number,
  start: number,
): number {
  let left = low;
  let right = high;
  let x = start;
  for (let step = 0; step < 200; step += 1) {
    const miss = value(x) - target;
    if (miss === 0) return x;
    if (miss < 0) left = x;
    else right = x;
    let next = x - miss / slope(x);
    if (!(next > left && next < right)) next = left + (right - left) / 2;
    if (next === x || next === left || next === right || Math.abs(next - x) <= 1e-16 * Math.abs(x))
      return next;
    x = next;
  }
  return x;
}
