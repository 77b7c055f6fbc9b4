import { describe, expect, test } from 'vitest';
import { onScale, type PrintedNumber, readPrintedNumber, roundsTo } from './number.ts';

const printed = (text: string): PrintedNumber => {
  const read = readPrintedNumber(text);
  if (read === null) throw new Error(`${text} is no number`);
  return read;
};

describe('readPrintedNumber', () => {
  test.each([
    ['65.9', 65.9, 1],
    ['65.90', 65.9, 2],
    [' 66 ', 66, 0],
    ['66.', 66, 0],
    ['.659', 0.659, 3],
    ['-0.12', -0.12, 2],
    ['\u22120.12', -0.12, 2],
    ['+3.0', 3, 1],
  ])('%j is %d to %d places', (text, value, places) => {
    expect(printed(text)).toEqual({ text: text.trim(), value, places });
  });

  test.each(['', '.', '-', '65,9', '65.9%', '65.9 ± 0.1', '1e-3', 'n/a', '0x10', 'Infinity', 'NaN', '1.2.3'])(
    '%j is none',
    (text) => {
      expect(readPrintedNumber(text)).toBeNull();
    },
  );
});

describe('roundsTo', () => {
  test.each([
    ['65.9', 65.93, true],
    ['65.9', 65.96, false],
    ['65.9', 65.84, false],
    ['65.90', 65.93, false],
    ['66', 65.93, true],
    ['0.66', 0.6593, true],
  ])('printed %s, ours %d: %s', (text, ours, equal) => {
    expect(roundsTo(ours, printed(text))).toBe(equal);
  });

  test('a half may have been rounded up or down', () => {
    // 0.125 is a double, 65.85 is none: both ends count, and no further.
    for (const text of ['0.12', '0.13']) expect(roundsTo(0.125, printed(text))).toBe(true);
    for (const text of ['65.8', '65.9']) expect(roundsTo(65.85, printed(text))).toBe(true);
    expect(roundsTo(0.1250001, printed('0.12'))).toBe(false);
  });
});

test('values move to the scale of the table', () => {
  expect(onScale(0.6593, 'proportion', 'percent')).toBeCloseTo(65.93, 12);
  expect(onScale(0.6593, 'proportion', 'unit')).toBe(0.6593);
  expect(onScale(26.35, 'percent', 'percent')).toBe(26.35);
  expect(onScale(26.35, 'percent', 'unit')).toBeCloseTo(0.2635, 12);
  expect(onScale(12, 'count', 'unit')).toBe(12);
});
