import { Buffer } from 'node:buffer';
import { assert, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareBytes } from './compare.ts';

describe('compareBytes', () => {
  test('puts a digit before a longer number, capitals before small letters, a prefix first', () => {
    const ids = ['a', '9', 'Z', '10', 'ab', '', '100'];
    expect(ids.toSorted(compareBytes)).toEqual(['', '10', '100', '9', 'Z', 'a', 'ab']);
  });

  test('puts characters above U+FFFF last, unlike <', () => {
    const ids = ['\u{1F300}', '\uFF5E', '\uE000', '\u4E2D', '\u{20BB7}'];
    expect(ids.toSorted(compareBytes)).toEqual(['\u4E2D', '\uE000', '\uFF5E', '\u{1F300}', '\u{20BB7}']);
    expect('\u{1F300}' < '\uFF5E').toBe(true);
  });

  test('is 0 for equal strings only; composed and decomposed forms differ', () => {
    expect(compareBytes('caf\u00e9', 'caf\u00e9')).toBe(0);
    expect(compareBytes('caf\u00e9', 'cafe\u0301')).toBeGreaterThan(0);
  });

  test('agrees with the bytes of any two strings', () => {
    assert(
      property(string({ unit: 'binary' }), string({ unit: 'binary' }), (left, right) => {
        expect(Math.sign(compareBytes(left, right))).toBe(
          Buffer.compare(Buffer.from(left), Buffer.from(right)),
        );
      }),
    );
  });
});
