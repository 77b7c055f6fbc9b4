import { describe, expect, test } from 'vitest';
import { midRanks } from './ranks.ts';

describe('midRanks', () => {
  test('equal values share the mean of their ranks', () => {
    const { ranks, groups } = midRanks([3, 1, 3, 2, 3]);
    expect([...ranks]).toEqual([4, 1, 4, 2, 4]);
    expect(groups).toEqual([1, 1, 3]);
  });

  test('0 and -0 are equal, infinities have ranks', () => {
    const { ranks, groups } = midRanks([0, Number.POSITIVE_INFINITY, -0, Number.NEGATIVE_INFINITY]);
    expect([...ranks]).toEqual([2.5, 4, 2.5, 1]);
    expect(groups).toEqual([1, 2, 1]);
  });

  test('no value has no rank; NaN is refused', () => {
    expect(midRanks([])).toEqual({ ranks: new Float64Array(), groups: [] });
    expect(() => midRanks([1, Number.NaN])).toThrow(/value 2 of 2/);
  });
});
