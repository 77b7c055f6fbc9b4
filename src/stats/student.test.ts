import { describe, expect, test } from 'vitest';
import { studentQuantile, studentSurvival, studentTwoSided } from './student.ts';

// SciPy 1.17.1
describe('Student’s distribution', () => {
  test.each([
    [1, 1, 0.5],
    [2.5, 3, 0.08770664700806556],
    [-2, 10, 0.07338803477074037],
    [30, 5, 7.718648620496053e-7],
    [1e5, 4, 5.999999995999999e-20],
  ])('beyond %d with %d degrees lies %d', (t, degrees, p) => {
    expect(Math.abs(studentTwoSided(t, degrees) / p - 1)).toBeLessThan(1e-12);
    const tail = studentSurvival(Math.abs(t), degrees);
    expect(Math.abs((2 * tail) / p - 1)).toBeLessThan(1e-12);
    expect(studentSurvival(-Math.abs(t), degrees)).toBe(1 - tail);
  });

  test('has nothing beyond infinity, and no value for NaN', () => {
    expect(studentTwoSided(Number.NEGATIVE_INFINITY, 3)).toBe(0);
    expect(studentTwoSided(1e200, 3)).toBe(0);
    expect(studentSurvival(Number.POSITIVE_INFINITY, 3)).toBe(0);
    expect(studentSurvival(Number.NEGATIVE_INFINITY, 3)).toBe(1);
    expect(studentSurvival(0, 3)).toBe(0.5);
    expect(studentTwoSided(Number.NaN, 3)).toBeNaN();
    expect(studentSurvival(Number.NaN, 3)).toBeNaN();
  });

  test.each([
    [0.975, 1, 12.706204736174694],
    [0.975, 2, 4.302652729749462],
    [0.975, 29, 2.045229642132703],
    [0.1, 5, -1.4758840488244813],
    [0.9999, 3, 22.203742273205],
    [0.6, 1, 0.3249196962329063],
  ])('has its quantile of %d with %d degrees at %d', (p, degrees, t) => {
    expect(Math.abs(studentQuantile(p, degrees) / t - 1)).toBeLessThan(1e-12);
  });

  test('has the median 0 and endless ends', () => {
    expect(studentQuantile(0.5, 4)).toBe(0);
    expect(studentQuantile(0, 4)).toBe(Number.NEGATIVE_INFINITY);
    expect(studentQuantile(1, 4)).toBe(Number.POSITIVE_INFINITY);
    for (const p of [-0.1, 1.1, Number.NaN]) expect(studentQuantile(p, 4)).toBeNaN();
    expect(studentQuantile(0.9, Number.NaN)).toBeNaN();
  });
});
