import { describe, expect, test } from 'vitest';
import { averageJaccard, averageScores, classScores, scoresOf } from './class-scores.ts';

const count = (label: string, truePositives: number, falsePositives: number, falseNegatives: number) => ({
  label,
  truePositives,
  falsePositives,
  falseNegatives,
});
const CLASSES = [count('a', 3, 1, 0), count('b', 1, 0, 2), count('c', 0, 2, 0)];

describe('scores of a class', () => {
  test('are ratios of counts', () => {
    expect(scoresOf(3, 1, 2)).toEqual({ precision: 3 / 4, recall: 3 / 5, f1: 6 / 9 });
    expect(classScores(CLASSES)[1]).toEqual({
      label: 'b',
      precision: 1,
      recall: 1 / 3,
      f1: 1 / 2,
      support: 3,
    });
  });

  test('0/0 is 0, or 1 if so set', () => {
    expect(scoresOf(0, 0, 0)).toEqual({ precision: 0, recall: 0, f1: 0 });
    expect(scoresOf(0, 0, 0, 1)).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(scoresOf(0, 2, 0, 1)).toEqual({ precision: 0, recall: 1, f1: 0 });
    expect(scoresOf(0, 0, 2, 1)).toEqual({ precision: 1, recall: 0, f1: 0 });
    expect(classScores([count('z', 0, 0, 0)], 1)[0]?.f1).toBe(1);
  });
});

describe('averages', () => {
  test('macro is the mean of the classes, micro of the counts, weighted by support', () => {
    const { macro, micro, weighted } = averageScores(CLASSES);
    expect(macro?.precision).toBeCloseTo((3 / 4 + 1 + 0) / 3, 15);
    expect(macro?.recall).toBeCloseTo((1 + 1 / 3 + 0) / 3, 15);
    expect(macro?.f1).toBeCloseTo((6 / 7 + 1 / 2 + 0) / 3, 15);
    expect(micro).toEqual({ precision: 4 / 7, recall: 4 / 6, f1: 8 / 13 });
    expect(weighted?.precision).toBeCloseTo((3 * (3 / 4) + 3 * 1) / 6, 15);
    expect(weighted?.recall).toBeCloseTo((3 * 1 + 3 * (1 / 3)) / 6, 15);
    expect(weighted?.f1).toBeCloseTo((3 * (6 / 7) + 3 * (1 / 2)) / 6, 15);
  });

  test('no class has no average', () => {
    expect(averageScores([])).toEqual({ macro: null, micro: null, weighted: null });
    expect(averageJaccard([])).toBeNull();
  });

  test('classes without a row give the value of 0/0', () => {
    const empty = [count('a', 0, 0, 0), count('b', 0, 2, 0)];
    expect(averageScores(empty).weighted).toEqual({ precision: 0, recall: 0, f1: 0 });
    expect(averageScores(empty, 1).weighted).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(averageScores(empty, 1).macro).toEqual({ precision: 0.5, recall: 1, f1: 0.5 });
    expect(averageScores([count('a', 0, 0, 0)], 1).micro).toEqual({ precision: 1, recall: 1, f1: 1 });
  });

  test('the Jaccard index is the share of the union', () => {
    const jaccard = averageJaccard(CLASSES);
    expect(jaccard?.macro).toBeCloseTo((3 / 4 + 1 / 3 + 0) / 3, 15);
    expect(jaccard?.micro).toBe(4 / 9);
    expect(jaccard?.weighted).toBeCloseTo((3 * (3 / 4) + 3 * (1 / 3)) / 6, 15);
    expect(averageJaccard([count('a', 0, 0, 0)])).toEqual({ macro: 0, micro: 0, weighted: 0 });
    expect(averageJaccard([count('a', 0, 0, 0)], 1)).toEqual({ macro: 1, micro: 1, weighted: 1 });
  });
});
