import { array, assert, constantFrom, integer, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fleissKappa, krippendorffAlpha, type RatingLevel } from './agreement.ts';

const LEVELS: RatingLevel[] = ['nominal', 'ordinal', 'interval', 'ratio'];

// fast-krippendorff 0.8.2
describe('krippendorffAlpha', () => {
  test.each<[RatingLevel, number]>([
    ['nominal', 0.3],
    ['ordinal', 0.5625],
    ['interval', 0.6162280701754386],
    ['ratio', 0.8060897435897436],
  ])('two raters, %s', (level, alpha) => {
    expect(
      krippendorffAlpha(
        [
          [1, 5, 10, 10],
          [1, 10, 5, 10],
        ],
        level,
      ),
    ).toBeCloseTo(alpha, 13);
  });

  test.each<[RatingLevel, number]>([
    ['nominal', 0.5771812080536913],
    ['ordinal', 0.7792408622305529],
    ['interval', 0.5961538461538461],
    ['ratio', 0.7575039417750452],
  ])('five raters with gaps, %s', (level, alpha) => {
    const ratings = [
      [2, 2, 1, 2, null, 4, 2],
      [2, 2, 1, null, 2, 3, 2],
      [null, null, 1, 2, null, 4, 2],
      [null, 2, 1, 4, null, null, 4],
      [null, null, 1, 2, null, null, 2],
    ];
    expect(krippendorffAlpha(ratings, level)).toBeCloseTo(alpha, 13);
  });

  test('zeros are a ratio apart from anything else', () => {
    expect(
      krippendorffAlpha(
        [
          [0, 1, 2, 0],
          [0, 2, 2, 1],
        ],
        'ratio',
      ),
    ).toBeCloseTo(0.5035460992907801, 13);
  });

  test('texts can be rated, but not measured', () => {
    expect(
      krippendorffAlpha(
        [
          ['a', '__proto__', 'c'],
          ['a', '__proto__', 'c'],
        ],
        'nominal',
      ),
    ).toBe(1);
    expect(
      krippendorffAlpha(
        [
          ['1', 2],
          [1, 2],
        ],
        'nominal',
      ),
    ).toBeLessThan(1);
    for (const bad of ['a', Number.NaN]) {
      expect(() =>
        krippendorffAlpha(
          [
            [1, bad],
            [2, bad],
          ],
          'interval',
        ),
      ).toThrow(RangeError);
    }
  });

  test('has no value where all ratings are equal or none can be compared', () => {
    for (const level of LEVELS) {
      expect(
        krippendorffAlpha(
          [
            [1, 1],
            [1, 1],
          ],
          level,
        ),
      ).toBeNull();
      expect(
        krippendorffAlpha(
          [
            [1, null],
            [null, 2],
          ],
          level,
        ),
      ).toBeNull();
      expect(krippendorffAlpha([], level)).toBeNull();
    }
    expect(() => krippendorffAlpha([[1, 2], [1]], 'nominal')).toThrow(RangeError);
  });

  test('the order of raters and units does not matter, and it is at most 1', () => {
    const unit = tuple(...[0, 1, 2].map(() => constantFrom<(number | null)[]>(1, 2, 3, 5, null)));
    assert(
      property(array(unit, { minLength: 1, maxLength: 12 }), constantFrom(...LEVELS), (units, level) => {
        const raters = (list: typeof units) =>
          [0, 1, 2].map((rater) => list.map((row) => row[rater] ?? null));
        const alpha = krippendorffAlpha(raters(units), level);
        if (alpha === null) return;
        expect(alpha).toBeLessThanOrEqual(1);
        expect(krippendorffAlpha(raters(units.toReversed()), level)).toBeCloseTo(alpha, 10);
        expect(krippendorffAlpha(raters(units).toReversed(), level)).toBeCloseTo(alpha, 10);
      }),
    );
  });
});

// statsmodels 0.15
describe('fleissKappa', () => {
  test('counts raters who chose the same', () => {
    const table = [
      [4, 1],
      [4, 1],
      [0, 5],
      [4, 1],
      [0, 5],
      [4, 1],
      [0, 5],
      [1, 4],
      [5, 0],
      [0, 5],
      [3, 2],
      [1, 4],
      [3, 2],
    ];
    expect(fleissKappa(table)).toBeCloseTo(0.43965517241379304, 13);
    expect(
      fleissKappa([
        [3, 0],
        [0, 3],
        [3, 0],
      ]),
    ).toBeCloseTo(1, 15);
    expect(
      fleissKappa([
        [1, 1],
        [1, 1],
      ]),
    ).toBe(-1);
  });

  test('has no value where one category takes all, or without a unit', () => {
    expect(
      fleissKappa([
        [3, 0],
        [3, 0],
      ]),
    ).toBeNull();
    expect(fleissKappa([])).toBeNull();
  });

  test('refuses units of different shape and single ratings', () => {
    for (const table of [
      [
        [2, 1],
        [2, 2],
      ],
      [[1, 2], [3]],
      [
        [1, 0],
        [0, 1],
      ],
      [[0, 0]],
    ]) {
      expect(() => fleissKappa(table)).toThrow(RangeError);
    }
  });

  test('the order of units and categories does not matter', () => {
    const row = tuple(integer({ min: 0, max: 4 }), integer({ min: 0, max: 4 })).map(([a, b]) => [
      a,
      b,
      8 - a - b,
    ]);
    assert(
      property(array(row, { minLength: 1, maxLength: 10 }), (table) => {
        const kappa = fleissKappa(table);
        if (kappa === null) return;
        expect(fleissKappa(table.toReversed())).toBeCloseTo(kappa, 10);
        expect(fleissKappa(table.map((counts) => counts.toReversed()))).toBeCloseTo(kappa, 10);
        expect(kappa).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });
});
