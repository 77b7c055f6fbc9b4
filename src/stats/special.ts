/** ln(sqrt(2 pi)) */
const LOG_ROOT_TWO_PI = 0.9189385332046727;

/**
 * Error of Stirling's formula: ln Gamma(x + 1) - (x + 1/2) ln x + x - ln sqrt(2 pi), for x > 0, to about 1e-16.
 *
 * @source Loader 2000, "Fast and accurate computation of binomial probabilities"
 */
export function stirlingError(x: number): number {
  // The series is good to the last digit from 16 on; below, the recurrence of Gamma leads there.
  let shift = 0;
  let at = x;
  while (at < 16) {
    shift += 1 - (at + 0.5) * Math.log1p(1 / at);
    at += 1;
  }
  const square = 1 / (at * at);
  const series =
    (1 / 12 -
      square *
        (1 / 360 -
          square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188 - square * (691 / 360360)))))) /
    at;
  return series - shift;
}

/** ln Gamma(x) for x > 0. */
export function logGamma(x: number): number {
  return stirlingError(x) + (x - 0.5) * Math.log(x) - x + LOG_ROOT_TWO_PI;
}

/** x ln(x / m) + m - x for x, m > 0, without loss where the two are close (Loader's deviance). */
function deviance(x: number, m: number): number {
  const difference = x - m;
  if (Math.abs(difference) >= 0.1 * (x + m)) return x * Math.log(x / m) + m - x;
  const ratio = difference / (x + m);
  let power = 2 * x * ratio;
  let sum = difference * ratio;
  for (let odd = 3; ; odd += 2) {
    power *= ratio * ratio;
    const next = sum + power / odd;
    if (next === sum) return sum;
    sum = next;
  }
}

/** x^a y^b / Beta(a, b) for x + y = 1. */
function betaFactor(a: number, b: number, x: number, y: number): number {
  const n = a + b;
  const exponent =
    stirlingError(n) - stirlingError(a) - stirlingError(b) - deviance(a, n * x) - deviance(b, n * y);
  return Math.sqrt((a * b) / (2 * Math.PI * n)) * Math.exp(exponent);
}

export interface Tails {
  readonly lower: number;
  readonly upper: number;
}

/**
 * Regularised incomplete beta function: I_x(a, b) as `lower` and 1 - I_x(a, b) as `upper`, the smaller one to a
 * relative error of about 1e-13.
 *
 * @param a above 0
 * @param b above 0
 * @param x from 0 to 1
 * @param y 1 - x, given apart so that nothing is lost for x near 1
 * @source DLMF 8.17.22, by the modified method of Lentz; factor by Loader's expansion
 */
export function incompleteBeta(a: number, b: number, x: number, y: number = 1 - x): Tails {
  if (!(a > 0 && b > 0 && x >= 0 && y >= 0)) return { lower: Number.NaN, upper: Number.NaN };
  if (x === 0) return { lower: 0, upper: 1 };
  if (y === 0) return { lower: 1, upper: 0 };
  if (x > (a + 1) / (a + b + 2)) {
    const { lower, upper } = incompleteBeta(b, a, y, x);
    return { lower: upper, upper: lower };
  }
  const lower = Math.min(1, (betaFactor(a, b, x, y) * betaFraction(a, b, x)) / a);
  return { lower, upper: 1 - lower };
}

function betaFraction(a: number, b: number, x: number): number {
  const tiny = 1e-300;
  const awayFromZero = (value: number): number => (Math.abs(value) < tiny ? tiny : value);
  let c = 1;
  let d = 1 / awayFromZero(1 - ((a + b) * x) / (a + 1));
  let fraction = d;
  for (let m = 1; m < 100_000; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / awayFromZero(1 + even * d);
    c = awayFromZero(1 + even / c);
    fraction *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / awayFromZero(1 + odd * d);
    c = awayFromZero(1 + odd / c);
    const change = d * c;
    fraction *= change;
    if (Math.abs(change - 1) < 1e-16) break;
  }
  return fraction;
}

/**
 * Complementary error function, to a relative error of about 1e-14; 0 where that is below the smallest double.
 *
 * @source DLMF 7.6.2 (series) below 2, 7.9.4 (continued fraction) from there
 */
export function erfc(x: number): number {
  if (x < 0) return 2 - erfc(-x);
  if (!(x < 27.3)) return Number.isNaN(x) ? x : 0;
  const bell = Math.exp(-x * x) / Math.sqrt(Math.PI);
  if (x < 2) {
    let term = 2 * x;
    let sum = term;
    for (let k = 1; term > sum * 1e-17; k += 1) {
      term *= (2 * x * x) / (2 * k + 1);
      sum += term;
    }
    return 1 - bell * sum;
  }
  let fraction = x;
  for (let k = 120; k >= 1; k -= 1) fraction = x + k / 2 / fraction;
  return bell / fraction;
}
