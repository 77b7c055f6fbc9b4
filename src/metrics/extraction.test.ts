import { describe, expect, test } from 'vitest';
import {
  addSums,
  documentScores,
  type HybridOptions,
  matchScores,
  matchSpans,
  spanCredit,
} from './extraction.ts';

const OPTIONS: HybridOptions = {
  threshold: 2,
  exactWeight: 0.7,
  fuzzyWeight: 0.3,
  lengthGuard: true,
  digitGuard: true,
};

describe('spanCredit', () => {
  test('is both weights for the same span', () => {
    expect(spanCredit('北京路', '北京路', true, OPTIONS)).toBe(1);
    expect(spanCredit('北京路', '北京路', false, { ...OPTIONS, threshold: 0 })).toBe(1);
  });

  test('is the near weight up to the threshold, that included', () => {
    expect(spanCredit('北京路口西', '北京路', true, OPTIONS)).toBe(0.3);
    expect(spanCredit('北京路', '北京路口西', true, OPTIONS)).toBe(0.3);
    expect(spanCredit('北京路口西侧', '北京路', true, OPTIONS)).toBe(0);
  });

  test('is 0 where near matches do not count', () => {
    expect(spanCredit('北京路口', '北京路', false, OPTIONS)).toBe(0);
    // without digits and of one length, so that only the threshold says no
    expect(spanCredit('北京路口', '北京路', true, { ...OPTIONS, threshold: 0 })).toBe(0);
  });

  test('asks for the same digits if told to', () => {
    const free = { ...OPTIONS, digitGuard: false };
    expect(spanCredit('晚9时许', '晚9时', true, OPTIONS)).toBe(0.3);
    expect(spanCredit('晚8时许', '晚9时', true, OPTIONS)).toBe(0);
    expect(spanCredit('晚8时许', '晚9时', true, free)).toBe(0.3);
    expect(spanCredit('晚８时许', '晚９时', true, OPTIONS)).toBe(0);
    expect(spanCredit('约1点2分', '约12点分', true, OPTIONS)).toBe(0);
  });

  test('is 0 at a distance as long as the longer span, if told to', () => {
    const free = { ...OPTIONS, lengthGuard: false };
    expect(spanCredit('张三', '李四', true, OPTIONS)).toBe(0);
    expect(spanCredit('张三', '李四', true, free)).toBe(0.3);
    expect(spanCredit('张三', '张三丰甲', true, OPTIONS)).toBe(0.3);
    // one code point in two units each
    expect(spanCredit('𠀀𠀁', '𠀂𠀃', true, OPTIONS)).toBe(0);
  });
});

describe('matchSpans', () => {
  test('counts a span once however often it stands', () => {
    const sums = { matched: 1, predicted: 2, gold: 1 };
    expect(matchSpans(['甲', '甲', '乙乙乙乙'], ['甲', '甲'], true, OPTIONS)).toEqual(sums);
    expect(matchSpans([], [], true, OPTIONS)).toEqual({ matched: 0, predicted: 0, gold: 0 });
  });

  test('adds the credit of the best pairs in any order', () => {
    const golds = ['人民路一号', '中山路'];
    const predictions = ['中山路', '人民路一', '很远的地方'];
    const expected = { matched: 1.3, predicted: 3, gold: 2 };
    expect(matchSpans(predictions, golds, true, OPTIONS)).toEqual(expected);
    expect(matchSpans(predictions.toReversed(), golds.toReversed(), true, OPTIONS)).toEqual(expected);
    expect(matchSpans(predictions, golds, false, OPTIONS).matched).toBe(1);
  });
});

test('addSums adds each of the three', () => {
  const sums = [
    { matched: 1, predicted: 2, gold: 5 },
    { matched: 0.5, predicted: 1, gold: 7 },
  ];
  expect(addSums(sums)).toEqual({ matched: 1.5, predicted: 3, gold: 12 });
  expect(addSums([])).toEqual({ matched: 0, predicted: 0, gold: 0 });
});

describe('matchScores', () => {
  test('divides the credit by what was predicted and by the gold', () => {
    const { precision, recall, f1 } = matchScores({ matched: 1, predicted: 2, gold: 4 });
    expect([precision, recall]).toEqual([0.5, 0.25]);
    expect(f1).toBeCloseTo(1 / 3, 15);
  });

  test('is 0 where nothing was predicted, nothing is there, nothing met', () => {
    const none = { precision: 0, recall: 0, f1: 0 };
    expect(matchScores({ matched: 0, predicted: 0, gold: 3 })).toEqual(none);
    expect(matchScores({ matched: 0, predicted: 3, gold: 0 })).toEqual(none);
    expect(matchScores({ matched: 0, predicted: 2, gold: 3 })).toEqual(none);
  });

  test('is 1 for a document without spans only if none was predicted', () => {
    expect(documentScores({ matched: 0, predicted: 0, gold: 0 })).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(documentScores({ matched: 0, predicted: 1, gold: 0 }).f1).toBe(0);
    expect(documentScores({ matched: 0, predicted: 0, gold: 1 }).f1).toBe(0);
    expect(documentScores({ matched: 1, predicted: 1, gold: 1 }).f1).toBe(1);
  });
});
