import { solveIncreasing } from './solve.ts';
import { incompleteBeta, logGamma } from './special.ts';

/**
 * The x with P(X <= x) = p of the beta distribution.
 *
 * @param p from 0 to 1
 * @param a above 0
 * @param b above 0
 */
export function betaQuantile(p: number, a: number, b: number): number {
  if (!(p >= 0 && p <= 1 && a > 0 && b > 0)) return Number.NaN;
  if (p === 0 || p === 1) return p;
  const scale = logGamma(a + b) - logGamma(a) - logGamma(b);
  const density = (x: number): number => Math.exp(scale + (a - 1) * Math.log(x) + (b - 1) * Math.log1p(-x));
  return solveIncreasing(
    { value: (x) => incompleteBeta(a, b, x).lower, slope: density },
    p,
    0,
    1,
    a / (a + b),
  );
}

/**
 * P(X <= successes) of the binomial distribution.
 *
 * @param successes whole number; below 0 gives 0
 * @param trials whole number
 * @param p probability of a success, from 0 to 1
 */
export function binomialCdf(successes: number, trials: number, p: number): number {
  if (successes < 0) return 0;
  if (successes >= trials) return 1;
  return incompleteBeta(successes + 1, trials - successes, p).upper;
}

/** P(X = successes) of the binomial distribution with p = 1/2. */
export function fairBinomialPoint(successes: number, trials: number): number {
  if (successes < 0 || successes > trials) return 0;
  const logChoose = logGamma(trials + 1) - logGamma(successes + 1) - logGamma(trials - successes + 1);
  return Math.exp(logChoose - trials * Math.LN2);
}
