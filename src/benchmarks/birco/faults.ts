import type { ResultError, ResultWarning, SetCheck } from '../../core/index.ts';
import type { RankingItem } from './data.ts';
import { paperFaults } from './paper.ts';
import { placeRanking } from './placed.ts';
import type { Ranking } from './ranking.ts';
import { setOfQueries } from './sets.ts';
import type { BircoSettings } from './settings.ts';

export interface Fault {
  readonly code: 'duplicate-id' | 'missing-document' | 'foreign-document' | 'missing-query' | 'surplus-query';
  readonly query: string;
  /** The document; absent where the query itself is the fault. */
  readonly id?: string;
  /** Places in the list, counted from 0. */
  readonly positions?: readonly number[];
}

/** Every fault of a set of rankings, query by query in the order of the data. */
export function findFaults(
  rankings: ReadonlyMap<string, Ranking>,
  items: readonly RankingItem[],
  surplus: readonly string[],
): Fault[] {
  const faults: Fault[] = [];
  for (const item of items) {
    const value = rankings.get(item.id);
    if (value?.unread === true) continue;
    const ranking = value?.ranking;
    if (ranking === undefined) faults.push({ code: 'missing-query', query: item.id });
    else if (!placeRanking(ranking, item).whole) faults.push(...faultsOf(item, ranking));
  }
  for (const query of surplus) faults.push({ code: 'surplus-query', query });
  return faults;
}

function faultsOf(item: RankingItem, ranking: readonly string[]): Fault[] {
  const places = new Map<string, number[]>();
  ranking.forEach((id, at) => {
    const list = places.get(id);
    if (list === undefined) places.set(id, [at]);
    else list.push(at);
  });
  const faults: Fault[] = [];
  for (const [id, positions] of places) {
    if (!item.grades.has(id)) faults.push({ code: 'foreign-document', query: item.id, id, positions });
    else if (positions.length > 1) faults.push({ code: 'duplicate-id', query: item.id, id, positions });
  }
  for (const id of item.grades.keys()) {
    if (!places.has(id)) faults.push({ code: 'missing-document', query: item.id, id });
  }
  return faults;
}

/** What each protocol refuses in these rankings. */
export function checkRankings(
  rankings: ReadonlyMap<string, Ranking>,
  items: readonly RankingItem[],
  surplus: readonly string[],
  settings: BircoSettings,
  set: string,
): SetCheck {
  const wrong = wrongDataset(rankings, items, set);
  if (wrong.length > 0) return { errors: wrong, warnings: [] };
  const graded = items.every((item) => item.graded);
  const faults = findFaults(rankings, items, surplus);
  const paper = graded ? paperFaults(rankings, items) : [];
  if (settings.relax) {
    return { errors: paper, warnings: faults.length === 0 ? [] : [relaxed(faults)] };
  }
  return { errors: [...standardErrors(faults), ...paper], warnings: [] };
}

/** One entry a kind of fault, each with all places. */
export function standardErrors(faults: readonly Fault[]): ResultError[] {
  const kinds = new Map<Fault['code'], Fault[]>();
  for (const fault of faults) {
    const list = kinds.get(fault.code);
    if (list === undefined) kinds.set(fault.code, [fault]);
    else list.push(fault);
  }
  return [...kinds].map(([code, list]) => ({
    protocol: 'standard',
    code,
    message: inWords(code, list),
    details: {
      count: list.length,
      queries: new Set(list.map(({ query }) => query)).size,
      faults: list.map(({ code: _, ...rest }) => rest),
    },
  }));
}

function inWords(code: Fault['code'], faults: readonly Fault[]): string {
  const queries = new Set(faults.map(({ query }) => query)).size;
  const [first] = faults;
  const example =
    first === undefined
      ? ''
      : `; first: query ${first.query}${first.id === undefined ? '' : `, document ${first.id}`}`;
  const over = `over ${queries} ${queries === 1 ? 'query' : 'queries'}${example}`;
  switch (code) {
    case 'duplicate-id':
      return `${plural(faults.length, 'document id stands', 'document ids stand')} more than once in a ranking, ${over}`;
    case 'missing-document':
      return `${plural(faults.length, 'document of the pools is', 'documents of the pools are')} not ranked, ${over}`;
    case 'foreign-document':
      return `${plural(faults.length, 'ranked document is', 'ranked documents are')} not in the pool, ${over}`;
    case 'missing-query':
      return `${plural(faults.length, 'query has', 'queries have')} no ranking${example}`;
    case 'surplus-query':
      return `${plural(faults.length, 'ranking is for a query', 'rankings are for queries')} that the data do not have${example}`;
  }
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function relaxed(faults: readonly Fault[]): ResultWarning {
  const counts = new Map<string, number>();
  for (const { code } of faults) counts.set(code, (counts.get(code) ?? 0) + 1);
  const list = [...counts].map(([code, count]) => `${count} × ${code}`).join(', ');
  return {
    code: 'relaxed',
    message: `relax=true lifted the refusal of faults (${list}): first mentions count, what is missing is not found, foreign ids are dropped`,
    details: { count: faults.length, faults },
  };
}

/**
 * No ranking of the file belongs to this set: every protocol refuses it, with the set's name where the ids tell it. A
 * query belongs if its id is in the data and some ranked document is in its pool: DORIS-MAE and RELIC share ids.
 */
function wrongDataset(
  rankings: ReadonlyMap<string, Ranking>,
  items: readonly RankingItem[],
  set: string,
): ResultError[] {
  if (rankings.size === 0 || items.some((item) => belongs(rankings.get(item.id), item))) return [];
  const ids = [...rankings.keys()];
  const guess = setOfQueries(ids);
  const whose = guess === undefined || guess === set ? 'of another data set' : `of ${guess}`;
  return (['standard', 'paper', 'card'] as const).map((protocol) => ({
    protocol,
    code: 'wrong-dataset',
    message: `no ranking in this file is of birco/${set} with its ${items.length} queries; its ${ids.length} queries are ${whose}`,
    details: {
      expected: `birco/${set}`,
      ...(guess === undefined ? {} : { found: `birco/${guess}` }),
      queries: ids.slice(0, 10),
      ...(protocol === 'paper' ? { exception: 'KeyError' } : {}),
    },
  }));
}

function belongs(value: Ranking | undefined, item: RankingItem): boolean {
  if (value === undefined) return false;
  return value.ranking.length === 0 || value.ranking.some((id) => item.grades.has(id));
}
