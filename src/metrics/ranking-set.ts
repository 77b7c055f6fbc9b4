import { QuadratError } from '../core/errors.ts';
import { compareBytes } from '../text/compare.ts';
import { createPlaceSorter } from './order-places.ts';
import {
  averagePrecision,
  checkScore,
  dcgAtK,
  type Gain,
  type Grades,
  type Id,
  idealOrder,
  reciprocalRankAtK,
  relevantAtK,
} from './ranking.ts';
import { type RankingMeasure, readRankingMeasure } from './ranking-measures.ts';

/** Grade of each judged document of each query: Maps or lists of entries, in any mixture. */
export type Judgements = Iterable<
  readonly [query: Id, documents: Iterable<readonly [document: Id, grade: number]>]
>;

/** Score of each retrieved document of each query; the order of the lists does not matter. */
export type Run = Iterable<readonly [query: Id, documents: Iterable<readonly [document: Id, score: number]>]>;

export interface RankingOptions<Measure extends string = string> {
  /** `ndcg`, `ndcg@10`, `recall@5`, `precision@5`, `success@1`, `mrr`, `mrr@10`, `map`. */
  readonly measures: readonly Measure[];
  /** What a grade is worth in nDCG; `linear` if absent. */
  readonly gain?: Gain;
  /** Smallest grade that is relevant; 1 if absent. */
  readonly threshold?: number;
}

export type RankingValues<Measure extends string = string> = ReadonlyMap<Measure, number>;

export interface RankingReport<Measure extends string = string> {
  /** Queries that are judged and have a result, in the order of the judgements. */
  readonly perQuery: ReadonlyMap<string, RankingValues<Measure>>;
  /** Mean over `perQuery`; null without a query. trec_eval's classic default. */
  readonly mean: ReadonlyMap<Measure, number | null>;
  /** Mean over all judged queries, 0 for one without a result; trec_eval's option -c. */
  readonly meanComplete: ReadonlyMap<Measure, number | null>;
  readonly judgedQueries: number;
}

/**
 * Scores a run as trec_eval does. Order: score descending, ties by document id descending in UTF-8 byte order. A
 * document without a judgement or with a negative grade is not relevant, gains nothing and keeps its rank. A query
 * without a relevant document gives 0. Results for queries without a judgement are left out.
 *
 * @param judgements the grades; a query with an empty list counts as judged
 * @param run the scores; a query with an empty list counts as without a result
 * @returns values from 0 to 1 for each query, and their means
 * @throws QuadratError `duplicate-id` for a query, or a document of a query, that is named twice;
 *   `invalid-score` for a score or grade that is not a finite number; `usage` for an unknown measure
 * @source trec_eval 10.0
 */
export function rankingMetrics<Measure extends string>(
  judgements: Judgements,
  run: Run,
  options: RankingOptions<Measure>,
): RankingReport<Measure> {
  const { measures, gain = 'linear', threshold = 1 } = options;
  const wanted = measures.map((measure) => ({ measure, ...readRankingMeasure(measure) }));
  const results = queriesOf(run, 'results');
  const judged = queriesOf(judgements, 'judgements');
  const perQuery = new Map<string, Map<Measure, number>>();
  const sums = new Float64Array(wanted.length);
  const rankedGrades = createGradeRanker();
  for (const [query, documents] of judged) {
    const retrieved = results.get(query);
    if (retrieved === undefined) continue;
    const { grades, ideal } = judgedQuery(documents, query, threshold);
    const ranked = rankedGrades(retrieved, grades, query);
    if (ranked.length === 0) continue;
    const values = new Map<Measure, number>();
    for (const [index, entry] of wanted.entries()) {
      const value = measureValue(entry, ranked, ideal, gain, threshold);
      sums[index] = (sums[index] ?? 0) + value;
      values.set(entry.measure, value);
    }
    perQuery.set(query, values);
  }
  const over = (count: number): Map<Measure, number | null> =>
    new Map(measures.map((measure, index) => [measure, count === 0 ? null : (sums[index] ?? 0) / count]));
  return {
    perQuery,
    mean: over(perQuery.size),
    meanComplete: over(judged.size),
    judgedQueries: judged.size,
  };
}

