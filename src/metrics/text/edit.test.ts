import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/any-text.ts';
import {
  indelDistance,
  indelRatio,
  lcsLength,
  levenshtein,
  levenshteinSimilarity,
  normalizedLevenshtein,
} from './edit.ts';

// Values of RapidFuzz 3.14.6: Levenshtein, indel distance, longest common subsequence; lengths in code points.
const DISTANCES: readonly (readonly [string, string, number, number, number, longer: number])[] = [
  ['', 'abc', 3, 3, 0, 3],
  ['abc', '', 3, 3, 0, 3],
  ['same', 'same', 0, 0, 4, 4],
  ['a', 'b', 1, 2, 0, 1],
  ['kitten', 'sitting', 3, 5, 4, 7],
  ['flaw', 'lawn', 2, 2, 3, 4],
  ['aaaa', 'aa', 2, 2, 2, 4],
  ['𠮷某', '吉某', 1, 2, 1, 2],
  ['\u{10ffff}', '\uffff', 1, 2, 0, 1],
  ['é', 'e\u0301', 2, 3, 0, 2],
];

describe('edit measures', () => {
  it.each(DISTANCES)('%j and %j', (left, right, distance, indel, common, longer) => {
    expect(levenshtein(left, right)).toBe(distance);
    expect(indelDistance(left, right)).toBe(indel);
    expect(lcsLength(left, right)).toBe(common);
    expect(normalizedLevenshtein(left, right)).toBeCloseTo(distance / longer, 12);
    expect(levenshteinSimilarity(left, right)).toBeCloseTo(1 - distance / longer, 12);
    expect(indelRatio(left, right)).toBeCloseTo((2 * common) / (2 * common + indel), 12);
  });

  it('call two empty texts equal', () => {
    expect([normalizedLevenshtein('', ''), levenshteinSimilarity('', ''), indelRatio('', '')]).toEqual([
      0, 1, 1,
    ]);
    expect([levenshtein('', ''), indelDistance('', ''), lcsLength('', '')]).toEqual([0, 0, 0]);
  });

  it('are symmetric, in range, and 1 for a text and itself', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (left, right) => {
        for (const measure of [normalizedLevenshtein, levenshteinSimilarity, indelRatio]) {
          const value = measure(left, right);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
          expect(measure(right, left)).toBe(value);
        }
        expect(indelDistance(left, right)).toBeGreaterThanOrEqual(levenshtein(left, right));
        expect([levenshtein(left, left), indelDistance(left, left)]).toEqual([0, 0]);
        expect([levenshteinSimilarity(left, left), indelRatio(left, left)]).toEqual([1, 1]);
      }),
    );
  });
});
