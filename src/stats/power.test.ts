import { describe, expect, test } from 'vitest';
import {
  detectableDifferenceOfError,
  detectableDifferencePaired,
  detectableDifferenceUnpaired,
  pairsNeeded,
} from './power.ts';

/** 1.959963984540054 + 0.8416212335729143 */
const REACH = 2.8015852181129683;

describe('power', () => {
  test('pairs: falls with the root of their number', () => {
    expect(detectableDifferencePaired(100, 0.5)).toBeCloseTo((REACH * 0.5) / 10, 13);
    expect(detectableDifferencePaired(400, 0.5)).toBeCloseTo((REACH * 0.5) / 20, 13);
    expect(detectableDifferencePaired(1, 0)).toBe(0);
  });

  test('from a standard error', () => {
    expect(detectableDifferenceOfError(0.05)).toBeCloseTo(detectableDifferencePaired(100, 0.5), 14);
    expect(detectableDifferenceOfError(1, { power: 0.5 })).toBeCloseTo(1.959963984540054, 12);
    expect(() => detectableDifferenceOfError(-1)).toThrow(RangeError);
  });

  test('independent sets: both count', () => {
    const made = detectableDifferenceUnpaired({ n: 100, sd: 0.5 }, { n: 400, sd: 0.3 });
    expect(made).toBeCloseTo(REACH * Math.sqrt(0.25 / 100 + 0.09 / 400), 13);
  });

  test('alpha and power can be set', () => {
    expect(detectableDifferencePaired(1, 1, { alpha: 0.01 })).toBeCloseTo(
      2.5758293035489 + 0.8416212335729143,
      12,
    );
    expect(detectableDifferencePaired(1, 1, { power: 0.9 })).toBeCloseTo(
      1.959963984540054 + 1.2815515655446004,
      12,
    );
    expect(detectableDifferenceUnpaired({ n: 1, sd: 1 }, { n: 1, sd: 0 }, { power: 0.5 })).toBeCloseTo(
      1.959963984540054,
      12,
    );
  });

  test('the number of pairs is the reverse', () => {
    const n = pairsNeeded(0.1, 0.5);
    expect(n).toBe(197);
    expect(detectableDifferencePaired(n, 0.5)).toBeLessThanOrEqual(0.1);
    expect(detectableDifferencePaired(n - 1, 0.5)).toBeGreaterThan(0.1);
    expect(pairsNeeded(-0.1, 0.5)).toBe(197);
    expect(pairsNeeded(0.1, 0)).toBe(1);
    expect(pairsNeeded(0.1, 0.5, { power: 0.9 })).toBe(263);
  });

  test('refuses what cannot be', () => {
    for (const n of [0, 1.5, Number.NaN]) expect(() => detectableDifferencePaired(n, 1)).toThrow(RangeError);
    for (const sd of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => detectableDifferencePaired(1, sd)).toThrow(RangeError);
      expect(() => detectableDifferenceUnpaired({ n: 1, sd: 1 }, { n: 1, sd }, {})).toThrow(RangeError);
    }
    for (const power of [0, 1]) expect(() => detectableDifferencePaired(1, 1, { power })).toThrow(RangeError);
    for (const alpha of [0, 1]) expect(() => detectableDifferencePaired(1, 1, { alpha })).toThrow(RangeError);
    for (const difference of [0, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => pairsNeeded(difference, 1)).toThrow(RangeError);
    }
  });
});
