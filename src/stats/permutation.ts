import type { Numbers } from './numpy-sum.ts';
import { createRandom } from './random.ts';
import { differences, exactSum, mean } from './sums.ts';
import type { PValues } from './t-test.ts';

export interface PermutationTest extends PValues {
  /** Mean of a - b; null without a pair. */
  readonly meanDifference: number | null;
  /** Patterns of signs that were looked at. */
  readonly permutations: number;
}

/** Most differing pairs for which all patterns are looked at: 2^22 of them take about 0.02 s. */
export const EXACT_PAIRS = 22;

/**
 * Permutation test of paired values over all 2^n patterns of signs. A pattern whose sum equals the observed one up to
 * rounding counts as at least as extreme.
 *
 * @throws RangeError if the lists differ in length or more than {@link EXACT_PAIRS} pairs differ
 * @source Fisher 1935
 */
export function exactPermutationTest(a: Numbers, b: Numbers): PermutationTest {
  const apart = differences(a, b);
  // A pair without a difference doubles every count alike.
  const sizes = apart.filter((difference) => difference !== 0).map(Math.abs);
  if (sizes.length > EXACT_PAIRS) {
    throw new RangeError(`${sizes.length} pairs differ; beyond ${EXACT_PAIRS} take sampledPermutationTest`);
  }
  const tally = createTally(apart);
  const visit = (place: number, sum: number): void => {
    const size = sizes[place];
    if (size === undefined) tally.add(sum);
    else {
      visit(place + 1, sum + size);
      visit(place + 1, sum - size);
    }
  };
  visit(0, 0);
  return { ...tally.result(0), permutations: 2 ** apart.length };
}

export interface SampledPermutationOptions {
  readonly seed: number;
  /** How many patterns are drawn. */
  readonly resamples: number;
}

/**
 * Permutation test of paired values over drawn patterns of signs; p = (extreme + 1) / (drawn + 1), never 0.
 *
 * @throws RangeError if the lists differ in length
 * @source Phipson and Smyth 2010
 */
export function sampledPermutationTest(
  a: Numbers,
  b: Numbers,
  options: SampledPermutationOptions,
): PermutationTest {
  const apart = differences(a, b);
  const random = createRandom(options.seed);
  const tally = createTally(apart);
  for (let drawn = 0; drawn < options.resamples; drawn += 1) {
    let sum = 0;
    let bits = 0;
    for (let index = 0; index < apart.length; index += 1) {
      if (index % 32 === 0) bits = random.next32();
      const difference = apart[index] ?? 0;
      sum += (bits & 1) === 0 ? difference : -difference;
      bits >>>= 1;
    }
    tally.add(sum);
  }
  return { ...tally.result(1), permutations: options.resamples };
}

/** As {@link sampledPermutationTest}, with patterns given: rows of 1 and -1, one entry a difference. */
export function permutationTestOfSigns(apart: Numbers, signs: readonly Numbers[]): PermutationTest {
  const tally = createTally(apart);
  for (const row of signs) {
    if (row.length !== apart.length)
      throw new RangeError(`${row.length} signs for ${apart.length} differences`);
    let sum = 0;
    for (let index = 0; index < row.length; index += 1) sum += (row[index] ?? 0) * (apart[index] ?? 0);
    tally.add(sum);
  }
  return { ...tally.result(1), permutations: signs.length };
}

function createTally(apart: Numbers) {
  const observed = exactSum(apart);
  const span = Array.prototype.reduce.call(apart, (sum, value) => Number(sum) + Math.abs(Number(value)), 0);
  const rounding = 1e-12 * Number(span);
  const extreme = Math.abs(observed) - rounding;
  let count = 0;
  let both = 0;
  let above = 0;
  let below = 0;
  return {
    add(sum: number): void {
      count += 1;
      if (Math.abs(sum) >= extreme) both += 1;
      if (sum >= observed - rounding) above += 1;
      if (sum <= observed + rounding) below += 1;
    },
    /** @param more the observed pattern itself, if it is not among those counted */
    result(more: 0 | 1): Omit<PermutationTest, 'permutations'> {
      return {
        meanDifference: apart.length === 0 ? null : mean(apart),
        pTwoSided: (both + more) / (count + more),
        pGreater: (above + more) / (count + more),
        pLess: (below + more) / (count + more),
      };
    },
  };
}
