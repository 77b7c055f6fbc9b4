import { describe, expect, it } from 'vitest';
import { roundNumpy } from './numpy.ts';
import { roundPython } from './python.ts';

describe('roundNumpy', () => {
  it('rounds ties of the product to even', () => {
    expect([0.5, 1.5, 2.5, -0.5, -1.5].map((value) => roundNumpy(value))).toEqual([0, 2, 2, -0, -2]);
    expect(roundNumpy(0.03125, 4)).toBe(0.0312);
  });

  it('differs from Python where the product is rounded', () => {
    expect(roundNumpy(107 / 160, 4)).toBe(0.6688);
    expect(roundPython(107 / 160, 4)).toBe(0.6687);
  });
});
