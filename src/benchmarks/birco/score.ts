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
import type { Ranking } from './ranking.ts';

const DEPTHS = [5, 10, 20, 100] as const;

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
  const list = value?.ranking ?? [];
  const authors = value === undefined ? [] : paperRanking(value);
  const clean = firstMentions(list, item.grades);
  const standard = common(clean, clean, item, judged);
  const same = clean === list && authors === list;
  const paper = same ? standard : common(authors, [...new Set(authors)], item, judged);
  const top = topGradeRank(authors, item.grades);
  const card = cardMetrics(list, judged.gold);
  return {
    standard: {
      ...standard,
      'mrr@10': judged.relevant === 0 ? null : reciprocalRankAtK(gradesAlong(clean, item.grades), 10),
    },
    paper: { ...paper, 'mrr@10': top === 0 ? 0 : 1 / top },
    card: { 'ndcg@10': card.ndcgAt10, 'recall@5': card.recallAt5 },
  };
}

/**
 * The measures that `standard` and `paper` define alike.
 *
 * @param list the ranking, in which a repeated id counts each time (nDCG, average precision)
 * @param places the first mentions at the places they have in `list` up to each depth (recall takes a set)
 */
function common(list: readonly string[], places: readonly string[], item: RankingItem, judged: Judged) {
  const ranked = gradesAlong(list, item.grades);
  const repeats = places.length !== list.length;
  const recall = (k: number) => {
    if (judged.relevant === 0) return null;
    if (!repeats) return relevantAtK(ranked, k) / judged.relevant;
    return relevantAtK(gradesAlong([...new Set(list.slice(0, k))], item.grades)) / judged.relevant;
  };
  const values: Record<string, number | null> = {
    'ndcg@10': judged.idealDcg === 0 ? null : dcgAtK(ranked, 10) / judged.idealDcg,
    map: averagePrecision(ranked, judged.grades),
  };
  for (const depth of DEPTHS) values[`recall@${depth}`] = recall(depth);
  return values;
}

/** The list itself if it has neither repeats nor foreign ids; else first mentions of pool documents only. */
function firstMentions(list: readonly string[], grades: ReadonlyMap<string, number>): readonly string[] {
  const seen = new Set<string>();
  for (const id of list) if (grades.has(id)) seen.add(id);
  return seen.size === list.length ? list : [...seen];
}

/** Grades in ranked order; 0 for a foreign document. */
function gradesAlong(list: readonly string[], grades: ReadonlyMap<string, number>): Float64Array {
  const along = new Float64Array(list.length);
  list.forEach((id, at) => {
    along[at] = grades.get(id) ?? 0;
  });
  return along;
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
