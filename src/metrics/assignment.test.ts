import { array, assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bestPairs } from './assignment.ts';

type Weights = readonly (readonly number[])[];

const sumOf = (weights: Weights, pairs: readonly number[]): number =>
  pairs.reduce((sum, column, row) => sum + (column < 0 ? 0 : weights[row]![column]!), 0);

/** The largest sum, by trying every choice. */
function bestSum(weights: Weights, row = 0, taken: ReadonlySet<number> = new Set()): number {
  if (row === weights.length) return 0;
  let best = bestSum(weights, row + 1, taken);
  weights[row]!.forEach((weight, column) => {
    if (!taken.has(column))
      best = Math.max(best, weight + bestSum(weights, row + 1, new Set([...taken, column])));
  });
  return best;
}

const tables = integer({ min: 1, max: 5 }).chain((columns) =>
  array(array(integer({ min: 0, max: 9 }), { minLength: columns, maxLength: columns }), { maxLength: 5 }),
);

describe('bestPairs', () => {
  test('pairs nothing in an empty table', () => {
    expect(bestPairs([])).toEqual([]);
    expect(bestPairs([[], []])).toEqual([-1, -1]);
  });

  test('gives up a good pair where the sum gains', () => {
    const weights = [
      [10, 9],
      [9, 1],
    ];
    expect(bestPairs(weights)).toEqual([1, 0]);
    const longer = [
      [7, 6, 0],
      [6, 5, 3],
      [5, 0, 0],
    ];
    expect(bestPairs(longer)).toEqual([1, 2, 0]);
  });

  test('leaves out pairs of weight 0', () => {
    expect(bestPairs([[0]])).toEqual([-1]);
    expect(bestPairs([[0, 2, 0]])).toEqual([1]);
    expect(bestPairs([[0], [2], [0]])).toEqual([-1, 0, -1]);
    expect(bestPairs([[3], [2]])).toEqual([0, -1]);
  });

  test('finds the largest sum, each row and column once at most', () => {
    assert(
      property(tables, (weights) => {
        const pairs = bestPairs(weights);
        const taken = pairs.filter((column) => column >= 0);
        expect(pairs).toHaveLength(weights.length);
        expect(new Set(taken).size).toBe(taken.length);
        expect(pairs.every((column, row) => column === -1 || weights[row]![column]! > 0)).toBe(true);
        expect(sumOf(weights, pairs)).toBe(bestSum(weights));
      }),
      { numRuns: 400, seed: 20260 },
    );
  });
});
