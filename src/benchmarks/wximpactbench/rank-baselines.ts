import { createHash } from 'node:crypto';
import type { Baseline, Context, ItemValues, Protocol } from '../../core/index.ts';
import { asciiTokens, bm25Scores } from '../../text/bm25.ts';
import type { QuestionItem } from './pool.ts';
import type { RankingReading } from './rank-answers.ts';
import { RANKING_MEASURES, scoreQuestion } from './rank-measures.ts';

const PROTOCOLS: readonly Protocol[] = ['standard', 'card'];

/** The order of the pool and its reverse, the expectation of a random order, BM25 over each pool. */
export function questionBaselines(items: readonly QuestionItem[]): Baseline[] {
  const tokens = memoised(asciiTokens);
  return [
    ...scored('bm25', items, (item) => byScore(bm25Scores(item.query, item.passages, tokens))),
    ...scored('pool-order', items, numbersOf),
    ...scored('pool-order-reversed', items, (item) => numbersOf(item).reverse()),
    ...random(items),
  ];
}

/** The same passage stands in many pools. */
function memoised(tokens: (text: string) => readonly string[]): (text: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (text) => {
    const list = known.get(text) ?? tokens(text);
    known.set(text, list);
    return list;
  };
}

function numbersOf(item: QuestionItem): number[] {
  return item.passages.map((_, at) => at + 1);
}

function byScore(scores: readonly number[]): number[] {
  return scores
    .map((_, at) => at)
    .sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b)
    .map((at) => at + 1);
}

function scored(
  name: string,
  items: readonly QuestionItem[],
  orderOf: (item: QuestionItem) => readonly number[],
): Baseline[] {
  const rows = items.map((item): ItemValues => scoreQuestion({ order: orderOf(item), paper: null }, item));
  return RANKING_MEASURES.filter(({ protocol }) => PROTOCOLS.includes(protocol)).map(
    ({ description: { id }, protocol }) => ({
      name,
      protocol,
      id,
      value: mean(rows.map((row) => row[protocol]?.[id] ?? 0)),
      n: rows.length,
    }),
  );
}

function random(items: readonly QuestionItem[]): Baseline[] {
  const expected = (of: (n: number) => number) => mean(items.map(({ passages }) => of(passages.length)));
  const sum = (n: number, of: (place: number) => number) =>
    Array.from({ length: n }, (_, at) => of(at + 1)).reduce((total, value) => total + value, 0);
  const gain = (depth: number) => (n: number) =>
    sum(Math.min(depth, n), (place) => 1 / Math.log2(place + 1)) / n;
  const values: [id: string, value: number | null][] = [
    ['hit@1', expected((n) => 1 / n)],
    ['ndcg@5', expected(gain(5))],
    ['ndcg@10', expected(gain(10))],
    ['recall@5', expected((n) => Math.min(5, n) / n)],
    ['mrr', expected((n) => sum(n, (place) => 1 / place) / n)],
  ];
  return values.map(([id, value]) => ({ name: 'random', protocol: 'standard', id, value, n: items.length }));
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Orders of the models that read nothing. */
export function trivialQuestion(
  name: string,
  item: QuestionItem,
  context: Context,
): RankingReading | undefined {
  const numbers = numbersOf(item);
  switch (name) {
    case 'gold':
      return both([item.gold, ...numbers.filter((number) => number !== item.gold)]);
    case 'echo':
      return both(numbers);
    case 'random': {
      const key = (number: number) =>
        createHash('sha256').update(`${context.seed}|${item.id}|${number}`).digest('hex');
      const keys = new Map(numbers.map((number) => [number, key(number)]));
      return both(numbers.sort((a, b) => ((keys.get(a) ?? '') < (keys.get(b) ?? '') ? -1 : 1)));
    }
    default:
      return undefined;
  }
}

function both(order: readonly number[]): RankingReading {
  return { order, paper: order };
}
