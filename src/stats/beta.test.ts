import { describe, expect, test } from 'vitest';
import { betaQuantile, binomialCdf, fairBinomialPoint } from './beta.ts';

const near = (got: number, want: number): void => expect(Math.abs(got / want - 1)).toBeLessThan(2e-12);

// SciPy 1.17.1
describe('the beta distribution', () => {
  test.each([
    [0.025, 0.5, 1.5, 0.0003855809807559011],
    [0.975, 17, 21, 0.60511557858224],
    [0.5, 2, 2, 0.5],
    [0.005, 100.5, 3.5, 0.9051454839689059],
  ])('has its quantile of %d for %d, %d at %d', (p, a, b, x) => near(betaQuantile(p, a, b), x));

  test('ends at 0 and 1, and has no quantile outside', () => {
    expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3)]).toEqual([0, 1]);
    for (const [p, a, b] of [
      [-0.1, 1, 1],
      [1.1, 1, 1],
      [0.5, 0, 1],
      [0.5, 1, 0],
    ] as const) {
      expect(betaQuantile(p, a, b)).toBeNaN();
    }
  });
});

describe('the binomial distribution', () => {
  test.each([
    [3, 10, 0.5, 0.171875],
    [0, 60, 0.5, 8.673617379884035e-19],
    [240, 540, 0.5, 0.005525240540964949],
    [99, 100, 0.99, 0.6339676587267709],
  ])('up to %d of %d with %d', (successes, trials, p, cdf) => near(binomialCdf(successes, trials, p), cdf));

  test('is 0 below 0 and 1 from the number of trials on', () => {
    expect([binomialCdf(-1, 5, 0.5), binomialCdf(5, 5, 0.5), binomialCdf(6, 5, 0.5)]).toEqual([0, 1, 1]);
  });

  test('at one point of a fair coin', () => {
    near(fairBinomialPoint(3, 10), 0.1171875);
    near(fairBinomialPoint(99, 100), 7.888609052210035e-29);
    near(fairBinomialPoint(0, 1), 0.5);
    for (const outside of [-2, -1, 4, 5]) expect(fairBinomialPoint(outside, 3)).toBe(0);
  });
});
