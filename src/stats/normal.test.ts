import { describe, expect, test } from 'vitest';
import { normalCdf, normalQuantile, normalSurvival } from './normal.ts';

describe('the normal distribution', () => {
  test('has two tails, each to full precision', () => {
    expect(normalCdf(0)).toBe(0.5);
    expect(normalSurvival(10) / 7.61985302416047e-24).toBeCloseTo(1, 12);
    expect(normalCdf(-10)).toBe(normalSurvival(10));
    expect(normalCdf(1.959963984540054)).toBeCloseTo(0.975, 14);
    expect(normalSurvival(1.959963984540054)).toBeCloseTo(0.025, 14);
  });

  test.each([
    [0.001, -3.0902323061678136],
    [0.025, -1.9599639845400543],
    [0.4, -0.2533471031357997],
    [0.975, 1.9599639845400538],
    [1e-300, -37.0470962993612],
  ])('has its quantile of %d at %d', (p, z) => {
    expect(Math.abs(normalQuantile(p) / z - 1)).toBeLessThan(1e-14);
  });

  test('has the median 0 and endless ends', () => {
    expect(normalQuantile(0.5)).toBe(0);
    expect(normalQuantile(0)).toBe(Number.NEGATIVE_INFINITY);
    expect(normalQuantile(1)).toBe(Number.POSITIVE_INFINITY);
    for (const p of [-0.1, 1.1, Number.NaN]) expect(normalQuantile(p)).toBeNaN();
  });
});
