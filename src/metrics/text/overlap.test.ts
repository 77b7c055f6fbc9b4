import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/any-text.ts';
import { pythonSplit } from '../../text/python.ts';
import { answerCharacters, bagF1, characterF1, clozeOverlap } from './overlap.ts';

describe('bagF1', () => {
  it('counts tokens as often as both bags hold them', () => {
    expect(bagF1(['a', 'a', 'b'], ['a', 'b', 'b'], 1)).toBeCloseTo(2 / 3, 12);
    expect(bagF1(['a', 'b', 'c', 'd'], ['a'], 1)).toBeCloseTo(0.4, 12);
    expect(bagF1(['a'], ['a', 'b', 'c'], 1)).toBeCloseTo(0.5, 12);
    expect(bagF1(['a'], ['b'], 1)).toBe(0);
    expect(bagF1([], ['b'], 1)).toBe(0);
    expect(bagF1(['a'], [], 1)).toBe(0);
    expect([bagF1([], [], 1), bagF1([], [], 0)]).toEqual([1, 0]);
    expect(bagF1(['__proto__', 'constructor'], ['__proto__', 'x'], 1)).toBe(0.5);
  });
});

describe('characterF1', () => {
  // Values of LawBench's scorer, which counts with Python's isalpha and isdigit.
  it.each<[string, string, number]>([
    ['每月800元', '800元', 0.8],
    ['因夫妻感情破裂。', '夫妻感情破裂', 0.923076923076923],
    ['', '', 1],
    ['无法回答', '', 0],
    ['', '答', 0],
    ['是', 'YES', 0],
    ['yes', 'YES', 1],
    ['二零一六年', '二〇一六年', 0.888888888888889],
    ['⑴冯x9；⑵李x10', '冯x9,李x10,李x8', 0.7368421052631577],
    ['张某', '张**', 0.6666666666666666],
    ['。，', '！', 1],
  ])('%j against %j', (prediction, gold, want) => {
    expect(characterF1(prediction, gold)).toBeCloseTo(want, 12);
  });

  it('takes the best of several golds and refuses none', () => {
    const golds = ['夫妻感情破裂', '因夫妻感情破裂', '夫妻感情破裂'];
    expect(characterF1('因感情破裂', golds)).toBeCloseTo(0.8333333333333333, 12);
    expect(() => characterF1('a', [])).toThrow(expect.objectContaining({ code: 'usage' }));
  });

  it('keeps letters and digits by code point', () => {
    expect(answerCharacters('𠮷A9-② 〇!')).toEqual(['𠮷', 'a', '9', '②']);
  });

  it('is symmetric, in range, and 1 for a text and itself', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (left, right) => {
        const f1 = characterF1(left, right);
        expect(f1).toBeGreaterThanOrEqual(0);
        expect(f1).toBeLessThanOrEqual(1);
        expect(characterF1(right, left)).toBeCloseTo(f1, 12);
        expect(characterF1(left, left)).toBe(1);
      }),
    );
  });
});

describe('clozeOverlap', () => {
  // Values of Python 3.11.
  it.each<[string, string, number]>([
    ['red fox', 'red fox', 1],
    ['RED Fox', 'red fOX', 1],
    ['c b a', 'a b c', 1],
    ['a b c d', 'a b', 1],
    ['', '', 0],
    ['x', ' \t', 0],
    ['', 'x', 0],
    ['the the', 'the the the cat', 0.25],
    ['cat cat cat', 'cat dog', 0.5],
    ['fox.', 'fox', 0],
    ['a\u001cb', 'a b', 1],
    ['a\u200bb', 'a b', 0],
    ['北京\u3000上海', '上海 北京', 1],
    ['STRASSE', 'straße', 0],
    ['__proto__ constructor', 'constructor __proto__ toString', 2 / 3],
  ])('%j against %j', (prediction, gold, want) => {
    expect(clozeOverlap(prediction, gold)).toBeCloseTo(want, 12);
  });

  it('is in range, and 1 for a text of distinct words and itself', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (left, right) => {
        const overlap = clozeOverlap(left, right);
        expect(overlap).toBeGreaterThanOrEqual(0);
        expect(overlap).toBeLessThanOrEqual(1);
        // The exceptions: no word gives 0, and a repeated word counts in the denominator.
        const words = pythonSplit(left.toLowerCase());
        expect(clozeOverlap(left, left)).toBe(new Set(words).size / Math.max(words.length, 1));
      }),
    );
  });
});
