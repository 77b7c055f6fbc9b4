import type { ItemValues } from '../../core/index.ts';
import {
  averagePrecision,
  dcgAtK,
  idealOrder,
  reciprocalRankAtK,
  relevantAtK,
} from '../../metrics/ranking.ts';
import { cardMetrics } from './card.ts';
import type { RankingItem } from './data.ts';
import { paperRanking, topGradeRank } from './paper.ts';
import { placeRanking } from './placed.ts';
import type { Ranking } from './ranking.ts';

const NO_RANKING: readonly string[] = [];

/** What depends on a query's grades alone. */
interface Judged {
  readonly grades: readonly number[];
  readonly idealDcg: number;
  readonly relevant: number;
  readonly gold: ReadonlySet<string>;
}

const judgedOf = new WeakMap<RankingItem, Judged>();

function judge(item: RankingItem): Judged {
  const known = judgedOf.get(item);
  if (known !== undefined) return known;
  const grades = [...item.grades.values()];
  const judged: Judged = {
    grades,
    idealDcg: dcgAtK(idealOrder(grades), 10),
    relevant: relevantAtK(grades),
    gold: new Set([...item.grades].filter(([, grade]) => grade >= 1).map(([doc]) => doc)),
  };
  judgedOf.set(item, judged);
  return judged;
}

/**
 * Values of one query in the three protocols. A query without a ranking gets 0 wherever it would have a value.
 *
 * @param value undefined: no ranking
 * @returns null: the query has no value and is left out of the mean (specification 6)
 */
export function scoreRanking(value: Ranking | undefined, item: RankingItem): ItemValues {
  const judged = judge(item);
  const list = value?.ranking ?? NO_RANKING;
  const authors = value === undefined ? NO_RANKING : paperRanking(value);
  const placed = placeRanking(list, item);
  const clean = placed.whole ? placed.grades : placeRanking(firstMentions(list, item.grades), item).grades;
  const standard = common(clean, judged);
  const paper =
    placed.whole && authors === list
      ? standard
      : common(placeRanking(authors, item).grades, judged, (k) => firstOf(authors, k, item));
  const top = topGradeRank(authors, item.grades);
  const card = cardMetrics(list, judged.gold);
  return {
    standard: {
      ...standard,
      'mrr@10': judged.relevant === 0 ? null : reciprocalRankAtK(clean, 10),
    },
    paper: { ...paper, 'mrr@10': top === 0 ? 0 : 1 / top },
    card: { 'ndcg@10': card.ndcgAt10, 'recall@5': card.recallAt5 },
  };
}

/**
 * The measures that `standard` and `paper` define alike.
 *
 * @param ranked grades in ranked order; a document that is repeated counts each time (nDCG, average precision)
 * @param firstDocuments grades of the different documents among the first k, where some are repeated: recall takes a
 *   set
 */
function common(ranked: Float64Array, judged: Judged, firstDocuments?: (k: number) => Float64Array) {
  const recall = (k: number) => {
    if (judged.relevant === 0) return null;
    const found = firstDocuments === undefined ? relevantAtK(ranked, k) : relevantAtK(firstDocuments(k));
    return found / judged.relevant;
  };
  return {
    'ndcg@10': judged.idealDcg === 0 ? null : dcgAtK(ranked, 10) / judged.idealDcg,
    map: averagePrecision(ranked, judged.grades),
    'recall@5': recall(5),
    'recall@10': recall(10),
    'recall@20': recall(20),
    'recall@100': recall(100),
  };
}

/** Grades of the different documents among the first k. */
function firstOf(list: readonly string[], k: number, item: RankingItem): Float64Array {
  return placeRanking([...new Set(list.slice(0, k))], item).grades;
}

/** First mentions of documents of the pool. */
function firstMentions(list: readonly string[], grades: ReadonlyMap<string, number>): readonly string[] {
  return [...new Set(list.filter((id) => grades.has(id)))];
}

/** Highest possible values of a query: its documents by falling grade. */
export function idealRanking(item: RankingItem): readonly string[] {
  return [...item.grades].sort((a, b) => b[1] - a[1]).map(([doc]) => doc);
}

/** Expected values of a uniformly random order of the pool (specification 8.4), for nDCG@10 and Recall@5. */
export function randomExpectation(item: RankingItem): { ndcg: number | null; recall: number | null } {
  const judged = judge(item);
  const size = item.grades.size;
  const mean = judged.grades.reduce((sum, grade) => sum + grade, 0) / size;
  let discounts = 0;
  for (let place = 1; place <= Math.min(10, size); place++) discounts += 1 / Math.log2(place + 1);
  return {
    ndcg: judged.idealDcg === 0 ? null : (mean * discounts) / judged.idealDcg,
    recall: judged.relevant === 0 ? null : Math.min(5, size) / size,
  };
}
