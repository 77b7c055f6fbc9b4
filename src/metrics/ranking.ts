import { QuadratError } from '../core/errors.ts';
import { compareBytes } from '../text/compare.ts';

/** Grades, in ranked order or of a pool. Fractions are kept; a negative grade gains nothing. */
export type Grades = ArrayLike<number>;

/** What a grade is worth: the grade itself, or 2^grade - 1 (Burges et al. 2005). */
export type Gain = 'linear' | 'exponential';

/** Ids are compared as text: the number 10 and the text "10" are one id. */
export type Id = string | number;

export interface ScoredDocument {
  readonly id: Id;
  readonly score: number;
}

/**
 * Documents in ranked order: score descending, equal scores by id descending in UTF-8 byte order ("9" before "10").
 * 0 and -0 are equal. A document named twice stays twice; {@link duplicatesOf} finds it.
 *
 * @returns a new array
 * @throws QuadratError `invalid-score` for a score that is not a finite number
 * @source trec_eval 10.0
 */
export function orderByScore<Document extends ScoredDocument>(documents: readonly Document[]): Document[] {
  for (const { id, score } of documents) checkScore(id, score);
  return documents.toSorted((left, right) =>
    left.score === right.score ? compareBytes(String(right.id), String(left.id)) : right.score - left.score,
  );
}

/** @throws QuadratError `invalid-score` if the score is not a finite number */
export function checkScore(id: Id, score: unknown, query?: string): void {
  if (typeof score === 'number' && Number.isFinite(score)) return;
  throw new QuadratError('invalid-score', `the score of document ${id} is ${String(score)}`, {
    ...(query === undefined ? {} : { item: query }),
    next: 'Give every document a finite number.',
    data: { id: String(id) },
  });
}

/** Ids that are named more than once, each once, in the order of their second mention. */
export function duplicatesOf(ids: Iterable<Id>): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const id of ids) {
    const text = String(id);
    if (seen.has(text)) twice.add(text);
    else seen.add(text);
  }
  return [...twice];
}

/** Strictly falling scores for an order: n, n - 1, …, 1. */
export function scoresOfOrder(ids: readonly Id[]): [id: string, score: number][] {
  return ids.map((id, index) => [String(id), ids.length - index]);
}

/** Grades of ranked documents, 0 for one that is not judged. */
export function gradesInOrder(ids: readonly Id[], grades: ReadonlyMap<string, number>): number[] {
  return ids.map((id) => grades.get(String(id)) ?? 0);
}

/** Grades in the best possible order: descending. */
export function idealOrder(judged: Grades): Float64Array {
  return Float64Array.from(judged).sort().reverse();
}

/**
 * Discounted cumulative gain of the first k: sum of gain / log2(rank + 1), added from the top.
 *
 * @param ranked grades in ranked order
 * @param k cut-off; Infinity for the whole list
 * @source Järvelin and Kekäläinen 2002 in the form of trec_eval
 */
export function dcgAtK(ranked: Grades, k: number, gain: Gain = 'linear'): number {
  const end = Math.min(k, ranked.length);
  let sum = 0;
  for (let index = 0; index < end; index += 1) {
    const grade = ranked[index] ?? 0;
    if (grade > 0) sum += (gain === 'linear' ? grade : 2 ** grade - 1) / Math.log2(index + 2);
  }
  return sum;
}

/**
 * Normalised discounted cumulative gain at k, from 0 to 1.
 *
 * @param ranked grades in ranked order, 0 for unjudged documents
 * @param judged grades of all judged documents of the query, in any order; the ideal ranking takes the k largest
 * @param k cut-off; Infinity for the whole list
 * @param gain the same for the ranking and the ideal
 * @returns null if no judged document has a positive grade (trec_eval: 0)
 * @source trec_eval 10.0 `ndcg_cut`; exponential: Burges et al. 2005
 */
export function ndcgAtK(ranked: Grades, judged: Grades, k: number, gain: Gain = 'linear'): number | null {
  const best = dcgAtK(idealOrder(judged), k, gain);
  return best === 0 ? null : dcgAtK(ranked, k, gain) / best;
}

/** How many grades reach the threshold among the first k. */
export function relevantAtK(grades: Grades, k = Number.POSITIVE_INFINITY, threshold = 1): number {
  const end = Math.min(k, grades.length);
  let count = 0;
  for (let index = 0; index < end; index += 1) if ((grades[index] ?? 0) >= threshold) count += 1;
  return count;
}

/**
 * Share of all relevant documents that stand in the first k, from 0 to 1; not capped at k.
 *
 * @param judged grades of all judged documents of the query, in any order
 * @param threshold smallest grade that is relevant
 * @returns null if no document is relevant (trec_eval: 0)
 * @source trec_eval 10.0 `recall`
 */
export function recallAtK(ranked: Grades, judged: Grades, k: number, threshold = 1): number | null {
  const relevant = relevantAtK(judged, undefined, threshold);
  return relevant === 0 ? null : relevantAtK(ranked, k, threshold) / relevant;
}

/**
 * Share of relevant documents in the first k, from 0 to 1; divided by k even if the list is shorter.
 *
 * @source trec_eval 10.0 `P`
 */
export function precisionAtK(ranked: Grades, k: number, threshold = 1): number {
  return relevantAtK(ranked, k, threshold) / k;
}

/** 1 if a relevant document stands in the first k, else 0. @source trec_eval 10.0 `success` */
export function successAtK(ranked: Grades, k: number, threshold = 1): number {
  return relevantAtK(ranked, k, threshold) > 0 ? 1 : 0;
}

/**
 * Mean of the precision at each relevant document, over all relevant documents of the query, from 0 to 1.
 *
 * @param judged grades of all judged documents of the query, in any order
 * @returns null if no document is relevant (trec_eval: 0)
 * @source trec_eval 10.0 `map`
 */
export function averagePrecision(ranked: Grades, judged: Grades, threshold = 1): number | null {
  const relevant = relevantAtK(judged, undefined, threshold);
  if (relevant === 0) return null;
  let found = 0;
  let sum = 0;
  for (let index = 0; index < ranked.length; index += 1) {
    if ((ranked[index] ?? 0) < threshold) continue;
    found += 1;
    sum += found / (index + 1);
  }
  return sum / relevant;
}

/**
 * 1 / rank of the first relevant document among the first k, 0 if there is none.
 *
 * @param k cut-off; Infinity for the whole list
 * @source trec_eval 10.0 `recip_rank`
 */
export function reciprocalRankAtK(ranked: Grades, k: number, threshold = 1): number {
  const end = Math.min(k, ranked.length);
  for (let index = 0; index < end; index += 1) {
    if ((ranked[index] ?? 0) >= threshold) return 1 / (index + 1);
  }
  return 0;
}

/** {@link reciprocalRankAtK} over the whole list. */
export function reciprocalRank(ranked: Grades, threshold = 1): number {
  return reciprocalRankAtK(ranked, Number.POSITIVE_INFINITY, threshold);
}
