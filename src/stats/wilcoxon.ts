import { normalCdf, normalSurvival } from './normal.ts';
import type { Numbers } from './numpy-sum.ts';
import { midRanks } from './ranks.ts';
import { signedSumTails } from './signed-sums.ts';
import { differences, exactSum } from './sums.ts';

export type Alternative = 'two-sided' | 'less' | 'greater';

export interface WilcoxonOptions {
  /** Is x less or greater than y? */
  readonly alternative?: Alternative;
  /**
   * What becomes of pairs without a difference. `wilcox` leaves them out, `pratt` ranks them and leaves their ranks
   * out, `zsplit` ranks them and gives half of their ranks to either side.
   */
  readonly zeros?: 'wilcox' | 'pratt' | 'zsplit';
  /** Continuity correction of the approximate test. */
  readonly correction?: boolean;
  /** `approximate`: by the normal distribution, corrected for ties. `exact`: all patterns of signs over the ranks. */
  readonly method?: 'approximate' | 'exact';
}

export interface Wilcoxon {
  /** Two-sided: the smaller of the two rank sums; one-sided: the sum of the ranks of positive differences. */
  readonly statistic: number;
  /** Null if there is no difference to rank. */
  readonly p: number | null;
  /** Of the approximate test; at most 0 if two-sided. */
  readonly z: number | null;
}

/**
 * Wilcoxon's signed-rank test of the differences x - y, as they are in floating point: 0.3 - 0.2 and 0.2 - 0.1 are
 * two sizes. Equal sizes share the mean of their ranks. The exact test leaves pairs without a difference out and holds
 * with ties too.
 *
 * @throws RangeError if the lists differ in length, for NaN, or for `exact` with zeros not `wilcox`
 * @source SciPy 1.17 `wilcoxon`; exact with ties: all 2^n sign patterns over mid-ranks, counted
 */
export function wilcoxon(x: Numbers, y: Numbers, options: WilcoxonOptions = {}): Wilcoxon {
  const { alternative = 'two-sided', zeros = 'wilcox', correction = false, method = 'approximate' } = options;
  if (method === 'exact' && zeros !== 'wilcox')
    throw new RangeError('the exact test leaves zeros out: zeros "wilcox"');
  const all = differences(x, y);
  const apart = zeros === 'wilcox' ? all.filter((difference) => difference !== 0) : all;
  const { ranks, groups } = midRanks(apart.map(Math.abs));
  const rankSum = (of: (difference: number) => boolean): number =>
    exactSum(ranks.filter((_, index) => of(apart[index] ?? 0)));
  const half = zeros === 'zsplit' ? rankSum((difference) => difference === 0) / 2 : 0;
  const plus = rankSum((difference) => difference > 0) + half;
  const minus = rankSum((difference) => difference < 0) + half;
  const statistic = alternative === 'two-sided' ? Math.min(plus, minus) : plus;
  if (method === 'exact') return { statistic, p: exactP(ranks, plus, minus, alternative), z: null };

  const zeroCount = zeros === 'pratt' ? apart.filter((difference) => difference === 0).length : 0;
  const n = apart.length;
  const centre = (n * (n + 1) - zeroCount * (zeroCount + 1)) / 4;
  const cubes = (size: number): number => size * (size + 1) * (2 * size + 1);
  const tied = (zeroCount > 0 ? groups.slice(1) : groups).reduce((sum, size) => sum + size ** 3 - size, 0);
  const spread = Math.sqrt((cubes(n) - cubes(zeroCount) - tied / 2) / 24);
  if (spread === 0) return { statistic, p: null, z: null };
  const towards = alternative === 'two-sided' ? Math.sign(plus - centre) : alternative === 'greater' ? 1 : -1;
  const z = (plus - centre - (correction ? towards / 2 : 0)) / spread;
  if (alternative === 'two-sided') return { statistic, p: 2 * normalSurvival(Math.abs(z)), z: -Math.abs(z) };
  return { statistic, p: alternative === 'greater' ? normalSurvival(z) : normalCdf(z), z };
}

function exactP(ranks: Float64Array, plus: number, minus: number, alternative: Alternative): number | null {
  if (ranks.length === 0) return null;
  // Mid-ranks are whole when doubled.
  const { atLeast, atMost } = signedSumTails(
    Array.from(ranks, (rank) => 2 * rank),
    2 * (plus - minus),
  );
  if (alternative === 'greater') return atLeast;
  return alternative === 'less' ? atMost : Math.min(1, 2 * Math.min(atLeast, atMost));
}
