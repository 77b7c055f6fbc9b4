import { describe, expect, it } from 'vitest';
import { roundPython } from './python.ts';

// Made with CPython 3.11: [value, places, round(value, places)].
const CASES: readonly (readonly [number, number, number])[] = [
  [0.5, 0, 0],
  [1.5, 0, 2],
  [2.5, 0, 2],
  [-2.5, 0, -2],
  [0.125, 2, 0.12],
  [0.375, 2, 0.38],
  [-0.125, 2, -0.12],
  [2.675, 2, 2.67],
  [1.005, 2, 1],
  [0.05, 1, 0.1],
  [0.15, 1, 0.1],
  [0.25, 1, 0.2],
  [0.35, 1, 0.3],
  [1e22, 2, 1e22],
  [5e-324, 3, 0],
  [1.7976931348623157e308, 2, 1.7976931348623157e308],
  [1250, -2, 1200],
  [1350, -2, 1400],
  [49, -2, 0],
  [43.1487, 3, 43.149],
  [43.2295, 3, 43.23],
  [11.2466583195, 3, 11.247],
  [1e15 + 0.5, 0, 1e15],
];

describe('roundPython', () => {
  it.each(CASES)('round(%d, %d) is %d', (value, places, want) => {
    expect(roundPython(value, places)).toBe(want);
  });

  it('keeps the sign of a zero, as Python does', () => {
    expect(Object.is(roundPython(-0.00001, 4), -0)).toBe(true);
    expect(Object.is(roundPython(-0, 4), -0)).toBe(true);
  });

  it('gives back what is no finite number', () => {
    expect(roundPython(Number.NaN, 2)).toBeNaN();
    expect(roundPython(Number.POSITIVE_INFINITY, 2)).toBe(Number.POSITIVE_INFINITY);
  });

  it('differs from toFixed at ties', () => {
    expect(Number((2.5).toFixed(0))).toBe(3);
    expect(roundPython(2.5)).toBe(2);
  });
});
