import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/any-text.ts';
import { jaro, jaroWinkler } from './jaro.ts';

// Values of RapidFuzz 3.14.6.
const SIMILARITIES: readonly (readonly [string, string, number, number])[] = [
  ['', '', 1, 1],
  ['', 'abc', 0, 0],
  ['abc', '', 0, 0],
  ['a', 'a', 1, 1],
  ['a', 'b', 0, 0],
  ['kitten', 'sitting', 0.746031746031746, 0.746031746031746],
  ['MARTHA', 'MARHTA', 0.9444444444444445, 0.9611111111111111],
  ['DIXON', 'DICKSONX', 0.7666666666666666, 0.8133333333333332],
  ['DWAYNE', 'DUANE', 0.8222222222222223, 0.84],
  ['jellyfish', 'smellyfish', 0.8962962962962964, 0.8962962962962964],
  ['abcdxxxxxxxx', 'abcdyyyyyyyyyyyyyyyy', 0.5111111111111111, 0.5111111111111111],
  ['prefixAB', 'prefixBA', 0.9583333333333334, 0.975],
  ['ab', 'ba', 0, 0],
  ['abcdefghij', 'jbcdefghia', 0.8666666666666667, 0.8666666666666667],
  ['今天天气', '今日天气', 0.8333333333333334, 0.85],
  ['𠀀', '𠀁', 0, 0],
  ['𠮷野家', '吉野家', 0.7777777777777777, 0.7777777777777777],
  ['👍', '👍🏽', 0.8333333333333334, 0.85],
  ['a b', 'a  b', 0.9166666666666666, 0.9333333333333333],
  ['aaaa', 'aa', 0.8333333333333334, 0.8666666666666667],
];

describe('jaro and jaroWinkler', () => {
  it.each(SIMILARITIES)('%j and %j', (left, right, plain, winkler) => {
    expect(jaro(left, right)).toBeCloseTo(plain, 12);
    expect(jaroWinkler(left, right)).toBeCloseTo(winkler, 12);
  });

  it('are symmetric, in range, and 1 for a text and itself', () => {
    fc.assert(
      fc.property(anyText(), anyText(), (left, right) => {
        for (const measure of [jaro, jaroWinkler]) {
          const value = measure(left, right);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
          expect(measure(right, left)).toBeCloseTo(value, 12);
          expect(measure(left, left)).toBe(1);
        }
        expect(jaroWinkler(left, right)).toBeGreaterThanOrEqual(jaro(left, right));
      }),
    );
  });
});
