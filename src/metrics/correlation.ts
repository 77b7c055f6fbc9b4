import { QuadratError } from '../core/errors.ts';
import { normalSurvival } from '../stats/normal.ts';
import type { Numbers } from '../stats/numpy-sum.ts';
import { pearson } from '../stats/pearson.ts';
import { midRanks } from '../stats/ranks.ts';
import { studentTwoSided } from '../stats/student.ts';
import { countInversions, inversionTail } from './inversions.ts';
import { duplicatesOf, type Id } from './ranking.ts';

export interface KendallResult {
  /** From -1 to 1; null if a side is constant or there are fewer than two pairs. */
  readonly tau: number | null;
  /** Two-sided, by the normal distribution with correction for ties; null with fewer than three pairs. */
  readonly pAsymptotic: number | null;
  /** Two-sided, by counting permutations; null where there are ties. */
  readonly pExact: number | null;
}

/**
 * Kendall's tau-b of two lists of numbers of one length; 0 and -0 are tied.
 *
 * @throws RangeError if the lengths differ or a value is NaN
 * @source Kendall 1945; p-values as SciPy 1.17 `kendalltau`
 */
export function kendallTauB(x: Numbers, y: Numbers): KendallResult {
  sameLength(x, y);
  const n = x.length;
  const left = midRanks(x);
  const right = midRanks(y);
  const pairs = pairsIn(n);
  const tiedLeft = sumOver(left.groups, pairsIn);
  const tiedRight = sumOver(right.groups, pairsIn);
  if (tiedLeft === pairs || tiedRight === pairs) return { tau: null, pAsymptotic: null, pExact: null };

  const order = Uint32Array.from({ length: n }, (_, index) => index).sort(
    (a, b) => (left.ranks[a] ?? 0) - (left.ranks[b] ?? 0) || (right.ranks[a] ?? 0) - (right.ranks[b] ?? 0),
  );
  const along = Float64Array.from(order, (index) => right.ranks[index] ?? 0);
  const tiedBoth = tiedOnBoth(order, left.ranks, right.ranks);
  const discordant = countInversions(along);
  const balance = pairs - tiedLeft - tiedRight + tiedBoth - 2 * discordant;
  const tau = balance / Math.sqrt(pairs - tiedLeft) / Math.sqrt(pairs - tiedRight);

  const m = n * (n - 1);
  const triples = (t: number): number => t * (t - 1) * (t - 2);
  const weights = (t: number): number => t * (t - 1) * (2 * t + 5);
  const thirds = (sumOver(left.groups, triples) * sumOver(right.groups, triples)) / (9 * m * (n - 2));
  const variance =
    (m * (2 * n + 5) - sumOver(left.groups, weights) - sumOver(right.groups, weights)) / 18 +
    (2 * tiedLeft * tiedRight) / m +
    thirds;
  const untied = tiedLeft === 0 && tiedRight === 0;
  return {
    tau: Math.max(-1, Math.min(1, tau)),
    pAsymptotic: n < 3 ? null : 2 * normalSurvival(Math.abs(balance) / Math.sqrt(variance)),
    pExact: untied ? Math.min(1, 2 * inversionTail(n, Math.min(discordant, pairs - discordant))) : null,
  };
}

export interface SpearmanResult {
  /** From -1 to 1; null if a side is constant or there are fewer than two pairs. */
  readonly rho: number | null;
  /** Two-sided, by Student's distribution; null with fewer than three pairs. */
  readonly p: number | null;
}

/**
 * Spearman's rank correlation of two lists of numbers of one length, with mid-ranks for ties.
 *
 * @throws RangeError if the lengths differ or a value is NaN
 * @source Spearman 1904; p-value as SciPy 1.17 `spearmanr`
 */
export function spearman(x: Numbers, y: Numbers): SpearmanResult {
  sameLength(x, y);
  const rho = pearson(midRanks(x).ranks, midRanks(y).ranks);
  if (rho === null) return { rho: null, p: null };
  const degrees = x.length - 2;
  if (degrees === 0) return { rho, p: null };
  return { rho, p: studentTwoSided(rho * Math.sqrt(degrees / ((1 + rho) * (1 - rho))), degrees) };
}

/**
 * Kendall's tau and Spearman's rho of two orders of the same documents.
 *
 * @throws QuadratError `duplicate-id` if an id stands twice in one order, `missing-document` or `foreign-document` if
 *   the orders do not hold the same ids
 */
export function compareOrders(
  a: readonly Id[],
  b: readonly Id[],
): { kendall: KendallResult; spearman: SpearmanResult } {
  for (const order of [a, b]) {
    const [twice] = duplicatesOf(order);
    if (twice !== undefined)
      throw new QuadratError('duplicate-id', `document ${twice} stands twice in an order`);
  }
  const places = new Map(b.map((id, place) => [String(id), place]));
  const there = a.map((id) => {
    const place = places.get(String(id));
    if (place !== undefined) return place;
    throw new QuadratError('missing-document', `document ${id} is in the first order only`);
  });
  if (b.length > a.length) {
    const first = new Set(a.map(String));
    const foreign = b.find((id) => !first.has(String(id)));
    throw new QuadratError('foreign-document', `document ${foreign} is in the second order only`);
  }
  const here = a.map((_, place) => place);
  return { kendall: kendallTauB(here, there), spearman: spearman(here, there) };
}

function sameLength(x: Numbers, y: Numbers): void {
  if (x.length !== y.length)
    throw new RangeError(`pairs need lists of one length, not ${x.length} and ${y.length}`);
}

const pairsIn = (count: number): number => (count * (count - 1)) / 2;

function sumOver(groups: readonly number[], f: (size: number) => number): number {
  return groups.reduce((sum, size) => sum + f(size), 0);
}

function tiedOnBoth(order: Uint32Array, left: Float64Array, right: Float64Array): number {
  let tied = 0;
  let run = 1;
  for (let place = 1; place < order.length; place += 1) {
    const here = order[place] ?? 0;
    const before = order[place - 1] ?? 0;
    if (left[here] === left[before] && right[here] === right[before]) {
      tied += run;
      run += 1;
    } else run = 1;
  }
  return tied;
}
