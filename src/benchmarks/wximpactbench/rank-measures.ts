import {
  describeProportion,
  type ItemValues,
  type MeasureDescription,
  type SetMeasure,
} from '../../core/index.ts';
import { roundPython } from '../../text/python.ts';
import type { QuestionItem } from './pool.ts';
import type { RankingReading } from './rank-answers.ts';
import { authorsPlace, withoutRepeats } from './rank-authors.ts';
import { type PlaceValues, placeValues } from './rank-values.ts';

type Id = keyof PlaceValues;

const EMPTY = 'a question without a readable order has 0; under paper it leaves the mean';
const SOURCE = 'WXImpactBench QA-ranking_Task/metrics.py at 3fd47a9 (pytrec_eval)';

function describe(id: Id, name: string, summary: string): MeasureDescription {
  return describeProportion(id, name, summary, SOURCE, EMPTY);
}

const DESCRIPTIONS: readonly MeasureDescription[] = [
  describe(
    'ndcg@5',
    'normalised discounted cumulative gain at 5',
    'One passage is right: 1/log2(place + 1) if it stands in the first five, else 0.',
  ),
  describe('hit@1', 'hit rate at 1', 'Share of questions whose first passage is the right one.'),
  describe(
    'ndcg@10',
    'normalised discounted cumulative gain at 10',
    'One passage is right: 1/log2(place + 1) if it stands in the first ten, else 0.',
  ),
  describe('recall@5', 'recall at 5', 'Share of questions whose right passage stands in the first five.'),
  describe('mrr', 'mean reciprocal rank', 'Mean of 1/place of the right passage, without a cut-off.'),
];

/** All measures of `qa-ranking`, headline first. The card does not define nDCG@10. */
export const RANKING_MEASURES: readonly SetMeasure<QuestionItem>[] = [
  ...DESCRIPTIONS.map((description): SetMeasure<QuestionItem> => {
    const share = description.id === 'hit@1' || description.id === 'recall@5';
    return {
      description,
      protocol: 'standard',
      aggregate: 'mean',
      interval: share ? 'wilson' : 'bootstrap',
      ...(description.id === 'ndcg@5' ? { headline: true } : {}),
    };
  }),
  ...DESCRIPTIONS.map(
    (description): SetMeasure<QuestionItem> => ({
      description,
      protocol: 'paper',
      // The authors round the mean, not the values.
      aggregate: {
        counts: ({ values }) => {
          const value = values.paper?.[description.id];
          return value === null || value === undefined ? null : [value, 1];
        },
        value: ([sum = 0, n = 0]) => (n === 0 ? null : roundPython(sum / n, 4)),
      },
      interval: null,
    }),
  ),
  ...DESCRIPTIONS.filter(({ id }) => id !== 'ndcg@10').map(
    (description): SetMeasure<QuestionItem> => ({
      description,
      protocol: 'card',
      aggregate: 'mean',
      interval: null,
    }),
  ),
];

const LEFT_OUT = { 'hit@1': null, 'ndcg@5': null, 'ndcg@10': null, 'recall@5': null, mrr: null };

/** Values of one question. A call that failed gives 0; under `paper` it leaves the mean. */
export function scoreQuestion(value: RankingReading | undefined, item: QuestionItem): ItemValues {
  const standard = placeValues(placeOf(value?.order ?? null, item.gold));
  const authors = value?.paper ?? null;
  const { 'ndcg@10': _, ...card } = standard;
  return {
    standard: { ...standard },
    paper: authors === null ? LEFT_OUT : { ...placeValues(authorsPlace(withoutRepeats(authors), item.gold)) },
    card,
  };
}

function placeOf(order: readonly number[] | null, gold: number): number | null {
  const at = order?.indexOf(gold) ?? -1;
  return at < 0 ? null : at + 1;
}
