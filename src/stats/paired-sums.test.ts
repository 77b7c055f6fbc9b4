import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clusterPositions } from './clusters.ts';
import { mcnemar } from './mcnemar.ts';
import {
  EXACT_SWAPS,
  type PairedSums,
  pairedBootstrap,
  pairedInfluence,
  pairedValues,
  type StatisticOfSums,
  swapTest,
} from './paired-sums.ts';
import { exactPermutationTest } from './permutation.ts';
import { createRandom } from './random.ts';

type Labels = readonly (readonly [number, number])[];

const GOLD: Labels = [
  [1, 0],
  [1, 1],
  [0, 1],
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
  [0, 0],
];
const A: Labels = [
  [1, 0],
  [1, 0],
  [0, 1],
  [1, 0],
  [0, 0],
  [0, 1],
  [0, 1],
  [0, 0],
];
const B: Labels = [
  [1, 0],
  [1, 1],
  [1, 1],
  [0, 0],
  [1, 0],
  [0, 1],
  [1, 1],
  [0, 1],
];
/** The same answers one item further on. */
const turned = (list: Labels): Labels => [...list.slice(1), ...list.slice(0, 1)];

/** True and false positives and false negatives of two labels, added up by cluster. */
function table(predicted: Labels, clusters: readonly number[]): Float64Array {
  const groups = clusterPositions(clusters, GOLD.length);
  const sums = new Float64Array(groups.length * 6);
  for (const [cluster, members] of groups.entries()) {
    for (const item of members) {
      for (const label of [0, 1]) {
        const gold = GOLD[item]![label]!;
        const own = predicted[item]![label]!;
        const counts = [gold * own, (1 - gold) * own, gold * (1 - own)];
        for (const [at, count] of counts.entries()) sums[cluster * 6 + label * 3 + at]! += count;
      }
    }
  }
  return sums;
}

const macroF1: StatisticOfSums = (sums) => {
  const f1 = ([tp = 0, fp = 0, fn = 0]: readonly number[]) =>
    tp + fp + fn === 0 ? 0 : (2 * tp) / (2 * tp + fp + fn);
  return (f1(sums.slice(0, 3)) + f1(sums.slice(3, 6))) / 2;
};
const mean: StatisticOfSums = ([sum = 0, n = 0]) => (n === 0 ? null : sum / n);
const APART = [0, 1, 2, 3, 4, 5, 6, 7];
const pairOf = (first: readonly Labels[], second: readonly Labels[], clusters = APART): PairedSums => ({
  clusters: new Set(clusters).size,
  width: 6,
  first: first.map((list) => table(list, clusters)),
  second: second.map((list) => table(list, clusters)),
});
const meansOf = (first: readonly number[], second: readonly number[]): PairedSums => ({
  clusters: first.length,
  width: 2,
  first: [Float64Array.from(first.flatMap((value) => [value, 1]))],
  second: [Float64Array.from(second.flatMap((value) => [value, 1]))],
});
const OPTIONS = { seed: 7, resamples: 400 };

// The expected values were enumerated over all patterns of swaps in exact fractions, apart from this code.
describe('macro F1 of two systems', () => {
  test('values and difference', () => {
    const made = pairedValues(pairOf([A], [B]), macroF1);
    expect(made.first).toBeCloseTo(5 / 7, 15);
    expect(made.second).toBeCloseTo(8 / 9, 15);
    expect(made.difference).toBeCloseTo(11 / 63, 15);
  });

  test.each([
    { clusters: APART, p: 5 / 16 },
    { clusters: [0, 1, 1, 2, 2, 3, 3, 4], p: 3 / 8 },
    { clusters: [0, 0, 1, 1, 0, 1, 2, 2], p: 1 / 2 },
  ])('all swaps of clusters $clusters: p $p', ({ clusters, p }) => {
    expect(swapTest(pairOf([A], [B], clusters), macroF1, OPTIONS)).toMatchObject({
      pTwoSided: p,
      exact: true,
    });
  });

  test('repeats of a cluster are swapped together', () => {
    const paired = pairOf([A, turned(B)], [B, turned(A)]);
    expect(pairedValues(paired, macroF1).difference).toBeCloseTo(1 / 42, 15);
    expect(swapTest(paired, macroF1, OPTIONS)?.pTwoSided).toBe(25 / 32);
  });

  test('what each item adds', () => {
    const influence = pairedInfluence(pairOf([A], [B]), macroF1)!;
    const expected = [0, 71 / 1008, -23 / 504, 29 / 630, 5 / 63, 0, 5 / 63, -55 / 1008];
    for (const [item, value] of expected.entries()) expect(influence[item]).toBeCloseTo(value, 14);
  });

  test('different numbers of repeats have values and resamples, but nothing to swap', () => {
    const paired = pairOf([A, A], [B]);
    expect(pairedValues(paired, macroF1).difference).toBeCloseTo(11 / 63, 15);
    expect(pairedBootstrap(paired, macroF1, OPTIONS)).toEqual(
      pairedBootstrap(pairOf([A], [B]), macroF1, OPTIONS),
    );
    expect(swapTest(paired, macroF1, OPTIONS)).toBeNull();
    expect(pairedInfluence(paired, macroF1)).toBeNull();
  });
});

