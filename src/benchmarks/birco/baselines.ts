import type { Baseline, Context, Protocol } from '../../core/index.ts';
import type { RankingItem } from './data.ts';
import { bm25Order, shuffledOrder } from './initial.ts';
import type { Ranking } from './ranking.ts';
import { idealRanking, randomExpectation, scoreRanking } from './score.ts';

const ALL = ['ndcg@10', 'recall@5', 'recall@10', 'recall@20', 'recall@100', 'map', 'mrr@10'] as const;

const SHOWN: readonly { protocol: Protocol; ids: readonly string[] }[] = [
  { protocol: 'standard', ids: ALL },
  { protocol: 'paper', ids: ALL },
  { protocol: 'card', ids: ['ndcg@10', 'recall@5'] },
];

/** The stored order, which leaks the answer; its reverse; the expectation of a random order; BM25 on request. */
export function baselinesOf(items: readonly RankingItem[], wanted: readonly string[]): Baseline[] {
  const echo = items.map((item) => [...item.grades.keys()]);
  const baselines = [
    ...scored('echo', items, echo),
    ...scored(
      'echo-reversed',
      items,
      echo.map((order) => order.toReversed()),
    ),
    ...random(items),
  ];
  if (wanted.includes('bm25')) baselines.push(...scored('bm25', items, items.map(bm25Order)));
  return baselines;
}

function scored(
  name: string,
  items: readonly RankingItem[],
  orders: readonly (readonly string[])[],
): Baseline[] {
  const rows = items.map((item, at) => scoreRanking({ ranking: orders[at] ?? [] }, item));
  return SHOWN.flatMap(({ protocol, ids }) =>
    ids.map((id) => ({ name, protocol, id, ...meanOf(rows.map((row) => row[protocol]?.[id] ?? null)) })),
  );
}

function random(items: readonly RankingItem[]): Baseline[] {
  const expected = items.map(randomExpectation);
  // Both protocols define these two alike.
  return (['standard', 'paper'] as const).flatMap((protocol) => [
    { name: 'random', protocol, id: 'ndcg@10', ...meanOf(expected.map(({ ndcg }) => ndcg)) },
    { name: 'random', protocol, id: 'recall@5', ...meanOf(expected.map(({ recall }) => recall)) },
  ]);
}

function meanOf(values: readonly (number | null)[]): { value: number | null; n: number } {
  const present = values.filter((value) => value !== null);
  const sum = present.reduce((total, value) => total + value, 0);
  return { value: present.length === 0 ? null : sum / present.length, n: present.length };
}

/** Rankings of the models that read nothing. */
export function trivialRanking(name: string, item: RankingItem, context: Context): Ranking | undefined {
  switch (name) {
    case 'gold':
      return { ranking: idealRanking(item) };
    case 'echo':
      return { ranking: [...item.grades.keys()] };
    case 'random':
      return { ranking: shuffledOrder(item, context.seed) };
    default:
      return undefined;
  }
}
