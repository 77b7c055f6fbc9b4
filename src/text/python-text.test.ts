import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../tests/any-text.ts';
import {
  decimalValue,
  isAsciiPunctuation,
  isPythonAlpha,
  isPythonDigit,
  isPythonSpace,
  pythonFloat,
  pythonLower,
  pythonLstrip,
  pythonRstrip,
  pythonSplit,
  pythonStrip,
  pythonUpper,
} from './python.ts';

// str.isspace of CPython 3.11 over all code points.
const SPACES = new Set([
  0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1c, 0x1d, 0x1e, 0x1f, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2001, 0x2002,
  0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000,
]);

describe('Python white space', () => {
  it('is what str.isspace says, for every code point', () => {
    const wrong: number[] = [];
    for (let point = 0; point <= 0x10ffff; point += 1) {
      if (isPythonSpace(point) !== SPACES.has(point)) wrong.push(point);
    }
    expect(wrong).toEqual([]);
  });

  it('splits and strips', () => {
    expect(pythonSplit('')).toEqual([]);
    expect(pythonSplit(' \u3000\u001c')).toEqual([]);
    expect(pythonSplit('a  b\tc \u3000d\u00a0e\u0085f\u001fg')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    expect(pythonSplit('a\u200bb \ufeffc\u180ed')).toEqual(['a\u200bb', '\ufeffc\u180ed']);
    expect(pythonStrip('\u0085\u001c a b \u2029')).toBe('a b');
    expect(pythonLstrip('\n a ')).toBe('a ');
    expect(pythonRstrip(' a \u3000')).toBe(' a');
    expect(pythonStrip('\ufeffa\u200b')).toBe('\ufeffa\u200b');
    expect(pythonStrip(' \t ')).toBe('');
  });

  it('gives back all but the white space, whatever the text', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const kept = Array.from(text).filter((character) => !isPythonSpace(character.codePointAt(0) ?? 0));
        expect(pythonSplit(text).join('')).toBe(kept.join(''));
      }),
    );
  });
});

describe('case', () => {
  it('maps as Python does', () => {
    expect(pythonUpper('straße ﬁ')).toBe('STRASSE FI');
    expect(pythonLower('İ ΟΔΟΣ K ẞ')).toBe('i̇ οδος k ß');
  });
});

describe('isAsciiPunctuation', () => {
  it('is string.punctuation', () => {
    const marks = Array.from({ length: 0x300 }, (_, point) => point).filter(isAsciiPunctuation);
    expect(String.fromCharCode(...marks)).toBe('!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~');
  });
});

describe('decimalValue', () => {
  it('reads digits of any script', () => {
    expect(Array.from('09٣９𝟘𝟡𝟶৭').map((digit) => decimalValue(digit.codePointAt(0)!))).toEqual([
      0, 9, 3, 9, 0, 9, 0, 7,
    ]);
    expect(Array.from('a/:²①一Ⅷ𝒜').map((other) => decimalValue(other.codePointAt(0)!))).toEqual(
      Array(8).fill(undefined),
    );
  });
});

describe('isPythonDigit and isPythonAlpha', () => {
  it('are str.isdigit and str.isalpha', () => {
    const digits = (text: string) =>
      Array.from(text).filter((character) => isPythonDigit(character.codePointAt(0)!));
    expect(digits('09a٣９²³¹⁰₉①⑨⑩⑴⑽⒈⓪⓵❶❿➀🄀𐩀〇一Ⅷ½')).toEqual(Array.from('09٣９²³¹⁰₉①⑨⑴⒈⓪⓵❶➀🄀𐩀'));
    const letters = (text: string) =>
      Array.from(text).filter((character) => isPythonAlpha(character.codePointAt(0)!));
    expect(letters('aZ@[`{é公𠮷〇Ⅷª①9_ー々')).toEqual(Array.from('aZé公𠮷ªー々'));
    let count = 0;
    for (let point = 0x80; point <= 0x10ffff; point += 1) {
      if (isPythonDigit(point) && decimalValue(point) === undefined) count += 1;
    }
    expect(count).toBe(128);
  });
});

describe('pythonFloat', () => {
  // Made with CPython 3.11; undefined: ValueError.
  it.each<[string, number | undefined]>([
    ['1', 1],
    [' 1\n', 1],
    ['\u30001\u0085', 1],
    ['\u001c1', undefined],
    ['1\u001c', undefined],
    ['1_0', 10],
    ['1_000.0_5', 1000.05],
    ['_1', undefined],
    ['1_', undefined],
    ['1__0', undefined],
    ['1._0', undefined],
    ['1_.0', undefined],
    ['1e1_0', 1e10],
    ['-1E-2', -0.01],
    ['+.5', 0.5],
    ['5.', 5],
    ['.', undefined],
    ['1e', undefined],
    ['e1', undefined],
    ['１２', 12],
    ['１_２', 12],
    ['٣.٥', 3.5],
    ['−1', undefined],
    ['1\u0000', undefined],
    ['0x10', undefined],
    ['1 2', undefined],
    ['inf', Number.POSITIVE_INFINITY],
    ['-Infinity', Number.NEGATIVE_INFINITY],
    ['infinit', undefined],
    ['nan', Number.NaN],
    ['+NaN', Number.NaN],
    ['1e400', Number.POSITIVE_INFINITY],
    ['-0', -0],
    ['\ufeff1', undefined],
    ['1\u200b', undefined],
    ['1d', undefined],
    ['--1', undefined],
    ['', undefined],
    [' ', undefined],
  ])('float(%j) is %s', (text, want) => {
    expect(pythonFloat(text)).toBe(want);
  });

  it('reads back every double', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        expect(pythonFloat(Object.is(value, -0) ? '-0' : String(value))).toBe(value);
      }),
    );
  });

  it('throws on no text', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(['number', 'undefined']).toContain(typeof pythonFloat(text));
      }),
    );
  });
});
