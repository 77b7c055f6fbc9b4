import { QuadratError } from '../core/errors.ts';

/** Names of ranking measures; all but `mrr` and `map` may or must have a cut-off, as in `ndcg@10`. */
export const RANKING_MEASURE_NAMES = ['ndcg', 'recall', 'precision', 'success', 'mrr', 'map'] as const;
export type RankingMeasureName = (typeof RANKING_MEASURE_NAMES)[number];

export interface RankingMeasure {
  /** As it was asked for. */
  readonly id: string;
  readonly name: RankingMeasureName;
  /** Infinity without a cut-off. */
  readonly cutoff: number;
}

const NEEDS_CUTOFF: ReadonlySet<string> = new Set(['recall', 'precision', 'success']);

/**
 * Reads the id of a ranking measure: `ndcg`, `ndcg@10`, `recall@5`, `precision@5`, `success@1`, `mrr`, `mrr@10`, `map`.
 *
 * @throws QuadratError `usage` for anything else
 */
export function readRankingMeasure(id: string): RankingMeasure {
  const [, name, cutoff] = /^([a-z]+)(?:@([1-9]\d{0,8}))?$/.exec(id) ?? [];
  const known = RANKING_MEASURE_NAMES.find((candidate) => candidate === name);
  const allowed = cutoff === undefined ? !NEEDS_CUTOFF.has(String(known)) : known !== 'map';
  if (known === undefined || !allowed) {
    throw new QuadratError('usage', `there is no ranking measure ${id}`, {
      next: 'Known are ndcg, ndcg@k, recall@k, precision@k, success@k, mrr, mrr@k and map.',
    });
  }
  return { id, name: known, cutoff: cutoff === undefined ? Number.POSITIVE_INFINITY : Number(cutoff) };
}
