import { assert, constantFrom, nat, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ProportionMethod, proportionInterval } from './proportion.ts';

const METHODS: ProportionMethod[] = ['wilson', 'clopper-pearson', 'agresti-coull', 'jeffreys', 'wald'];

// statsmodels 0.15
describe('proportionInterval', () => {
  test.each<[ProportionMethod, number, number]>([
    ['wilson', 0.28671719277157315, 0.5908581890983192],
    ['clopper-pearson', 0.2709793731812929, 0.60511557858224],
    ['agresti-coull', 0.2865969330304501, 0.5909784488394422],
    ['wald', 0.27280220087938006, 0.5920626639854849],
    ['jeffreys', 0.2828698506026494, 0.5921156845797586],
  ])('%s of 16 in 37', (method, low, high) => {
    expect(proportionInterval(16, 37, method)).toEqual([expect.closeTo(low, 13), expect.closeTo(high, 13)]);
  });

  test.each<[ProportionMethod, number, number]>([
    ['wilson', 0, 0.2775327998628892],
    ['clopper-pearson', 0, 0.3084971078187607],
    ['agresti-coull', 0, 0.3208873057505457],
    ['wald', 0, 0],
    ['jeffreys', 4.789043315758196e-5, 0.21719626750921053],
  ])('%s of 0 in 10, and of 10 in 10', (method, low, high) => {
    const close = (value: number): number => expect.closeTo(value, 13) as unknown as number;
    expect(proportionInterval(0, 10, method)).toEqual([close(low), close(high)]);
    expect(proportionInterval(10, 10, method)).toEqual([close(1 - high), close(1 - low)]);
  });

  test('is Wilson’s at 95 % if nothing is said, and takes other levels', () => {
    expect(proportionInterval(40, 50)).toEqual([expect.closeTo(0.6696, 3), expect.closeTo(0.8876, 3)]);
    expect(proportionInterval(0, 1, 'clopper-pearson', 0.9)).toEqual([0, expect.closeTo(0.95, 14)]);
  });

  test('refuses counts that are none', () => {
    for (const [successes, trials] of [
      [0, 0],
      [-1, 5],
      [6, 5],
      [0.5, 5],
      [1, 2.5],
      [Number.NaN, 5],
    ] as const) {
      expect(() => proportionInterval(successes, trials)).toThrow(RangeError);
    }
    expect(() => proportionInterval(1, 2, 'wilson', 1)).toThrow(RangeError);
  });

  test('holds the share, stays in 0 to 1, and mirrors failures', () => {
    assert(
      property(nat(300), nat(300), constantFrom(...METHODS), (successes, failures, method) => {
        const trials = successes + failures;
        if (trials === 0) return;
        const [low, high] = proportionInterval(successes, trials, method);
        const [mirroredLow, mirroredHigh] = proportionInterval(failures, trials, method);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        if (method !== 'jeffreys') {
          expect(low).toBeLessThanOrEqual(successes / trials + 1e-12);
          expect(high).toBeGreaterThanOrEqual(successes / trials - 1e-12);
        }
        expect(mirroredLow).toBeCloseTo(1 - high, 9);
        expect(mirroredHigh).toBeCloseTo(1 - low, 9);
      }),
    );
  });
});
