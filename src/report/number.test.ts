import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatFixed,
  formatMoney,
  formatPercent,
  formatRange,
  formatValue,
  formatWithInterval,
  missing,
  roundPython,
} from './number.ts';

describe('values', () => {
  it.each([
    [0.112466583195, 'proportion', {}, '0.1125'],
    [0.112466583195, 'proportion', { times100: true }, '11.25'],
    [0.112466583195, 'proportion', { times100: true, places: 3 }, '11.247'],
    [1, 'proportion', {}, '1.0000'],
    [-0.00001, 'proportion', {}, '0.0000'],
    [38.004, 'percent', {}, '38.00'],
    [38.004, 'percent', { times100: true }, '38.00'],
    [25331, 'count', {}, '25,331'],
    [2.5, 'count', {}, '2.50'],
    [0.5, 'score', { places: 2 }, '0.50'],
    [null, 'proportion', {}, '—'],
    [Number.NaN, 'proportion', {}, '—'],
    [Number.NEGATIVE_INFINITY, 'percent', {}, '—'],
  ] as const)('%s as %s %o is %s', (value, unit, options, want) => {
    expect(formatValue(value, unit, options)).toBe(want);
  });

  it('says why there is none', () => {
    expect(formatValue(null, 'proportion', {}, 'no relevant document')).toBe('— (no relevant document)');
    expect(missing('')).toBe('—');
  });

  it('puts the interval behind the value, in the same unit', () => {
    const interval = { low: 0.07121, high: 0.15983 };
    expect(formatWithInterval(0.112466583195, interval, 'proportion')).toBe('0.1125 [0.0712, 0.1598]');
    expect(formatWithInterval(0.112466583195, interval, 'proportion', { times100: true })).toBe(
      '11.25 [7.12, 15.98]',
    );
    expect(formatWithInterval(0.5, null, 'proportion')).toBe('0.5000');
    expect(formatWithInterval(null, interval, 'proportion')).toBe('—');
    expect(formatRange(interval, 'percent')).toBe('[0.07, 0.16]');
  });

  it('rounds ties to even, as Python prints them', () => {
    expect(formatFixed(0.125, 2)).toBe('0.12');
    expect((0.125).toFixed(2)).toBe('0.13');
    expect(formatFixed(roundPython(43.1487, 3), 3)).toBe('43.149');
  });

  it('always reads back within half a unit of the last place', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1e6, max: 1e6, noNaN: true }),
        fc.integer({ min: 0, max: 6 }),
        (value, places) => {
          expect(Math.abs(Number(formatFixed(value, places)) - value)).toBeLessThanOrEqual(
            0.5 * 10 ** -places + 1e-9,
          );
        },
      ),
    );
  });
});

describe('shares, counts, money, durations, sizes', () => {
  it('formats shares', () => {
    expect(formatPercent(0.975)).toBe('97.5 %');
    expect(formatPercent(1, 0)).toBe('100 %');
    expect(formatPercent(Number.NaN)).toBe('—');
  });

  it.each([
    [0, '0'],
    [999, '999'],
    [1000, '1,000'],
    [25331, '25,331'],
    [1234567, '1,234,567'],
    [-1234, '-1,234'],
    [Number.NaN, '—'],
  ])('count %d is %s', (count, want) => expect(formatCount(count)).toBe(want));

  it.each([
    [null, '—'],
    [0, '$0.00'],
    [0.00001, '< $0.0001'],
    [0.0123, '$0.0123'],
    [1, '$1.00'],
    [12.345, '$12.35'],
    [12345.678, '$12,345.68'],
    [-2, '-$2.00'],
  ])('money %s is %s', (money, want) => expect(formatMoney(money)).toBe(want));

  it.each([
    [0, '0 ms'],
    [850, '850 ms'],
    [999.7, '1.0 s'],
    [12_340, '12.3 s'],
    [59_960, '1 min 00 s'],
    [245_000, '4 min 05 s'],
    [3_599_800, '1 h 00 min'],
    [7_380_000, '2 h 03 min'],
    [86_399_000, '1 d 00 h'],
    [273_600_000, '3 d 04 h'],
    [Number.POSITIVE_INFINITY, '—'],
    [-1, '—'],
  ])('duration %d is %s', (duration, want) => expect(formatDuration(duration)).toBe(want));

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [12_345, '12.3 kB'],
    [999_960, '1.0 MB'],
    [4_088_592, '4.1 MB'],
    [7e15, '7000.0 TB'],
    [Number.NaN, '—'],
  ])('size %d is %s', (bytes, want) => expect(formatBytes(bytes)).toBe(want));
});
