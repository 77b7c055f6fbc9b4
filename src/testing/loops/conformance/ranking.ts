import {
  type Judgements,
  type RankingReport,
  type Run,
  rankingMetrics,
} from '../../../metrics/ranking-set.ts';
import { asList, asNumber, asObject, asText, type JsonObject, objectAt } from '../json.ts';
import type { VectorAdapter } from './adapter.ts';

/** trec_eval's names and ours. */
const NAMES = new Map([
  ['ndcg', 'ndcg'],
  ['ndcg_cut_1', 'ndcg@1'],
  ['ndcg_cut_5', 'ndcg@5'],
  ['ndcg_cut_10', 'ndcg@10'],
  ['recall_5', 'recall@5'],
  ['recall_10', 'recall@10'],
  ['P_1', 'precision@1'],
  ['P_5', 'precision@5'],
  ['P_10', 'precision@10'],
  ['recip_rank', 'mrr'],
  ['map', 'map'],
  ['success_1', 'success@1'],
  ['success_5', 'success@5'],
  ['success_10', 'success@10'],
]);
const EXPONENTIAL = new Map([
  ['ndcg_exp_1', 'ndcg@1'],
  ['ndcg_exp_5', 'ndcg@5'],
  ['ndcg_exp_10', 'ndcg@10'],
]);

export const rankingVectors: VectorAdapter = {
  file: 'ranking.json',
  runners: new Map([['cases', runRanking]]),
};

function runRanking(entry: JsonObject): unknown {
  const judgements = readJudgements(objectAt(entry, 'qrels'));
  const run = readRun(objectAt(entry, 'run'));
  const linear = rankingMetrics(judgements, run, { measures: [...NAMES.values()] });
  const exponential = rankingMetrics(judgements, run, {
    measures: [...EXPONENTIAL.values()],
    gain: 'exponential',
  });
  const named = (pick: (report: RankingReport) => ReadonlyMap<string, number | null> | undefined) =>
    new Map([...rename(NAMES, pick(linear)), ...rename(EXPONENTIAL, pick(exponential))]);
  return {
    num_q: linear.perQuery.size,
    num_q_complete: linear.judgedQueries,
    num_rel: new Map([...judgements].map(([query, grades]) => [query, countRelevant(grades)])),
    per_query: new Map(
      [...linear.perQuery.keys()].map((query) => [query, named((report) => report.perQuery.get(query))]),
    ),
    mean: named((report) => report.mean),
    mean_complete: named((report) => report.meanComplete),
  };
}

function rename(
  names: ReadonlyMap<string, string>,
  values: ReadonlyMap<string, number | null> | undefined,
): [string, number | null | undefined][] {
  return [...names].map(([theirs, ours]) => [theirs, values?.get(ours)]);
}

function countRelevant(grades: Iterable<readonly [unknown, number]>): number {
  return [...grades].filter(([, grade]) => grade >= 1).length;
}

function readJudgements(object: JsonObject): Judgements {
  return Object.entries(object).map(([query, grades]) => [
    query,
    Object.entries(asObject(grades, query)).map(([document, grade]) => [document, asNumber(grade, document)]),
  ]);
}

/** The third entry of a result, its rank, is ignored. */
function readRun(object: JsonObject): Run {
  return Object.entries(object).map(([query, results]) => [
    query,
    asList(results, query).map((result) => {
      const [document, score] = asList(result, query);
      return [asText(document, query), asNumber(score, query)];
    }),
  ]);
}