describe('means', () => {
  const outcomes = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: EXACT_SWAPS });

  test('of right and wrong answers: all swaps are McNemar’s exact test', () => {
    fc.assert(
      fc.property(outcomes, (pairs) => {
        const paired = meansOf(
          pairs.map(([a]) => Number(a)),
          pairs.map(([, b]) => Number(b)),
        );
        const onlyA = pairs.filter(([a, b]) => a && !b).length;
        const onlyB = pairs.filter(([a, b]) => !a && b).length;
        const exact = mcnemar([
          [0, onlyA],
          [onlyB, 0],
        ]).pExact;
        expect(swapTest(paired, mean, OPTIONS)?.pTwoSided).toBeCloseTo(exact, 12);
      }),
    );
  });

  test('of any values: all swaps are the permutation test over all signs', () => {
    const values = fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 })), {
      minLength: 1,
      maxLength: 10,
    });
    fc.assert(
      fc.property(values, (pairs) => {
        const a = pairs.map(([one]) => one / 8);
        const b = pairs.map(([, other]) => other / 8);
        const { pTwoSided } = exactPermutationTest(b, a);
        expect(swapTest(meansOf(a, b), mean, OPTIONS)?.pTwoSided).toBeCloseTo(pTwoSided!, 12);
      }),
      { numRuns: 50 },
    );
  });

  test('what items add is their share of the difference', () => {
    const influence = pairedInfluence(meansOf([0, 1, 0.5], [1, 0.25, 0.5]), mean)!;
    expect([...influence].map((value) => value * 3)).toEqual([1, -0.75, 0].map((v) => expect.closeTo(v, 14)));
  });

  test('a plain sum: its size counts, not only its sign', () => {
    const sum: StatisticOfSums = ([total = 0]) => total;
    const paired: PairedSums = {
      clusters: 2,
      width: 1,
      first: [Float64Array.from([1, 5]), Float64Array.from([0, 0])],
      second: [Float64Array.from([4, 5]), Float64Array.from([0, 2])],
    };
    expect(pairedValues(paired, sum)).toEqual({ first: 3, second: 5.5, difference: 2.5 });
    // Both kept or both swapped: 2.5; one of them: 0.5.
    expect(swapTest(paired, sum, OPTIONS)).toEqual({ pTwoSided: 0.5, patterns: 4, exact: true });
    expect([...pairedInfluence(paired, sum)!]).toEqual([1.5, 1]);
  });

  test('drawn swaps are near the exact p, and never 0', () => {
    const first = Array.from({ length: 20 }, (_, at) => Number(at % 5 === 0));
    const second = Array.from({ length: 20 }, (_, at) => Number(at % 5 !== 1));
    const made = swapTest(meansOf(first, second), mean, { seed: 3, resamples: 20_000 })!;
    const onlySecond = second.filter((value, at) => value > first[at]!).length;
    const onlyFirst = first.filter((value, at) => value > second[at]!).length;
    expect(onlySecond + onlyFirst).toBe(12);
    expect(made.exact).toBe(true);
    const more = swapTest(meansOf([...first, ...first], [...second, ...second]), mean, {
      seed: 3,
      resamples: 20_000,
    })!;
    const exact = mcnemar([
      [0, 2 * onlyFirst],
      [2 * onlySecond, 0],
    ]).pExact;
    expect(more).toMatchObject({ exact: false, patterns: 20_000 });
    expect(more.pTwoSided).toBeGreaterThanOrEqual(1 / 20_001);
    expect(Math.abs(more.pTwoSided - exact)).toBeLessThan(0.002);
  });

  test('the bootstrap draws whole clusters: two of them give three possible differences', () => {
    const paired: PairedSums = {
      clusters: 2,
      width: 2,
      first: [Float64Array.from([0, 3, 0, 1])],
      second: [Float64Array.from([3, 3, 0, 1])],
    };
    const made = pairedBootstrap(paired, mean, { seed: 1, resamples: 4000 });
    const share = (value: number) => made.filter((one) => one === value).length / made.length;
    expect(share(0)).toBeCloseTo(0.25, 1);
    expect(share(0.75)).toBeCloseTo(0.5, 1);
    expect(share(1)).toBeCloseTo(0.25, 1);
    expect(share(0) + share(0.75) + share(1)).toBe(1);
  });
});

