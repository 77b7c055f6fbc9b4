import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth, pad, truncate, wrap } from './width.ts';

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['ndcg@10', 7],
    ['公安', 4],
    ['诈骗 f1', 7],
    ['ｆ１', 4],
    ['ｶﾞ', 2],
    ['한국', 4],
    ['é', 1],
    ['e\u0301', 1],
    ['😀', 2],
    ['👩‍👩‍👧‍👦', 2],
    ['👍🏽', 2],
    ['🇩🇪', 2],
    ['❤', 1],
    ['❤️', 2],
    ['✅', 2],
    ['— · █', 5],
    ['\u200b\u200d', 0],
    ['𠮷', 2],
    ['\ud800', 1],
    ['a\u0000b', 2],
  ])('%j is %d', (text, want) => expect(displayWidth(text)).toBe(want));
});

describe('pad, truncate, wrap', () => {
  it('pads by columns, not by characters', () => {
    expect(pad('公安', 6)).toBe('公安  ');
    expect(pad('7', 3, 'right')).toBe('  7');
    expect(pad('long', 2)).toBe('long');
  });

  it('cuts between characters as read', () => {
    expect(truncate('abcdef', 4)).toBe('abc…');
    expect(truncate('公安机关', 5)).toBe('公安…');
    expect(truncate('公安机关', 4)).toBe('公…');
    expect(truncate('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3)).toBe('👩‍👩‍👧‍👦…');
    expect(truncate('abc', 0)).toBe('');
    expect(truncate('abc', 3)).toBe('abc');
  });

  it('wraps at spaces, and inside words that are too long', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrap('a verylongword', 5)).toEqual(['a', 'veryl', 'ongwo', 'rd']);
    expect(wrap('公安机关依法', 5)).toEqual(['公安', '机关', '依法']);
    expect(wrap('ranks/e5_rank.pickle', 12)).toEqual(['ranks/e5_', 'rank.pickle']);
    expect(wrap('a\nb', 10)).toEqual(['a', 'b']);
    expect(wrap('', 10)).toEqual(['']);
    expect(wrap('公', 1)).toEqual(['公']);
  });

  it('loses nothing and keeps to the width', () => {
    const word = fc.string({
      unit: fc.constantFrom('a', 'b', '公', '😀', 'é', '-'),
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.integer({ min: 2, max: 20 }), (words, width) => {
        const text = words.join(' ');
        const lines = wrap(text, width);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''));
      }),
    );
  });
});
