import { array, assert, integer, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  EXACT_PAIRS,
  exactPermutationTest,
  permutationTestOfSigns,
  sampledPermutationTest,
} from './permutation.ts';

describe('exactPermutationTest', () => {
  test('looks at every pattern of signs, ties as extreme', () => {
    expect(exactPermutationTest([1, 1, 1, 0, 1], [0, 1, 1, 0, 0])).toEqual({
      meanDifference: 0.4,
      permutations: 32,
      pTwoSided: 0.5,
      pGreater: 0.25,
      pLess: 1,
    });
    expect(exactPermutationTest([1, 0], [0, 1])).toMatchObject({ pTwoSided: 1, pGreater: 0.75, pLess: 0.75 });
  });

  test('sums that are equal but for rounding are ties', () => {
    // 0.1 + 0.2 - 0.3 is not 0 in doubles; all patterns with this sum count
    expect(exactPermutationTest([0.1, 0.2, 0], [0, 0, 0.3])).toMatchObject({
      pTwoSided: 1,
      pGreater: 5 / 8,
      pLess: 5 / 8,
    });
  });

  test('agrees with the counts of a direct walk', () => {
    const pairs = array(tuple(integer({ min: 0, max: 5 }), integer({ min: 0, max: 5 })), {
      minLength: 1,
      maxLength: 8,
    });
    assert(
      property(pairs, (list) => {
        const apart = list.map(([a, b]) => a - b);
        const observed = apart.reduce((sum, value) => sum + value, 0);
        const sums = Array.from({ length: 2 ** apart.length }, (_, pattern) =>
          apart.reduce((sum, value, place) => sum + ((pattern >> place) & 1 ? value : -value), 0),
        );
        const share = (of: (sum: number) => boolean): number => sums.filter(of).length / sums.length;
        expect(
          exactPermutationTest(
            list.map(([a]) => a),
            list.map(([, b]) => b),
          ),
        ).toMatchObject({
          pTwoSided: share((sum) => Math.abs(sum) >= Math.abs(observed)),
          pGreater: share((sum) => sum >= observed),
          pLess: share((sum) => sum <= observed),
        });
      }),
    );
  });

  test('pairs that do not differ cost nothing; too many that do are refused', () => {
    const many = new Array(1000).fill(1);
    expect(exactPermutationTest([...many, 1], [...many, 0])).toMatchObject({ pTwoSided: 1, pGreater: 0.5 });
    expect(EXACT_PAIRS).toBe(22);
    const zeros = new Array(EXACT_PAIRS + 1).fill(0);
    expect(() =>
      exactPermutationTest(
        zeros.map(() => 1),
        zeros,
      ),
    ).toThrow(/sampledPermutationTest/);
    expect(exactPermutationTest([], [])).toMatchObject({ meanDifference: null, pTwoSided: 1 });
    expect(() => exactPermutationTest([1], [])).toThrow(RangeError);
  });
});

describe('permutationTestOfSigns', () => {
  test('adds the observed pattern to those given', () => {
    const made = permutationTestOfSigns(
      [1, 2, -1],
      [
        [1, 1, 1],
        [-1, -1, 1],
        [1, -1, 1],
        [1, 1, -1],
      ],
    );
    // sums 2, -4, -2, 4
    expect(made).toEqual({
      meanDifference: expect.closeTo(2 / 3, 15),
      permutations: 4,
      pTwoSided: 1,
      pGreater: 3 / 5,
      pLess: 4 / 5,
    });
    expect(() => permutationTestOfSigns([1, 2], [[1]])).toThrow(RangeError);
  });
});

describe('sampledPermutationTest', () => {
  const a = Array.from({ length: 40 }, (_, index) => (index * 7) % 11);
  const b = Array.from({ length: 40 }, (_, index) => (index * 5) % 9);

  test('comes near the exact p-value, and gives the same one again', () => {
    const short = { a: a.slice(0, 15), b: b.slice(0, 15) };
    const exact = exactPermutationTest(short.a, short.b);
    const sampled = sampledPermutationTest(short.a, short.b, { seed: 3, resamples: 20_000 });
    expect(sampled.pTwoSided).toBeCloseTo(exact.pTwoSided ?? -1, 1);
    expect(Math.abs((sampled.pGreater ?? 0) - (exact.pGreater ?? 0))).toBeLessThan(0.015);
    expect(Math.abs((sampled.pLess ?? 0) - (exact.pLess ?? 0))).toBeLessThan(0.015);
    expect(sampledPermutationTest(short.a, short.b, { seed: 3, resamples: 20_000 })).toEqual(sampled);
    expect(sampledPermutationTest(short.a, short.b, { seed: 4, resamples: 20_000 })).not.toEqual(sampled);
  });

  test('flips pairs however far down the list', () => {
    const late = [...new Array<number>(32).fill(0), ...new Array<number>(20).fill(1)];
    const made = sampledPermutationTest(late, new Array(52).fill(0), { seed: 1, resamples: 99 });
    expect(made.pTwoSided).toBe(0.01);
  });

  test('is never 0, and flips every pair', () => {
    const ones = new Array(70).fill(1);
    const made = sampledPermutationTest(
      ones,
      ones.map(() => 0),
      { seed: 1, resamples: 99 },
    );
    expect(made).toMatchObject({
      permutations: 99,
      meanDifference: 1,
      pTwoSided: 0.01,
      pGreater: 0.01,
      pLess: 1,
    });
    expect(sampledPermutationTest(a, b, { seed: 1, resamples: 999 }).pTwoSided).toBeGreaterThan(0.01);
  });
});
