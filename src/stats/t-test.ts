import { checkLevel, type Limits, NO_LIMITS } from './describe.ts';
import type { Numbers } from './numpy-sum.ts';
import { studentQuantile, studentSurvival, studentTwoSided } from './student.ts';
import { differences, mean, sampleVariance } from './sums.ts';

/** Three p-values: a differs from b, a is less, a is greater. Null where the test says nothing. */
export interface PValues {
  readonly pTwoSided: number | null;
  readonly pLess: number | null;
  readonly pGreater: number | null;
}

export interface TTest extends PValues {
  /** Mean of a - b; null without a pair. */
  readonly meanDifference: number | null;
  /** Infinite if all differences are one number, null if they are all 0 or there are fewer than two pairs. */
  readonly t: number | null;
  readonly degrees: number;
  /** Of the mean difference. */
  readonly interval: Limits;
}

/**
 * Student's t-test of paired values.
 *
 * @param level confidence level of the interval
 * @throws RangeError if the lists differ in length
 * @source SciPy 1.17 `ttest_rel`
 */
export function pairedTTest(a: Numbers, b: Numbers, level = 0.95): TTest {
  const apart = differences(a, b);
  const tail = checkLevel(level);
  const n = apart.length;
  const none = { pTwoSided: null, pLess: null, pGreater: null, t: null };
  if (n < 2) {
    return {
      ...none,
      meanDifference: n === 0 ? null : mean(apart),
      degrees: Math.max(0, n - 1),
      interval: NO_LIMITS,
    };
  }
  const degrees = n - 1;
  const meanDifference = mean(apart);
  const se = Math.sqrt(sampleVariance(apart) / n);
  const reach = studentQuantile(1 - tail, degrees) * se;
  const interval: Limits = [meanDifference - reach, meanDifference + reach];
  const t = meanDifference / se;
  if (Number.isNaN(t)) return { ...none, meanDifference, degrees, interval };
  return {
    meanDifference,
    t,
    degrees,
    interval,
    pTwoSided: studentTwoSided(t, degrees),
    pLess: studentSurvival(-t, degrees),
    pGreater: studentSurvival(t, degrees),
  };
}
