import { array, assert, integer, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareOrders, kendallTauB, spearman } from './correlation.ts';

// SciPy 1.17.1: x, y, tau-b, its p
const SCIPY: [number[], number[], number, number][] = [
  [[1, 2, 3, 4, 5, 6, 7], [3, 1, 2, 2, 5, 4, 7], 0.5855400437691199, 0.06831386315089874],
  [[1, 2, 2, 3, 3], [2, 2, 1, 3, 3], 0.6249999999999999, 0.16660099386519822],
  [[1, 1, 1, 2, 3, 3], [5, 5, 5, 6, 7, 7], 1, 0.014145444224306167],
  [[1, 1, 1, 2, 3, 3], [5, 6, 5, 5, 5, 7], 0.20100756305184242, 0.6248975694033391],
];

describe('kendallTauB', () => {
  test.each(SCIPY)('agrees with SciPy on %j, %j', (x, y, tau, p) => {
    const result = kendallTauB(x, y);
    expect(result.tau).toBeCloseTo(tau, 14);
    expect(result.pAsymptotic).toBeCloseTo(p, 14);
    expect(result.pExact).toBeNull();
  });

  test('counts permutations where nothing is tied', () => {
    const swapped = kendallTauB([1, 2, 3, 4, 5, 6], [2, 1, 4, 3, 6, 5]);
    expect(swapped.tau).toBeCloseTo(0.6, 15);
    expect(swapped.pExact).toBeCloseTo(0.1361111111111111, 14);
    expect(kendallTauB([1, 2], [1, 2])).toMatchObject({ tau: 1, pExact: 1, pAsymptotic: null });
    expect(kendallTauB([1, 2, 3, 4], [3, 1, 4, 2])).toMatchObject({ pExact: 1 });
    expect(kendallTauB([1, 2, 3, 4], [4, 3, 2, 1])).toMatchObject({
      tau: -1,
      pExact: expect.closeTo(1 / 12, 14),
    });
  });

  test('0 and -0 are tied', () => {
    expect(kendallTauB([0, -0, 1], [1, 2, 3]).tau).toBeCloseTo(0.816496580927726, 14);
  });

  test('has no value for a constant side', () => {
    const none = { tau: null, pAsymptotic: null, pExact: null };
    expect(kendallTauB([1, 1], [1, 2])).toEqual(none);
    expect(kendallTauB([1, 2], [1, 1])).toEqual(none);
    expect(kendallTauB([], [])).toEqual(none);
    expect(() => kendallTauB([1], [])).toThrow(RangeError);
    expect(() => kendallTauB([1, Number.NaN], [1, 2])).toThrow(RangeError);
  });

  test('is symmetric, turns with one side, and does not mind the order of the pairs', () => {
    const pairs = array(tuple(integer({ min: 0, max: 5 }), integer({ min: 0, max: 5 })), { maxLength: 25 });
    assert(
      property(pairs, (list) => {
        const x = list.map(([a]) => a);
        const y = list.map(([, b]) => b);
        const { tau } = kendallTauB(x, y);
        expect(kendallTauB(y, x).tau ?? 0).toBeCloseTo(tau ?? 0, 12);
        expect(
          kendallTauB(
            x,
            y.map((value) => -value),
          ).tau ?? 0,
        ).toBeCloseTo(-(tau ?? 0), 12);
        expect(kendallTauB(x.toReversed(), y.toReversed()).tau ?? 0).toBeCloseTo(tau ?? 0, 12);
        expect(Math.abs(tau ?? 0)).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('spearman', () => {
  test('agrees with SciPy', () => {
    const result = spearman([1, 2, 2, 3, 9], [2, 2, 1, 3, 4]);
    expect(result.rho).toBeCloseTo(0.7631578947368421, 14);
    expect(result.p).toBeCloseTo(0.13333911953180624, 12);
    expect(spearman([1, 2, 3], [1, 2, 3])).toEqual({ rho: 1, p: 0 });
    expect(spearman([1, 2, 3], [2, 1, 3])).toEqual({ rho: 0.5, p: expect.closeTo(2 / 3, 14) });
  });

  test('has no p-value for two pairs, and no value for a constant side', () => {
    expect(spearman([1, 2], [1, 2])).toEqual({ rho: 1, p: null });
    expect(spearman([1, 1], [1, 2])).toEqual({ rho: null, p: null });
    expect(() => spearman([1], [])).toThrow(RangeError);
  });
});

describe('compareOrders', () => {
  test('compares two orders of the same documents, ids as text', () => {
    const compared = compareOrders(['a', 10, 'c', 'd', 'e'], ['a', 'd', 'c', '10', 'e']);
    expect(compared.kendall.tau).toBeCloseTo(0.4, 14);
    expect(compared.spearman.rho).toBeCloseTo(0.6, 14);
  });

  test.each([
    [['a', 'b', 'a'], ['a', 'b'], 'duplicate-id', 'a'],
    [['a', 'b'], ['b', 'b'], 'duplicate-id', 'b'],
    [['a', 'b'], ['a', 'c'], 'missing-document', 'b'],
    [['a', 'b'], ['a', 'b', 'c'], 'foreign-document', 'c'],
  ])('refuses %j against %j', (a, b, code, id) => {
    expect(() => compareOrders(a, b)).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(id) }),
    );
  });
});
