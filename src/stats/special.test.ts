import { describe, expect, test } from 'vitest';
import { erfc, incompleteBeta, logGamma, stirlingError } from './special.ts';

/** Relative error; values near 0 count in full. */
const near = (got: number, want: number, within = 2e-13): void =>
  expect(Math.abs(got - want) / (Math.abs(want) || 1), `${got} instead of ${want}`).toBeLessThan(within);

// All values: mpmath, 40 digits.
describe('special functions', () => {
  test('erfc', () => {
    near(erfc(0), 1);
    near(erfc(0.5), 0.4795001221869535);
    near(erfc(1.99), 0.004888586800383003);
    near(erfc(2), 0.004677734981047266);
    near(erfc(5), 1.537459794428035e-12);
    near(erfc(10), 2.088487583762545e-45);
    near(erfc(26), 5.663192408856143e-296);
    near(erfc(-0.5), 2 - 0.4795001221869535);
    expect([erfc(28), erfc(Number.POSITIVE_INFINITY), erfc(Number.NEGATIVE_INFINITY)]).toEqual([0, 0, 2]);
    expect(erfc(Number.NaN)).toBeNaN();
  });

  test('the error of Stirling’s formula', () => {
    near(stirlingError(0.1), 0.5127400813319148);
    near(stirlingError(0.5), 0.15342640972002736);
    near(stirlingError(1), 0.08106146679532726);
    near(stirlingError(15.5), 0.005375599032926835);
    near(stirlingError(16), 0.0052076559196096404);
    near(stirlingError(1000), 8.333333055555635e-5);
  });

  test('ln Gamma', () => {
    near(logGamma(0.5), Math.log(Math.PI) / 2);
    near(logGamma(11), Math.log(3628800));
    near(logGamma(1), 0);
    near(logGamma(171), 706.5730622457874);
  });

  test.each([
    [0.5, 0.5, 0.3, 0.36901011956554536, 0.6309898804344546],
    [2, 3, 0.9, 0.9963, 0.0037],
    [50, 0.5, 0.4, 1.2941473505868037e-21, 1],
    [300, 200, 0.75, 0.9999999999998983, 1.0169531065276603e-13],
    [1500, 1500, 0.45, 2.0035775041696725e-8, 0.999999979964225],
    [1, 1, 0.25, 0.25, 0.75],
    // closed form for b = 2: x^a (1 + a (1 - x))
    [1000, 2, 0.9985, 0.9985 ** 1000 * 2.5, 1 - 0.9985 ** 1000 * 2.5],
    // sum of binomial probabilities
    [99900, 100101, 0.5, 0.6734462901054938, 0.3265537098945062],
  ])('the incomplete beta function of %d, %d at %d', (a, b, x, lower, upper) => {
    const tails = incompleteBeta(a, b, x);
    near(tails.lower, lower);
    near(tails.upper, upper);
    const swapped = incompleteBeta(b, a, 1 - x, x);
    near(swapped.upper, lower);
    near(swapped.lower, upper);
  });

  test('the incomplete beta function at its ends and outside', () => {
    expect(incompleteBeta(2, 3, 0)).toEqual({ lower: 0, upper: 1 });
    expect(incompleteBeta(2, 3, 1)).toEqual({ lower: 1, upper: 0 });
    for (const [a, b, x] of [
      [0, 1, 0.5],
      [1, 0, 0.5],
      [1, 1, -0.1],
      [1, 1, 1.1],
      [1, 1, Number.NaN],
    ] as const) {
      expect(incompleteBeta(a, b, x)).toEqual({ lower: Number.NaN, upper: Number.NaN });
    }
  });

  test('keeps what x near 1 would lose', () => {
    // I_x(1/2, 1/2) = (2/pi) asin(sqrt(x))
    near(incompleteBeta(0.5, 0.5, 1, 1e-20).upper, (2 / Math.PI) * 1e-10);
  });
});