function measureValue(
  measure: RankingMeasure,
  ranked: Grades,
  ideal: Grades,
  gain: Gain,
  threshold: number,
): number {
  const { name, cutoff } = measure;
  if (name === 'mrr') return reciprocalRankAtK(ranked, cutoff, threshold);
  if (name === 'map') return averagePrecision(ranked, ideal, threshold) ?? 0;
  if (name === 'ndcg') {
    const best = dcgAtK(ideal, cutoff, gain);
    return best === 0 ? 0 : dcgAtK(ranked, cutoff, gain) / best;
  }
  const found = relevantAtK(ranked, cutoff, threshold);
  if (name === 'precision') return found / cutoff;
  if (name === 'success') return found > 0 ? 1 : 0;
  return found === 0 ? 0 : found / relevantAtK(ideal, undefined, threshold);
}

function queriesOf<Documents>(
  entries: Iterable<readonly [Id, Documents]>,
  what: string,
): ReadonlyMap<string, Documents> {
  const queries = new Map<string, Documents>();
  for (const [query, documents] of entries) {
    const id = String(query);
    if (queries.has(id)) {
      throw new QuadratError('duplicate-id', `query ${id} stands twice in the ${what}`, { item: id });
    }
    queries.set(id, documents);
  }
  return queries;
}

interface JudgedQuery {
  readonly grades: ReadonlyMap<string, number>;
  /** Grades that can gain or be relevant, descending. */
  readonly ideal: Float64Array;
}

function judgedQuery(
  documents: Iterable<readonly [Id, number]>,
  query: string,
  threshold: number,
): JudgedQuery {
  const counting: number[] = [];
  const take = (grade: number, document: Id): void => {
    if (!Number.isFinite(grade)) {
      throw new QuadratError('invalid-score', `the grade of document ${document} is ${grade}`, {
        item: query,
      });
    }
    if (grade > 0 || grade >= threshold) counting.push(grade);
  };
  const texts = textMap(documents);
  if (texts !== undefined) {
    texts.forEach(take);
    return { grades: texts, ideal: idealOrder(counting) };
  }
  const grades = new Map<string, number>();
  for (const [document, grade] of documents) {
    take(grade, document);
    const before = grades.size;
    grades.set(String(document), grade);
    if (grades.size === before) throw twice(document, query, 'the judgements');
  }
  return { grades, ideal: idealOrder(counting) };
}

/** The Map itself if all its keys are texts: such a Map cannot name a document twice and is read where it is. */
function textMap(documents: Iterable<readonly [Id, number]>): ReadonlyMap<string, number> | undefined {
  if (!(documents instanceof Map)) return undefined;
  for (const document of documents.keys()) if (typeof document !== 'string') return undefined;
  return documents;
}

type GradeRanker = (
  documents: Iterable<readonly [Id, number]>,
  grades: ReadonlyMap<string, number>,
  query: string,
) => Float64Array;

/** Grades in the order of the scores; keeps its working arrays from query to query. */
function createGradeRanker(): GradeRanker {
  const sort = createPlaceSorter();
  let scores = new Float64Array(256);
  let ids: string[] = [];
  let current = '';
  const tie = (left: number, right: number): number => compareBytes(ids[right] ?? '', ids[left] ?? '');
  const take = (score: number, document: Id): void => {
    checkScore(document, score, current);
    if (ids.length === scores.length) {
      const longer = new Float64Array(2 * scores.length);
      longer.set(scores);
      scores = longer;
    }
    scores[ids.length] = score;
    ids.push(String(document));
  };

  return (documents, grades, query) => {
    ids = [];
    current = query;
    const texts = textMap(documents);
    if (texts !== undefined) texts.forEach(take);
    else {
      const seen = new Set<string>();
      for (const [document, score] of documents) {
        take(score, document);
        seen.add(String(document));
        if (seen.size < ids.length) throw twice(document, query, 'the results');
      }
    }
    const places = sort(scores, ids.length, tie);
    const ranked = new Float64Array(ids.length);
    for (let rank = 0; rank < ranked.length; rank += 1) {
      ranked[rank] = grades.get(ids[places[rank] ?? 0] ?? '') ?? 0;
    }
    return ranked;
  };
}

function twice(document: Id, query: string, where: string): QuadratError {
  return new QuadratError('duplicate-id', `document ${document} stands twice in ${where}`, {
    item: query,
    next: 'Name every document once.',
    data: { id: String(document) },
  });
}
