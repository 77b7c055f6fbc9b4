import { checkLevel } from './describe.ts';
import { normalQuantile } from './normal.ts';

export interface PowerOptions {
  /** Chance of a false finding, two-sided; 0.05 if absent. */
  readonly alpha?: number;
  /** Chance of finding a true difference; 0.8 if absent. */
  readonly power?: number;
}

/**
 * Smallest true mean difference that a paired comparison finds with the power asked for.
 *
 * @param n pairs, at least 1
 * @param sdOfDifferences sd of a - b over items
 * @returns a difference in the unit of the values: (z_{1-alpha/2} + z_{power}) × sd / sqrt(n)
 * @source Miller 2024, "Adding error bars to evals", section 5 (normal approximation)
 */
export function detectableDifferencePaired(
  n: number,
  sdOfDifferences: number,
  options: PowerOptions = {},
): number {
  return (reach(options) * checkSd(sdOfDifferences)) / Math.sqrt(checkCount(n));
}

/**
 * The same from a standard error of the difference, such as one over clusters or of a bootstrap.
 *
 * @param standardError from 0
 * @returns (z_{1-alpha/2} + z_{power}) × standardError
 */
export function detectableDifferenceOfError(standardError: number, options: PowerOptions = {}): number {
  return reach(options) * checkSd(standardError);
}

/**
 * Smallest true difference of the means of two independent sets that a comparison finds with the power asked for.
 *
 * @param first number of items and sd of the one set
 * @param second number of items and sd of the other
 */
export function detectableDifferenceUnpaired(
  first: { readonly n: number; readonly sd: number },
  second: { readonly n: number; readonly sd: number },
  options: PowerOptions = {},
): number {
  const variance = ({ n, sd }: { readonly n: number; readonly sd: number }): number =>
    checkSd(sd) ** 2 / checkCount(n);
  return reach(options) * Math.sqrt(variance(first) + variance(second));
}

/** Pairs needed to find a true mean difference; the reverse of {@link detectableDifferencePaired}, rounded up. */
export function pairsNeeded(difference: number, sdOfDifferences: number, options: PowerOptions = {}): number {
  if (!(difference !== 0 && Number.isFinite(difference))) {
    throw new RangeError(`a difference to be found is a number other than 0, not ${difference}`);
  }
  return Math.max(1, Math.ceil(((reach(options) * checkSd(sdOfDifferences)) / difference) ** 2));
}

function reach({ alpha = 0.05, power = 0.8 }: PowerOptions): number {
  if (!(power > 0 && power < 1)) throw new RangeError(`a power lies between 0 and 1, not at ${power}`);
  return normalQuantile(1 - checkLevel(1 - alpha)) + normalQuantile(power);
}

function checkCount(n: number): number {
  if (!Number.isSafeInteger(n) || n < 1)
    throw new RangeError(`a number of items is a whole number from 1, not ${n}`);
  return n;
}

function checkSd(sd: number): number {
  if (!(sd >= 0 && Number.isFinite(sd)))
    throw new RangeError(`a standard deviation is a number from 0, not ${sd}`);
  return sd;
}
