import { createHash } from 'node:crypto';
import type { RankingItem } from '../../../benchmarks/birco/data.ts';
import type { Item } from '../../../core/index.ts';

type Order = (id: string, docs: readonly (readonly [string, number])[]) => readonly string[];

const ids = (docs: readonly (readonly [string, number])[]) => docs.map(([doc]) => doc);
const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** Rankings made of grades and ids alone, as `golden.json` names them. */
const ORDERS: ReadonlyMap<string, Order> = new Map<string, Order>([
  ['synthetic:oracle', (_, docs) => ids([...docs].sort((a, b) => b[1] - a[1]))],
  ['synthetic:pool_order', (_, docs) => ids(docs)],
  ['synthetic:reverse_pool_order', (_, docs) => ids(docs).reverse()],
  ['synthetic:docid_order', (_, docs) => ids(docs).sort(byCodeUnit)],
  [
    'synthetic:sha256_order',
    (query, docs) =>
      ids(docs)
        .map((doc) => ({ doc, key: createHash('sha256').update(`${query}|${doc}`).digest('hex') }))
        .sort((a, b) => byCodeUnit(a.key, b.key))
        .map(({ doc }) => doc),
  ],
]);

/** For each made-up order: query id to ranking, as a plain object (order of its keys does not matter). */
export function madeUpRankings(
  items: readonly Item[],
): ReadonlyMap<string, Readonly<Record<string, readonly string[]>>> {
  const queries = items.filter(isRanking);
  return new Map(
    [...ORDERS].map(([name, order]) => [
      name,
      Object.fromEntries(queries.map((item) => [item.id, order(item.id, [...item.grades])])),
    ]),
  );
}

function isRanking(item: Item): item is RankingItem {
  return 'grades' in item && item.grades instanceof Map;
}
