import { array, assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPlaceSorter } from './order-places.ts';

describe('createPlaceSorter', () => {
  const sort = createPlaceSorter();

  test('orders as a sort by comparison does, ties included', () => {
    assert(
      property(array(integer({ min: 0, max: 20 }), { maxLength: 120, size: 'max' }), (scores) => {
        const count = scores.length;
        const tie = (left: number, right: number): number => right - left;
        const expected = scores.map((_, place) => place).sort((a, b) => scores[b]! - scores[a]! || tie(a, b));
        expect([...sort(Float64Array.from(scores), count, tie)].slice(0, count)).toEqual(expected);
      }),
    );
  });

  test('0 and -0 are tied, infinities are not', () => {
    const scores = new Float64Array([0, -0, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect([...sort(scores, 4, (left, right) => right - left)].slice(0, 4)).toEqual([3, 1, 0, 2]);
  });

  test('looks at no more scores than it is told of', () => {
    const scores = new Float64Array([1, 3, 2, 99, 98]);
    expect([...sort(scores, 3, () => 0)].slice(0, 3)).toEqual([1, 2, 0]);
  });
});
