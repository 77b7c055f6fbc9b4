import { array, assert, double, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CorrectionMethod, correctForMany } from './multiple-testing.ts';

const METHODS: CorrectionMethod[] = ['bonferroni', 'holm', 'benjamini-hochberg', 'benjamini-yekutieli'];

describe('correctForMany', () => {
  // statsmodels 0.15
  const P = [0.01, 0.3, 0.02, 0.022];
  test.each<[CorrectionMethod, number[], boolean[]]>([
    ['bonferroni', [0.04, 1, 0.08, 0.088], [true, false, false, false]],
    ['holm', [0.04, 0.3, 0.06, 0.06], [true, false, false, false]],
    ['benjamini-hochberg', [0.088 / 3, 0.3, 0.088 / 3, 0.088 / 3], [true, false, true, true]],
    [
      'benjamini-yekutieli',
      [(0.088 / 3) * (25 / 12), 0.625, (0.088 / 3) * (25 / 12), (0.088 / 3) * (25 / 12)],
      [false, false, false, false],
    ],
  ])('%s', (method, adjusted, reject) => {
    const made = correctForMany(P, method);
    expect(made.adjusted).toEqual(adjusted.map((p) => expect.closeTo(p, 14)));
    expect(made.reject).toEqual(reject);
  });

  test('a step down stops at the first that is too large, a step up takes smaller ones along', () => {
    expect(correctForMany([0.001, 0.03, 0.04], 'holm').reject).toEqual([true, false, false]);
    expect(correctForMany([0.02, 0.04, 0.045], 'benjamini-hochberg').reject).toEqual([true, true, true]);
    expect(correctForMany([0.05, 0.025, 0.0125], 'holm').reject).toEqual([true, true, true]);
    expect(correctForMany([0.04, 0.2], 'holm', 0.1).reject).toEqual([true, false]);
    expect(correctForMany([0.9, 0.8], 'benjamini-hochberg').reject).toEqual([false, false]);
  });

  test('one p-value needs no correction, none gives none', () => {
    for (const method of METHODS) {
      expect(correctForMany([0.03], method)).toEqual({ adjusted: [0.03], reject: [true] });
      expect(correctForMany([], method)).toEqual({ adjusted: [], reject: [] });
    }
  });

  test('refuses what is no p-value', () => {
    for (const p of [-0.1, 1.1, Number.NaN])
      expect(() => correctForMany([0.5, p], 'holm')).toThrow(RangeError);
  });

  test('never lowers a p-value, keeps their order, and agrees with its own rejections', () => {
    const list = array(double({ min: 0, max: 1, noNaN: true }), { maxLength: 20 });
    assert(
      property(list, (pValues) => {
        for (const method of METHODS) {
          const { adjusted, reject } = correctForMany(pValues, method);
          for (const [index, p] of pValues.entries()) {
            expect(adjusted[index]).toBeGreaterThanOrEqual(p * (1 - 1e-12));
            expect(adjusted[index]).toBeLessThanOrEqual(1);
            if (Math.abs(adjusted[index]! - 0.05) > 1e-9) expect(reject[index]).toBe(adjusted[index]! < 0.05);
          }
          const reversed = correctForMany(pValues.toReversed(), method);
          expect(reversed.adjusted.toReversed()).toEqual(adjusted);
        }
      }),
    );
  });
});
