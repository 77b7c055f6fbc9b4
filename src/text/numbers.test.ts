import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../tests/any-text.ts';
import { lastNumber } from './numbers.ts';

describe('lastNumber', () => {
  it.each<[string, number | null]>([
    ['The total is 72 clips, altogether.', 72],
    ['\\boxed{8,000}', 8000],
    ['The answer is $9{,}500.', 9500],
    ['It takes 1,234.50 units.', 1234.5],
    ['Sea level rose by 3.2 mm per year.', 3.2],
    ['The anomaly was −1.5 °C', -1.5],
    ['no figure given', null],
    ['', null],
    ['first 3, then 4', 4],
    ['10-20', 20],
    ['from 10 to -20', -20],
    ['x-5', 5],
    ['(-5)', -5],
    ['.5', 0.5],
    ['5.', 5],
    ['1,,2', 2],
    ['共计１２，００元', 0],
    ['共计１２元', 12],
    ['٣٫٥ or ٣', 3],
    ['6.02e23', 6.02e23],
    ['2e-3 m', 0.002],
    ['2em', 2],
    ['H2O', 2],
    ['1e999', null],
  ])('%j gives %s', (text, want) => {
    expect(lastNumber(text)).toBe(want);
  });

  it('gives a finite number or null, whatever the text', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const value = lastNumber(text);
        expect(value === null || Number.isFinite(value)).toBe(true);
      }),
    );
  });

  it('reads back a number with its thousands apart', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), (value) => {
        expect(lastNumber(`It is ${value.toLocaleString('en')}, about.`)).toBe(value);
      }),
    );
  });
});
