import { QuadratError } from '../core/errors.ts';
import { duplicatesOf, type Id } from './ranking.ts';

export interface RankBiasedOverlap {
  /** Extrapolated value (equation 32, for lists of unequal length), from 0 to 1. */
  readonly extrapolated: number;
  /** The sum over the depths that both lists reach; it is below 1 for identical lists. */
  readonly truncated: number;
  /** Length of the shorter list. */
  readonly depth: number;
}

/**
 * Rank-biased overlap of two rankings without ties.
 *
 * @param a ids, best first
 * @param b ids, best first; the lists may hold different ids and differ in length
 * @param p persistence, between 0 and 1: the weight of depth d falls as p^d
 * @returns two empty lists give 1, one empty list gives 0
 * @throws RangeError if p is not between 0 and 1; QuadratError `duplicate-id` if an id stands twice in a list
 * @source Webber, Moffat and Zobel 2010, "A similarity measure for indefinite rankings"
 */
export function rankBiasedOverlap(a: readonly Id[], b: readonly Id[], p: number): RankBiasedOverlap {
  if (!(p > 0 && p < 1)) throw new RangeError(`p lies between 0 and 1, not at ${p}`);
  for (const list of [a, b]) {
    const [twice] = duplicatesOf(list);
    if (twice !== undefined)
      throw new QuadratError('duplicate-id', `document ${twice} stands twice in a ranking`);
  }
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const depth = short.length;
  if (depth === 0) {
    const value = long.length === 0 ? 1 : 0;
    return { extrapolated: value, truncated: value, depth };
  }
  const inShort = new Set<string>();
  const inLong = new Set<string>();
  let overlap = 0;
  let overlapAtDepth = 0;
  let truncated = 0;
  let sum = 0;
  for (let d = 1; d <= long.length; d += 1) {
    const fromLong = String(long[d - 1]);
    inLong.add(fromLong);
    if (d <= depth) {
      const fromShort = String(short[d - 1]);
      inShort.add(fromShort);
      if (fromShort === fromLong) overlap += 1;
      else overlap += Number(inShort.has(fromLong)) + Number(inLong.has(fromShort));
      overlapAtDepth = overlap;
      truncated += (1 - p) * p ** (d - 1) * (overlap / d);
      sum += (overlap / d) * p ** d;
    } else {
      overlap += Number(inShort.has(fromLong));
      sum += (overlap / d + (overlapAtDepth * (d - depth)) / (depth * d)) * p ** d;
    }
  }
  const tail = (overlap - overlapAtDepth) / long.length + overlapAtDepth / depth;
  return { extrapolated: ((1 - p) / p) * sum + tail * p ** long.length, truncated, depth };
}
