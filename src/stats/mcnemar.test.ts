import { describe, expect, test } from 'vitest';
import { mcnemar, pairTable } from './mcnemar.ts';

// statsmodels 0.15, SciPy 1.17.1
describe('mcnemar', () => {
  test('tests what the two differ in', () => {
    const made = mcnemar([
      [182, 12],
      [28, 153],
    ]);
    expect(made.pExact).toBeCloseTo(0.01658900337497471, 13);
    expect(made.pMid).toBeCloseTo(0.011507789735333063, 13);
    expect(made.chiSquare).toBe(6.4);
    expect(made.pChiSquare).toBeCloseTo(0.01141203638600166, 14);
    expect(made.chiSquareCorrected).toBe(5.625);
    expect(made.pChiSquareCorrected).toBeCloseTo(0.017706065807366642, 14);
    expect(
      mcnemar([
        [0, 28],
        [12, 0],
      ]),
    ).toEqual(made);
  });

  test('an even split is no evidence', () => {
    expect(
      mcnemar([
        [1, 7],
        [7, 1],
      ]),
    ).toMatchObject({
      pExact: 1,
      pMid: expect.closeTo(1, 12),
      chiSquare: 0,
      pChiSquare: 1,
      chiSquareCorrected: 1 / 14,
    });
  });

  test('no difference at all has no chi-square', () => {
    expect(
      mcnemar([
        [10, 0],
        [0, 5],
      ]),
    ).toEqual({
      pExact: 1,
      pMid: 1,
      chiSquare: null,
      pChiSquare: null,
      chiSquareCorrected: null,
      pChiSquareCorrected: null,
    });
  });

  test('small p-values keep their digits', () => {
    const made = mcnemar([
      [0, 60],
      [0, 0],
    ]);
    expect(made.pExact / 1.734723475976807e-18).toBeCloseTo(1, 12);
    expect(made.pMid / 8.673617379884035e-19).toBeCloseTo(1, 12);
    expect((made.pChiSquare ?? 0) / 9.485737571073857e-15).toBeCloseTo(1, 10);
  });

  test('counts are whole numbers from 0', () => {
    for (const count of [-1, 0.5, Number.NaN])
      expect(() =>
        mcnemar([
          [0, count],
          [1, 0],
        ]),
      ).toThrow(RangeError);
  });

  test('the table is made of right and wrong answers', () => {
    const a = [true, true, true, false, false, false];
    const b = [true, true, false, true, false, false];
    expect(pairTable(a, b)).toEqual([
      [2, 1],
      [1, 2],
    ]);
    expect(pairTable([true, true], [false, false])).toEqual([
      [0, 2],
      [0, 0],
    ]);
    expect(() => pairTable(a, [])).toThrow(RangeError);
  });
});