test('resamples are those of items drawn one by one, whatever other measure was asked before', () => {
  const width = 3;
  const table = (step: number) =>
    Float64Array.from({ length: 40 * width }, (_, at) => ((at * step) % 7 === 0 ? 0 : ((at * step) % 5) / 4));
  const paired: PairedSums = { clusters: 40, width, first: [table(3), table(4)], second: [table(6)] };
  const ratio: StatisticOfSums = ([a = 0, b = 0]) => (b === 0 ? null : a / b);
  const last: StatisticOfSums = (sums) => sums[2] ?? 0;
  const random = createRandom(OPTIONS.seed);
  const byHand = Array.from({ length: OPTIONS.resamples }, () => {
    const drawn = Array.from({ length: 40 }, () => random.nextBelow(40));
    const sumsOf = (list: Float64Array) =>
      [0, 1, 2].map((column) => drawn.reduce((sum, row) => sum + list[row * width + column]!, 0));
    return (statistic: StatisticOfSums) =>
      statistic(sumsOf(paired.second[0]!))! -
      (statistic(sumsOf(paired.first[0]!))! + statistic(sumsOf(paired.first[1]!))!) / 2;
  });
  for (const statistic of [ratio, last, ratio]) {
    const made = pairedBootstrap(paired, statistic, OPTIONS);
    expect([...made]).toEqual(byHand.map((of) => expect.closeTo(of(statistic), 12)));
  }
});

describe('any two systems', () => {
  const number = fc.integer({ min: 0, max: 4 });
  const side = fc.array(number, { minLength: 12, maxLength: 12 });
  const made = (first: readonly number[], second: readonly number[]): PairedSums => ({
    clusters: 4,
    width: 3,
    first: [Float64Array.from(first)],
    second: [Float64Array.from(second)],
  });
  const f1: StatisticOfSums = ([tp = 0, fp = 0, fn = 0]) =>
    tp + fp + fn === 0 ? null : (2 * tp) / (2 * tp + fp + fn);

  test('a system against itself: no difference, p 1, nothing to win', () => {
    fc.assert(
      fc.property(side, (list) => {
        const paired = made(list, list);
        fc.pre(pairedValues(paired, f1).first !== null);
        expect(pairedValues(paired, f1).difference).toBe(0);
        expect(swapTest(paired, f1, OPTIONS)).toMatchObject({ pTwoSided: 1, patterns: 1, exact: true });
        expect(new Set(pairedBootstrap(paired, f1, OPTIONS))).toEqual(new Set([0]));
        expect([...pairedInfluence(paired, f1)!]).toEqual([0, 0, 0, 0]);
      }),
    );
  });

  test('turned round, differences change their sign and p stays', () => {
    fc.assert(
      fc.property(side, side, (one, other) => {
        const there = made(one, other);
        const back = made(other, one);
        const { difference } = pairedValues(there, f1);
        fc.pre(difference !== null);
        expect(pairedValues(back, f1).difference).toBe(difference === 0 ? 0 : -difference);
        expect(swapTest(back, f1, OPTIONS)).toEqual(swapTest(there, f1, OPTIONS));
        const negated = pairedBootstrap(back, f1, OPTIONS).map((value) => 0 - value);
        expect(negated).toEqual(pairedBootstrap(there, f1, OPTIONS).map((value) => value + 0));
      }),
      { numRuns: 60 },
    );
  });

  test('without a value there is no test', () => {
    const nothing = made(new Array(12).fill(0), new Array(12).fill(0));
    expect(pairedValues(nothing, f1)).toEqual({ first: null, second: null, difference: null });
    expect(swapTest(nothing, f1, OPTIONS)).toBeNull();
    expect(pairedInfluence(nothing, f1)).toBeNull();
    expect(pairedBootstrap(nothing, f1, OPTIONS)).toHaveLength(0);
    const none = { clusters: 0, width: 3, first: [new Float64Array(0)], second: [new Float64Array(0)] };
    expect(pairedBootstrap(none, f1, OPTIONS)).toHaveLength(0);
  });
});
