import { array, assert, integer, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Alternative, type WilcoxonOptions, wilcoxon } from './wilcoxon.ts';

const X = [1.5, 2, 0, -3, 4, 0, 5, 2.5, -1, 6];
const NOTHING = new Array(10).fill(0);

describe('wilcoxon by approximation', () => {
  // SciPy 1.17.1
  test.each<[WilcoxonOptions['zeros'], Alternative, boolean, number, number, number]>([
    ['wilcox', 'two-sided', false, 6, 0.09289194088370532, -1.6803361008336117],
    ['wilcox', 'two-sided', true, 6, 0.10732755776161189, -1.6103220966322112],
    ['wilcox', 'less', true, 30, 0.9599710400077827, 1.7503501050350123],
    ['wilcox', 'greater', false, 30, 0.04644597044185266, 1.6803361008336117],
    ['pratt', 'two-sided', false, 10, 0.10068011072701406, -1.6415653633362466],
    ['pratt', 'less', false, 42, 0.949659944636493, 1.6415653633362466],
    ['pratt', 'greater', true, 42, 0.05588737932509831, 1.5902664457319888],
    ['zsplit', 'two-sided', true, 11.5, 0.11389331062736277, -1.5809332069829776],
    ['zsplit', 'less', false, 43.5, 0.9486529941956773, 1.6319310523695252],
    ['zsplit', 'greater', true, 43.5, 0.056946655313681385, 1.5809332069829776],
  ])('zeros %s, %s, corrected %s', (zeros, alternative, correction, statistic, p, z) => {
    const options: WilcoxonOptions = { alternative, correction, ...(zeros === undefined ? {} : { zeros }) };
    const made = wilcoxon(X, NOTHING, options);
    expect(made.statistic).toBe(statistic);
    expect(made.p).toBeCloseTo(p, 13);
    expect(made.z).toBeCloseTo(z, 12);
    const turned = wilcoxon(NOTHING, X, { ...options, alternative: turn(alternative) });
    expect(turned.p).toBeCloseTo(p, 13);
  });

  test('leaves zeros out, uncorrected and two-sided, if nothing is said', () => {
    expect(wilcoxon(X, NOTHING).p).toBeCloseTo(0.09289194088370532, 13);
  });

  test('says nothing where nothing differs', () => {
    expect(wilcoxon([1, 2], [1, 2])).toEqual({ statistic: 0, p: null, z: null });
    expect(wilcoxon([1, 2], [1, 2], { zeros: 'pratt' })).toMatchObject({ p: null });
    expect(wilcoxon([], [])).toMatchObject({ p: null });
  });

  test('sizes are what floating point makes of them', () => {
    expect(wilcoxon([0.3, 0.2], [0.2, 0.1], { method: 'exact', alternative: 'greater' }).statistic).toBe(3);
    expect(0.3 - 0.2).not.toBe(0.2 - 0.1);
  });

  test('refuses lists of two lengths and NaN', () => {
    expect(() => wilcoxon([1], [])).toThrow(RangeError);
    expect(() => wilcoxon([Number.NaN], [1])).toThrow(RangeError);
  });
});

describe('wilcoxon by counting', () => {
  test.each<[Alternative, number, number]>([
    ['two-sided', 6, 0.21875],
    ['less', 22, 0.921875],
    ['greater', 22, 0.109375],
  ])('agrees with SciPy without ties: %s', (alternative, statistic, p) => {
    const made = wilcoxon([1, 2, 3, -4, 5, 6.5, -0.5], [0, 0, 0, 0, 0, 0, 0], {
      method: 'exact',
      alternative,
    });
    expect(made).toEqual({ statistic, p, z: null });
  });

  test('counts patterns over mid-ranks with ties, zeros left out', () => {
    const x = [1, 1, -1, 2, 2, -2, 3, 0];
    const y = new Array(8).fill(0);
    expect(wilcoxon(x, y, { method: 'exact', alternative: 'greater' })).toEqual({
      statistic: 21,
      p: 0.1640625,
      z: null,
    });
    expect(wilcoxon(x, y, { method: 'exact', alternative: 'less' }).p).toBe(0.9140625);
    expect(wilcoxon(x, y, { method: 'exact' }).p).toBe(0.328125);
    expect(wilcoxon([1, -1], [0, 0], { method: 'exact' }).p).toBe(1);
    expect(wilcoxon([1], [1], { method: 'exact' }).p).toBeNull();
    expect(() => wilcoxon(x, y, { method: 'exact', zeros: 'pratt' })).toThrow(RangeError);
  });

  test('the order of pairs does not matter, sides can be turned', () => {
    const pairs = array(tuple(integer({ min: 0, max: 6 }), integer({ min: 0, max: 6 })), { maxLength: 12 });
    assert(
      property(pairs, (list) => {
        const x = list.map(([a]) => a);
        const y = list.map(([, b]) => b);
        const p = wilcoxon(x, y, { method: 'exact' }).p;
        expect(wilcoxon(y, x, { method: 'exact' }).p).toBe(p);
        expect(wilcoxon(x.toReversed(), y.toReversed(), { method: 'exact' }).p).toBe(p);
        if (p !== null) expect(p).toBeLessThanOrEqual(1);
      }),
    );
  });
});

function turn(alternative: Alternative): Alternative {
  if (alternative === 'two-sided') return alternative;
  return alternative === 'less' ? 'greater' : 'less';
}
