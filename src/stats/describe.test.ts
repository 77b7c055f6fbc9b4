import { expect, describe as suite, test } from 'vitest';
import { checkLevel, describe } from './describe.ts';

suite('describe', () => {
  test('a list of numbers', () => {
    const made = describe([1, 2, 3, 4]);
    expect(made).toMatchObject({ n: 4, mean: 2.5, bernoulliSe: null });
    expect(made.variance).toBeCloseTo(5 / 3, 14);
    expect(made.sd).toBeCloseTo(Math.sqrt(5 / 3), 14);
    expect(made.se).toBeCloseTo(Math.sqrt(5 / 12), 14);
    expect(made.populationSd).toBeCloseTo(Math.sqrt(5 / 4), 14);
    expect(made.normalInterval).toEqual([
      expect.closeTo(1.23484868811834, 12),
      expect.closeTo(3.76515131188166, 12),
    ]);
    expect(made.studentInterval).toEqual([
      expect.closeTo(0.4457397432394794, 12),
      expect.closeTo(4.554260256760521, 12),
    ]);
  });

  test('the level widens the intervals', () => {
    const [low, high] = describe([1, 2, 3, 4], 0.99).normalInterval;
    expect([low, high]).toEqual([
      expect.closeTo(2.5 - 2.5758293035489 * Math.sqrt(5 / 12), 12),
      expect.closeTo(2.5 + 2.5758293035489 * Math.sqrt(5 / 12), 12),
    ]);
  });

  test('rates have a binomial error too', () => {
    expect(describe([1, 0, 0, 1, 1]).bernoulliSe).toBeCloseTo(Math.sqrt((0.6 * 0.4) / 5), 14);
    expect(describe([0, 0]).bernoulliSe).toBe(0);
    expect(describe([0, 1, 0.5]).bernoulliSe).toBeNull();
  });

  test('one value varies not, no value is nothing', () => {
    const none = [null, null];
    expect(describe([3.5])).toEqual({
      n: 1,
      mean: 3.5,
      variance: null,
      sd: null,
      se: null,
      populationSd: 0,
      bernoulliSe: null,
      normalInterval: none,
      studentInterval: none,
    });
    expect(describe([])).toMatchObject({
      n: 0,
      mean: null,
      variance: null,
      populationSd: null,
      bernoulliSe: null,
    });
  });

  test('a level lies between 0 and 1', () => {
    expect(checkLevel(0.5)).toBe(0.25);
    for (const level of [0, 1, -1, Number.NaN]) expect(() => checkLevel(level)).toThrow(RangeError);
  });
});
