import { erfc } from './special.ts';

/** P(Z <= z) of the standard normal distribution. */
export function normalCdf(z: number): number {
  return erfc(-z / Math.SQRT2) / 2;
}

/** P(Z > z) of the standard normal distribution, without loss in the upper tail. */
export function normalSurvival(z: number): number {
  return erfc(z / Math.SQRT2) / 2;
}

/**
 * The z with P(Z <= z) = p.
 *
 * @param p from 0 to 1; 0 gives -Infinity, 1 Infinity, anything else NaN
 * @source first guess Abramowitz and Stegun 26.2.23, then Halley's steps to full precision
 */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -lowerQuantile(1 - p);
  return lowerQuantile(p);
}

function lowerQuantile(p: number): number {
  if (p === 0) return Number.NEGATIVE_INFINITY;
  if (p === 0.5) return 0;
  const t = Math.sqrt(-2 * Math.log(p));
  const top = 2.515517 + t * (0.802853 + t * 0.010328);
  const bottom = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  let z = top / bottom - t;
  for (let step = 0; step < 4; step += 1) {
    // In the tail the density is as small as p: their ratio is taken from the logarithm.
    const miss = (normalCdf(z) - p) * Math.sqrt(2 * Math.PI) * Math.exp((z * z) / 2);
    z -= miss / (1 + (z * miss) / 2);
  }
  return z;
}
