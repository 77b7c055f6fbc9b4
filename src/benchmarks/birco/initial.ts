import { createHash } from 'node:crypto';
import { QuadratError } from '../../core/index.ts';
import { orderByScore } from '../../metrics/ranking.ts';
import { bm25Scores } from '../../text/bm25.ts';
import { queryOf, type RankingItem, textOf } from './data.ts';

/** A file of rankings for `initial=FILE`, by query. */
export type InitialRankings = ReadonlyMap<string, readonly string[]>;

/** The pool by the hex SHA-256 of `seed|query id|document id`: content and seed decide, never the stored order. */
export function shuffledOrder(item: RankingItem, seed: number): readonly string[] {
  return [...item.grades.keys()]
    .map((id) => ({ id, key: createHash('sha256').update(`${seed}|${item.id}|${id}`).digest('hex') }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ id }) => id);
}

/** The pool by BM25 over itself (specification 8.5); ties by id, descending in byte order. */
export function bm25Order(item: RankingItem): readonly string[] {
  const ids = [...item.grades.keys()];
  const scores = bm25Scores(
    queryOf(item),
    ids.map((id) => textOf(item, id)),
  );
  return orderByScore(ids.map((id, at) => ({ id, score: scores[at] ?? 0 }))).map(({ id }) => id);
}

/**
 * The order that a method starts from and breaks ties by.
 *
 * @param given rankings of `initial=FILE`; each must be a permutation of the pool
 */
export function initialOrder(
  item: RankingItem,
  kind: 'shuffle' | 'bm25' | InitialRankings,
  seed: number,
): readonly string[] {
  if (kind === 'shuffle') return shuffledOrder(item, seed);
  if (kind === 'bm25') return bm25Order(item);
  const order = kind.get(item.id);
  if (order === undefined) {
    throw new QuadratError('missing-query', 'the file of first rankings has no ranking for this query', {
      item: item.id,
    });
  }
  const known = new Set(order);
  if (
    known.size !== order.length ||
    known.size !== item.grades.size ||
    order.some((id) => !item.grades.has(id))
  ) {
    throw new QuadratError(
      'missing-document',
      'the first ranking of this query is not a permutation of its pool',
      {
        item: item.id,
        next: 'Name a file that ranks every document of every pool exactly once.',
      },
    );
  }
  return order;
}
