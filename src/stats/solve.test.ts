import { describe, expect, test } from 'vitest';
import { solveIncreasing } from './solve.ts';

describe('solveIncreasing', () => {
  const cube = { value: (x: number) => x ** 3, slope: (x: number) => 3 * x * x };

  test('finds where a function reaches a value', () => {
    expect(solveIncreasing(cube, 27, 0, 100, 1)).toBeCloseTo(3, 14);
    expect(solveIncreasing(cube, -8, -10, 10, 9)).toBeCloseTo(-2, 14);
    expect(solveIncreasing(cube, 27, 0, 100, 3)).toBe(3);
  });

  test('halves its bracket where the slope is of no use', () => {
    for (const slope of [0, Number.NaN, 1e-9]) {
      expect(solveIncreasing({ value: cube.value, slope: () => slope }, 27, 0, 100, 50)).toBeCloseTo(3, 12);
    }
  });
});
