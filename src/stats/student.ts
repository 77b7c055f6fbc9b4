import { normalQuantile } from './normal.ts';
import { solveIncreasing } from './solve.ts';
import { incompleteBeta, logGamma } from './special.ts';

/**
 * P(T > t) of Student's distribution, without loss in the upper tail.
 *
 * @param degrees degrees of freedom, above 0
 */
export function studentSurvival(t: number, degrees: number): number {
  if (Number.isNaN(t)) return t;
  const tail = studentTwoSided(t, degrees) / 2;
  return t >= 0 ? tail : 1 - tail;
}

/** P(|T| > |t|) of Student's distribution. */
export function studentTwoSided(t: number, degrees: number): number {
  if (Number.isNaN(t)) return t;
  const square = t * t;
  if (square === Number.POSITIVE_INFINITY) return 0;
  const total = degrees + square;
  return incompleteBeta(degrees / 2, 0.5, degrees / total, square / total).lower;
}

/**
 * The t with P(T <= t) = p.
 *
 * @param p from 0 to 1; 0 gives -Infinity, 1 Infinity, anything else NaN
 */
export function studentQuantile(p: number, degrees: number): number {
  if (!(p >= 0 && p <= 1)) return Number.NaN;
  if (p < 0.5) return -upperQuantile(p, degrees);
  return upperQuantile(1 - p, degrees);
}

function upperQuantile(tail: number, degrees: number): number {
  if (tail === 0) return Number.POSITIVE_INFINITY;
  if (tail === 0.5) return 0;
  const scale = logGamma((degrees + 1) / 2) - logGamma(degrees / 2) - Math.log(degrees * Math.PI) / 2;
  const density = (t: number): number =>
    Math.exp(scale - ((degrees + 1) / 2) * Math.log1p((t * t) / degrees));
  const start = Math.abs(normalQuantile(tail));
  let high = start + 1;
  while (studentSurvival(high, degrees) > tail) high *= 2;
  return solveIncreasing(
    { value: (t) => -studentSurvival(t, degrees), slope: density },
    -tail,
    0,
    high,
    start,
  );
}
