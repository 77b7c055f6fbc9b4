import { describe, expect, test } from 'vitest';
import { concurrency, positiveNumber, seconds, share, wholeNumber } from './options.ts';

describe('numbers on the command line', () => {
  test('a time that no timer holds is refused, not cut to a millisecond', () => {
    expect(seconds('2147483')).toBe(2_147_483);
    expect(seconds('0.5')).toBe(0.5);
    for (const text of ['2147484', '1e9', '0', '-1', '', 'NaN', 'Infinity']) {
      expect(() => seconds(text)).toThrow(/It must be/);
    }
  });

  test('whole numbers are written in digits', () => {
    expect(wholeNumber(1)('12')).toBe(12);
    for (const text of ['0', '1.5', '1e3', '-1', '', ' ', '0x10', '99999999999999999999']) {
      expect(() => wholeNumber(1)(text)).toThrow('a whole number from 1 up');
    }
  });

  test('amounts are above 0, shares from 0 to 1', () => {
    expect(positiveNumber('1e-3')).toBe(0.001);
    expect(share('0')).toBe(0);
    expect(share('1')).toBe(1);
    for (const text of ['0', '-1', '1e400', 'abc', '']) expect(() => positiveNumber(text)).toThrow('above 0');
    for (const text of ['-0.1', '1.1', 'NaN', '']) expect(() => share(text)).toThrow('from 0 to 1');
  });

  test('concurrency is a number or auto', () => {
    expect(concurrency('auto')).toBe('auto');
    expect(concurrency('1000')).toBe(1000);
    expect(() => concurrency('AUTO')).toThrow('a whole number');
  });
});
