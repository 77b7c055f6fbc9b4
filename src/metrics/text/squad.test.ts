import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/any-text.ts';
import { squadExactMatch, squadF1, squadF1V1, squadNormalized } from './squad.ts';

// Values of SQuAD's script v2.0 (and v1.1 for the last): prediction, gold answers, normalised prediction, EM, F1, F1.
const ANSWERS: readonly (readonly [string, readonly string[], string, 0 | 1, number, number])[] = [
  ['The cat, a dog and an owl!', ['cat dog and owl'], 'cat dog and owl', 1, 1, 1],
  ['theory', ['ory'], 'theory', 0, 0, 0],
  ['the-end', ['theend'], 'theend', 1, 1, 1],
  ['U.S.A.', ['USA'], 'usa', 1, 1, 1],
  ['3.14', ['314'], '314', 1, 1, 1],
  ['“hello”', ['hello'], '“hello”', 0, 0, 0],
  ['b’the’c', ['b’ ’c', 'b’’c'], 'b’ ’c', 1, 1, 1],
  ['你好,世界.', ['你好世界'], '你好世界', 1, 1, 1],
  ['the中文', ['中文'], 'the中文', 0, 0, 0],
  ['the 中文', ['中文'], '中文', 1, 1, 1],
  ['éa b', ['é b'], 'éa b', 0, 0.5, 0.5],
  ['a\u0301 x', ['x'], '\u0301 x', 0, 2 / 3, 2 / 3],
  ['a1 the2 3an', ['1 2 3'], 'a1 the2 3an', 0, 0, 0],
  ['a_the_b', ['ab'], 'atheb', 0, 0, 0],
  ['  two\u00a0 \u001cwords\t\n', ['two words'], 'two words', 1, 1, 1],
  ['two\u200bwords', ['two words'], 'two\u200bwords', 0, 0, 0],
  ['', [''], '', 1, 1, 0],
  ['the!', ['an.'], '', 1, 1, 0],
  ['', ['answer'], '', 0, 0, 0],
  ['answer', [''], 'answer', 0, 0, 0],
  ['', ['', 'answer'], '', 1, 1, 0],
  ['dog dog dog', ['dog cat'], 'dog dog dog', 0, 0.4, 0.4],
  ['fox brown quick', ['quick brown fox'], 'fox brown quick', 0, 1, 1],
  ['brown fox', ['quick brown fox', 'brown fox', 'zebra'], 'brown fox', 1, 1, 1],
  ['ΟΔΟΣ', ['οδος'], 'οδος', 1, 1, 1],
  ['STRASSE', ['straße'], 'strasse', 0, 0, 0],
  ['`x` ^y~', ['x y'], 'x y', 1, 1, 1],
];

describe('SQuAD', () => {
  it.each(ANSWERS)('%j against %j', (prediction, golds, normalized, exact, f1, f1OfVersion1) => {
    expect(squadNormalized(prediction)).toBe(normalized);
    expect(squadExactMatch(prediction, golds)).toBe(exact);
    expect(squadF1(prediction, golds)).toBeCloseTo(f1, 12);
    expect(squadF1V1(prediction, golds)).toBeCloseTo(f1OfVersion1, 12);
  });

  it('takes one gold answer as a text and refuses none', () => {
    expect(squadF1('a dog', 'dog')).toBe(1);
    for (const measure of [squadExactMatch, squadF1, squadF1V1]) {
      expect(() => measure('a', [])).toThrow(expect.objectContaining({ code: 'usage' }));
    }
  });

  it('is symmetric, in range, and 1 for a text and itself', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (left, right) => {
        const f1 = squadF1(left, right);
        expect(f1).toBeGreaterThanOrEqual(squadExactMatch(left, right));
        expect(f1).toBeLessThanOrEqual(1);
        expect(squadF1(right, left)).toBeCloseTo(f1, 12);
        expect([squadExactMatch(left, left), squadF1(left, left)]).toEqual([1, 1]);
        // The exception under v1.1: a text without words.
        expect(squadF1V1(left, left)).toBe(squadNormalized(left) === '' ? 0 : 1);
      }),
    );
  });
});
