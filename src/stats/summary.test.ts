import { describe, expect, test } from 'vitest';
import { answeredAccuracy, finiteSummary, groupMeans } from './summary.ts';

describe('finiteSummary', () => {
  test('counts what is not finite and leaves it out', () => {
    expect(finiteSummary([0.5, Number.NaN, 1])).toEqual({ mean: 0.75, min: 0.5, max: 1, n: 2, invalid: 1 });
    expect(finiteSummary([Number.POSITIVE_INFINITY])).toEqual({
      mean: null,
      min: null,
      max: null,
      n: 0,
      invalid: 1,
    });
    expect(finiteSummary([3, '4', null, undefined, 1])).toEqual({
      mean: 2,
      min: 1,
      max: 3,
      n: 2,
      invalid: 3,
    });
    expect(finiteSummary([])).toEqual({ mean: null, min: null, max: null, n: 0, invalid: 0 });
  });
});

describe('answeredAccuracy', () => {
  test('is over everything that was asked', () => {
    const items = [...new Array<boolean>(8).fill(true), false, null];
    expect(answeredAccuracy(items)).toEqual({
      accuracy: 0.8,
      total: 10,
      answered: 9,
      errors: 1,
      accuracyAnswered: 8 / 9,
    });
    expect(answeredAccuracy([null, null])).toEqual({
      accuracy: 0,
      total: 2,
      answered: 0,
      errors: 2,
      accuracyAnswered: null,
    });
    expect(answeredAccuracy([])).toEqual({
      accuracy: null,
      total: 0,
      answered: 0,
      errors: 0,
      accuracyAnswered: null,
    });
  });
});

describe('groupMeans', () => {
  test('weighs items or groups', () => {
    const { micro, macro, n } = groupMeans([
      { n: 381, mean: 0.4 },
      { n: 1351, mean: 0.2 },
    ]);
    expect(micro).toBeCloseTo(0.24399538106235566, 14);
    expect(macro).toBeCloseTo(0.3, 14);
    expect(n).toBe(1732);
  });

  test('a group without items takes part in neither', () => {
    expect(
      groupMeans([
        { n: 10, mean: 1 },
        { n: 0, mean: null },
      ]),
    ).toEqual({ micro: 1, macro: 1, n: 10 });
    expect(
      groupMeans([
        { n: 10, mean: 1 },
        { n: 0, mean: 0 },
      ]).macro,
    ).toBe(1);
    expect(
      groupMeans([
        { n: 5, mean: null },
        { n: 10, mean: 0.5 },
      ]),
    ).toEqual({ micro: 0.5, macro: 0.5, n: 10 });
    expect(groupMeans([])).toEqual({ micro: null, macro: null, n: 0 });
  });
});
