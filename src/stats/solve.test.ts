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
    for (const slope of [0, Number.NaN, 1e-9, 1e6, 1e12, -1, Number.POSITIVE_INFINITY]) {
      expect(solveIncreasing({ value: cube.value, slope: () => slope }, 27, 0, 100, 50)).toBeCloseTo(3, 12);
    }
  });

  test('needs few steps where the slope is right', () => {
    let calls = 0;
    const counted = {
      value: (x: number) => {
        calls += 1;
        return cube.value(x);
      },
      slope: cube.slope,
    };
    expect(solveIncreasing(counted, 2, 0, 4, 1)).toBeCloseTo(Math.cbrt(2), 15);
    expect(calls).toBeLessThan(9);
  });

  test('is NaN where the function is', () => {
    expect(solveIncreasing({ value: () => Number.NaN, slope: () => 1 }, 1, 0, 2, 1)).toBeNaN();
    expect(solveIncreasing(cube, 1, 0, 2, Number.NaN)).toBeNaN();
  });

  test('ends at an end of the bracket if the target lies beyond it', () => {
    expect(solveIncreasing(cube, 27, 0, 2, 1)).toBeCloseTo(2, 14);
    expect(solveIncreasing(cube, -8, 1, 2, 1.5)).toBeCloseTo(1, 14);
  });
});
