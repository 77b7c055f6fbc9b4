/** A function that never falls, with its derivative. */
export interface Increasing {
  readonly value: (x: number) => number;
  readonly slope: (x: number) => number;
}

/**
 * Where an increasing function reaches a target: Newton's steps, and a halving of the bracket where a step leaves it or
 * is more than half as long as the one before. So it ends whatever the slope says.
 *
 * @param low value(low) is at most the target
 * @param high value(high) is at least the target
 * @param start first guess, from low to high
 * @returns x to about the last digit; NaN where the function gives NaN
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
  let reach = high - low;
  for (;;) {
    const miss = value(x) - target;
    if (miss === 0 || Number.isNaN(miss)) return x + miss;
    if (miss < 0) left = x;
    else right = x;
    const newton = x - miss / slope(x);
    const sound = newton > left && newton < right && Math.abs(newton - x) <= reach / 2;
    const next = sound ? newton : left + (right - left) / 2;
    reach = Math.abs(next - x);
    if (next === left || next === right || reach <= 1e-16 * Math.abs(x)) return next;
    x = next;
  }
}
