import type { ErrorCode, ResultError } from '../../core/index.ts';
import type { RankingItem } from './data.ts';
import type { Ranking } from './ranking.ts';

/**
 * Where the authors' scoring code stops with an exception (specification 5.3, quirks 6, 7, 9, 10). It goes through
 * the queries in the order of the data and stops at the first; so do we, and name it.
 */
export function paperFaults(
  rankings: ReadonlyMap<string, Ranking>,
  items: readonly RankingItem[],
): ResultError[] {
  for (const item of items) {
    const value = rankings.get(item.id);
    const fault = faultOf(value, item);
    if (fault !== undefined) return [fault];
  }
  return [];
}

function faultOf(value: Ranking | undefined, item: RankingItem): ResultError | undefined {
  if (value === undefined) return missingQuery(item);
  if (value.paper?.fault !== undefined) return value.paper.fault;
  // An answer that nobody could read, where the authors’ reader is not in use, is an outcome and counts 0.
  if (value.unread === true && value.paper?.ranking === undefined) return undefined;
  return rankingFault(item, paperRanking(value));
}

/** The ranking as protocol `paper` reads it. */
export function paperRanking(value: Ranking): readonly string[] {
  return value.paper?.ranking ?? value.ranking;
}

function missingQuery(item: RankingItem): ResultError {
  return entry('missing-query', 'KeyError', item, 'the ranking of the query is missing');
}

function rankingFault(item: RankingItem, ranking: readonly string[]): ResultError | undefined {
  if (item.grades.size < 10) {
    return entry(
      'missing-document',
      'IndexError',
      item,
      `the pool has ${item.grades.size} documents; the code needs 10`,
    );
  }
  if (ranking.length < 10) {
    return entry(
      'missing-document',
      'IndexError',
      item,
      `only ${ranking.length} documents are ranked; the code needs 10`,
    );
  }
  for (let at = 0; at < 10; at++) {
    const doc = ranking[at];
    if (doc !== undefined && !item.grades.has(doc)) {
      return entry(
        'foreign-document',
        'ValueError',
        item,
        `document ${doc} at place ${at + 1} is not in the pool`,
      );
    }
  }
  for (const grade of item.grades.values()) if (grade !== 0) return undefined;
  return entry('no-relevant-document', 'ZeroDivisionError', item, 'every grade of the pool is 0');
}

function entry(code: ErrorCode, exception: string, item: RankingItem, what: string): ResultError {
  return {
    protocol: 'paper',
    code,
    message: `the authors’ code stops with ${exception} at query ${item.id}: ${what}`,
    details: { exception, query: item.id },
  };
}

/** The highest grade of a pool, and the document that the code leaves out where all grades are equal. */
interface TopGrade {
  readonly grade: number;
  readonly leftOut: string | undefined;
}

const tops = new WeakMap<ReadonlyMap<string, number>, TopGrade>();

function topGradeOf(grades: ReadonlyMap<string, number>): TopGrade {
  const known = tops.get(grades);
  if (known !== undefined) return known;
  let grade = -Infinity;
  let equal = true;
  let last: string | undefined;
  for (const [doc, one] of grades) {
    if (last !== undefined && one !== grade) equal = false;
    if (one > grade) grade = one;
    last = doc;
  }
  const top = { grade, leftOut: equal ? last : undefined };
  tops.set(grades, top);
  return top;
}

/**
 * Place (from 1) among the first ten of the first document that has the highest grade of the pool; 0 if there is none.
 * Where all grades are equal the code's loop ends without its break and leaves the last stored document out.
 */
export function topGradeRank(ranking: readonly string[], grades: ReadonlyMap<string, number>): number {
  const top = topGradeOf(grades);
  for (let at = 0; at < 10 && at < ranking.length; at++) {
    const doc = ranking[at];
    if (doc !== undefined && doc !== top.leftOut && grades.get(doc) === top.grade) return at + 1;
  }
  return 0;
}
