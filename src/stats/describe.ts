import { normalQuantile } from './normal.ts';
import type { Numbers } from './numpy-sum.ts';
import { studentQuantile } from './student.ts';
import { mean, sampleVariance, squaredDeviations } from './sums.ts';

/** Both limits are null where there is no interval. */
export type Limits = readonly [low: number, high: number] | readonly [low: null, high: null];

export const NO_LIMITS: Limits = [null, null];

export interface Description {
  readonly n: number;
  readonly mean: number | null;
  /** Divided by n - 1; null with fewer than two values, and so is all that follows from it. */
  readonly variance: number | null;
  readonly sd: number | null;
  /** Standard error of the mean, sd / sqrt(n). */
  readonly se: number | null;
  /** Divided by n. */
  readonly populationSd: number | null;
  /** sqrt(p (1 - p) / n) if every value is 0 or 1, else null. */
  readonly bernoulliSe: number | null;
  /** Mean ± normal quantile × se. */
  readonly normalInterval: Limits;
  /** Mean ± quantile of Student's distribution × se. */
  readonly studentInterval: Limits;
}

/**
 * @param values finite numbers
 * @param level confidence level of the intervals
 */
export function describe(values: Numbers, level = 0.95): Description {
  const n = values.length;
  const centre = n === 0 ? null : mean(values);
  const variance = n < 2 ? null : sampleVariance(values);
  const se = variance === null ? null : Math.sqrt(variance / n);
  const tail = checkLevel(level);
  const around = (quantile: (p: number) => number): Limits => {
    if (centre === null || se === null) return NO_LIMITS;
    const reach = quantile(1 - tail) * se;
    return [centre - reach, centre + reach];
  };
  return {
    n,
    mean: centre,
    variance,
    sd: variance === null ? null : Math.sqrt(variance),
    se,
    populationSd: n === 0 ? null : Math.sqrt(squaredDeviations(values) / n),
    bernoulliSe: centre !== null && isBinary(values) ? Math.sqrt((centre * (1 - centre)) / n) : null,
    normalInterval: around(normalQuantile),
    studentInterval: around((p) => studentQuantile(p, n - 1)),
  };
}

/** The share that a level leaves on one side. @throws RangeError if the level is not between 0 and 1 */
export function checkLevel(level: number): number {
  if (!(level > 0 && level < 1))
    throw new RangeError(`a confidence level lies between 0 and 1, not at ${level}`);
  return (1 - level) / 2;
}

function isBinary(values: Numbers): boolean {
  return Array.prototype.every.call(values, (value) => value === 0 || value === 1);
}
