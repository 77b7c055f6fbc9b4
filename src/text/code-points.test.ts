import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../tests/any-text.ts';
import { codePointLength, codePoints, hasSurrogates, sliceCodePoints } from './code-points.ts';

const TEXTS = [
  '',
  'abc',
  '𠮷野家',
  '张𬭎',
  '👨‍👩‍👧',
  '\ud842',
  '\udfb7\ud842',
  'a\ud842',
  '\ud842\ud842\udfb7',
  '\uffff\u{10ffff}',
];

describe('code points', () => {
  it('are counted as Python does', () => {
    expect(TEXTS.map(codePointLength)).toEqual([0, 3, 3, 2, 5, 1, 2, 2, 2, 2]);
    expect(codePoints('张𬭎\ud842')).toEqual([0x5f20, 0x2cb4e, 0xd842]);
    expect(hasSurrogates('张宏')).toBe(false);
    expect(hasSurrogates('\ud7ff\ue000')).toBe(false);
    expect(hasSurrogates('\ud800')).toBe(true);
    expect(hasSurrogates('a\udfff')).toBe(true);
  });

  it('are cut whole', () => {
    expect(sliceCodePoints('𠮷野家', 0, 1)).toBe('𠮷');
    expect(sliceCodePoints('𠮷野家', 1)).toBe('野家');
    expect(sliceCodePoints('abc', 1, 2)).toBe('b');
    expect(sliceCodePoints('abc', 2, 9)).toBe('c');
  });

  it('agree with the iteration of the language, whatever the text', () => {
    fc.assert(
      fc.property(anyText(), fc.nat(9), fc.nat(9), (text, start, end) => {
        const all = Array.from(text, (character) => character.codePointAt(0));
        expect(codePoints(text)).toEqual(all);
        expect(codePointLength(text)).toBe(all.length);
        expect(codePoints(sliceCodePoints(text, start, end))).toEqual(all.slice(start, end));
      }),
    );
  });
});
