import {
  describeProportion,
  type ItemValues,
  type MeasureDescription,
  type Protocol,
  type SetMeasure,
} from '../../core/index.ts';
import type { RankingItem } from './data.ts';
import { idealRanking, scoreRanking } from './score.ts';

const PAPER = 'BIRCO evaluation/util.py at 84b2b05';
const GRADED = 'Grades enter as they are, fractions included; gain = grade, discount log2(rank + 1).';
const RELEVANT = 'A document is relevant if its grade is at least 1.';

function describe(
  id: string,
  name: string,
  summary: string,
  empty: string,
  source = PAPER,
): MeasureDescription {
  return describeProportion(id, name, summary, source, empty);
}

const NDCG = describe(
  'ndcg@10',
  'normalised discounted cumulative gain at 10',
  `${GRADED} The ideal takes the ten highest grades of the pool.`,
  'no value where every grade of the pool is 0',
);
const MAP = describe(
  'map',
  'mean average precision',
  `Over the whole ranking. ${RELEVANT}`,
  'no value for a query without relevant documents',
);
const MRR = describe(
  'mrr@10',
  'mean reciprocal rank at 10',
  `1/rank of the first relevant document in the first ten, else 0. ${RELEVANT}`,
  'no value for a query without relevant documents',
  'trec_eval recip_rank with -M 10',
);
const MRR_PAPER = describe(
  'mrr@10',
  'mean reciprocal rank at 10, top grade only',
  'Only documents of the highest grade in the pool count, as in the authors’ code.',
  'every query has a value',
);
const CARD_NDCG = describe(
  'ndcg@10',
  'normalised discounted cumulative gain at 10, binary',
  `Gain 1 for a relevant document. ${RELEVANT}`,
  '0 for a query without relevant documents',
  'the benchmark card’s recipe',
);
const CARD_RECALL = describe(
  'recall@5',
  'recall at 5',
  `Share of the relevant documents in the first five. ${RELEVANT}`,
  '0 for a query without relevant documents',
  'the benchmark card’s recipe',
);

function recall(depth: number): MeasureDescription {
  return describe(
    `recall@${depth}`,
    `recall at ${depth}`,
    `Share of a query’s relevant documents in the first ${depth}; not capped at ${depth}. ${RELEVANT}`,
    'no value for a query without relevant documents',
  );
}

function measure(
  description: MeasureDescription,
  protocol: Protocol,
  params: SetMeasure['params'],
  more: Partial<SetMeasure<RankingItem>> = {},
): SetMeasure<RankingItem> {
  return {
    description,
    protocol,
    params: params ?? {},
    aggregate: 'mean',
    interval: protocol === 'card' ? null : 'bootstrap',
    ...(protocol === 'paper' ? { boot: true } : {}),
    ceiling: (items) => ceilingOf(items, protocol, description.id),
    ...more,
  };
}

const LINEAR = { gain: 'linear' };
const THRESHOLD = { relevant: 1 };
const DEPTHS = [5, 10, 20, 100];

/** All measures of a BIRCO set, headline first. */
export const MEASURES: readonly SetMeasure<RankingItem>[] = [
  measure(NDCG, 'standard', LINEAR, { headline: true }),
  ...DEPTHS.map((depth) => measure(recall(depth), 'standard', THRESHOLD)),
  measure(MAP, 'standard', THRESHOLD),
  measure(MRR, 'standard', THRESHOLD),
  measure(NDCG, 'paper', LINEAR),
  ...DEPTHS.map((depth) => measure(recall(depth), 'paper', THRESHOLD)),
  measure(MAP, 'paper', THRESHOLD),
  measure(MRR_PAPER, 'paper', { relevant: 'highest grade of the pool' }),
  measure(CARD_NDCG, 'card', { gain: 'binary', relevant: 1 }),
  measure(CARD_RECALL, 'card', THRESHOLD),
];

const ceilings = new WeakMap<readonly RankingItem[], ItemValues[]>();

/** Mean over the queries of what their ideal ranking gives. */
function ceilingOf(items: readonly RankingItem[], protocol: Protocol, id: string): number | null {
  let values = ceilings.get(items);
  if (values === undefined) {
    values = items.map((item) => scoreRanking({ ranking: idealRanking(item) }, item));
    ceilings.set(items, values);
  }
  let sum = 0;
  let n = 0;
  for (const row of values) {
    const value = row[protocol]?.[id];
    if (value === null || value === undefined) continue;
    sum += value;
    n += 1;
  }
  return n === 0 ? null : sum / n;
}
