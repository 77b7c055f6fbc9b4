import { describe, expect, test } from 'vitest';
import { countClasses, type PredictedLabel } from './class-counts.ts';
import { type ConfusionMatrix, cohenKappa, confusionMatrix, matthewsCorrelation } from './confusion.ts';

const LABELS = ['low', 'mid', 'high'];
const confuse = (gold: string[], predicted: PredictedLabel[], labels = LABELS): ConfusionMatrix =>
  confusionMatrix(countClasses(gold, predicted, labels));
const matrix = (...rows: number[][]): ConfusionMatrix => ({
  labels: rows.map((_, index) => String(index)),
  matrix: rows,
  outside: rows.map(() => 0),
});

describe('confusionMatrix', () => {
  test('has a row for gold, a column for the prediction, and what is outside apart', () => {
    expect(
      confuse(['low', 'low', 'mid', 'high', 'high', 'high'], ['low', 'mid', 'mid', 'low', null, 'none']),
    ).toEqual({
      labels: LABELS,
      matrix: [
        [1, 1, 0],
        [0, 1, 0],
        [1, 0, 0],
      ],
      outside: [0, 0, 2],
    });
  });
});

// exact rational arithmetic; scikit-learn is held against in the reference vectors
describe('cohenKappa', () => {
  const THREE = matrix([5, 2, 1], [1, 6, 2], [0, 3, 7]);

  test('equals exact arithmetic over the same table', () => {
    expect(cohenKappa(THREE)).toBeCloseTo(0.495850622406639, 14);
    expect(cohenKappa(THREE, 'linear')).toBeCloseTo(0.5659163987138264, 14);
    expect(cohenKappa(THREE, 'quadratic')).toBeCloseTo(0.6407982261640798, 14);
  });

  test('is 1 for agreement, below 0 under chance', () => {
    expect(cohenKappa(matrix([3, 0], [0, 2]))).toBe(1);
    expect(cohenKappa(matrix([0, 2], [2, 0]))).toBe(-1);
    expect(cohenKappa(matrix([2, 2], [2, 2]))).toBe(0);
  });

  test('has no value where only one category occurs', () => {
    for (const weights of ['none', 'linear', 'quadratic'] as const) {
      expect(cohenKappa(matrix([3, 0], [0, 0]), weights)).toBeNull();
      expect(cohenKappa(matrix([0, 0], [0, 0]), weights)).toBeNull();
    }
  });

  test('an unread prediction is a category that gold never uses', () => {
    const unread = confuse(['low', 'low', 'mid', 'mid'], ['low', null, 'mid', null]);
    // chance would agree on (2 x 1 + 2 x 1) / 16
    expect(cohenKappa(unread)).toBeCloseTo((0.5 - 0.25) / 0.75, 15);
    // as far off as low is from high: 2 of 4 rows at distance 2, chance: 2 x 2 x 2 x 2 / 16 + 2 x 1 x 2 / 16
    expect(cohenKappa(unread, 'linear')).toBeCloseTo(1 - 1 / (16 / 16 + 4 / 16), 15);
    expect(cohenKappa(unread, 'quadratic')).toBeCloseTo(1 - 2 / (32 / 16 + 4 / 16), 15);
    expect(cohenKappa({ labels: ['a'], matrix: [[1]], outside: [1] }, 'linear')).toBe(0);
  });
});

describe('matthewsCorrelation', () => {
  test('equals exact arithmetic over the same table', () => {
    expect(matthewsCorrelation(matrix([5, 2, 1], [1, 6, 2], [0, 3, 7]))).toBeCloseTo(0.5000393947220438, 14);
    expect(matthewsCorrelation(matrix([6, 1], [2, 3]))).toBeCloseTo(0.47809144373375745, 14);
  });

  test('is 1 for agreement, -1 for its reverse, 0 where a side is constant', () => {
    expect(matthewsCorrelation(matrix([3, 0], [0, 2]))).toBeCloseTo(1, 15);
    expect(matthewsCorrelation(matrix([0, 2], [2, 0]))).toBeCloseTo(-1, 15);
    expect(matthewsCorrelation(matrix([3, 2], [0, 0]))).toBe(0);
    expect(matthewsCorrelation(matrix([3, 0], [2, 0]))).toBe(0);
    expect(matthewsCorrelation(matrix([0]))).toBe(0);
  });

  test('an unread prediction is a class of its own', () => {
    // as three classes: gold a a b b, predicted a x b x
    const three = matrix([1, 0, 1], [0, 1, 1], [0, 0, 0]);
    const unread = confuse(['a', 'a', 'b', 'b'], ['a', null, 'b', null], ['a', 'b']);
    expect(matthewsCorrelation(unread)).toBeCloseTo(matthewsCorrelation(three), 15);
  });
});
