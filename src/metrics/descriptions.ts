import { describeProportion, type MeasureDescription } from '../core/measure.ts';
import { type RankingMeasureName, readRankingMeasure } from './ranking-measures.ts';

const TREC = 'trec_eval 10.0';
const SKLEARN = 'scikit-learn 1.9';
const NO_ROW = 'no value (null) without a row';
const NO_RELEVANT = 'no value (null) for a query without a relevant document; 0 in trec_eval’s means';

/** A score that can fall below 0. */
function signed(
  id: string,
  name: string,
  summary: string,
  source: string,
  empty: string,
  low = -1,
): MeasureDescription {
  return { ...describeProportion(id, name, summary, source, empty), range: [low, 1], unit: 'score' };
}

/** What each ranking measure is, with `@k` for its cut-off and `at k` in its name. */
const RANKING: Readonly<Record<RankingMeasureName, Omit<MeasureDescription, 'id'>>> = {
  ndcg: describeProportion(
    '',
    'normalised discounted cumulative gain',
    'Sum of gain / log2(rank + 1), over that of the best order of all judged documents. The gain is the grade (linear) or 2^grade - 1 (exponential); the choice is a parameter.',
    `Järvelin and Kekäläinen 2002; ${TREC}; exponential: Burges et al. 2005`,
    'no value (null) for a query without a positive grade; 0 in trec_eval’s means',
  ),
  recall: describeProportion(
    '',
    'recall',
    'Share of the relevant documents of a query that stand in the first k; not capped at k.',
    TREC,
    NO_RELEVANT,
  ),
  precision: describeProportion(
    '',
    'precision',
    'Share of relevant documents in the first k, divided by k even if the list is shorter.',
    TREC,
    '0 for an empty list',
  ),
  success: describeProportion(
    '',
    'success',
    '1 if a relevant document stands in the first k, else 0.',
    TREC,
    '0 for an empty list',
  ),
  mrr: describeProportion(
    '',
    'mean reciprocal rank',
    '1 / rank of the first relevant document, 0 if there is none.',
    TREC,
    '0 for an empty list',
  ),
  map: describeProportion(
    '',
    'mean average precision',
    'Mean of the precision at each relevant document, over all relevant documents of the query.',
    TREC,
    NO_RELEVANT,
  ),
};

/**
 * Describes a ranking measure by its id, such as `ndcg@10`.
 *
 * @throws QuadratError `usage` for an id that `readRankingMeasure` does not know
 */
export function describeRankingMeasure(id: string): MeasureDescription {
  const { name, cutoff } = readRankingMeasure(id);
  const described = RANKING[name];
  if (cutoff === Number.POSITIVE_INFINITY) return { ...described, id };
  return {
    ...described,
    id,
    name: `${described.name} at ${cutoff}`,
    summary: /\bfirst k\b/.test(described.summary)
      ? described.summary.replace(/\bk\b/g, String(cutoff))
      : `Over the first ${cutoff} only. ${described.summary}`,
  };
}

/** Ranking measures that people ask for, cut-offs included. */
export const RANKING_MEASURES: readonly MeasureDescription[] = [
  'ndcg',
  'ndcg@5',
  'ndcg@10',
  'recall@5',
  'recall@10',
  'recall@20',
  'recall@100',
  'precision@5',
  'precision@10',
  'success@1',
  'mrr',
  'mrr@10',
  'map',
].map(describeRankingMeasure);

/** How alike two rankings are. */
export const RANK_SIMILARITIES: readonly MeasureDescription[] = [
  signed(
    'kendall',
    'Kendall’s tau-b',
    'Pairs in the same order minus pairs in reverse order, over all pairs, ties discounted.',
    'Kendall 1945; SciPy 1.17',
    'no value (null) if a side is constant',
  ),
  signed(
    'spearman',
    'Spearman’s rank correlation',
    'Correlation of ranks, equal values sharing the mean of theirs.',
    'Spearman 1904; SciPy 1.17',
    'no value (null) if a side is constant',
  ),
  describeProportion(
    'rbo',
    'rank-biased overlap',
    'Overlap at every depth with weights that fall as p^depth, extrapolated beyond the lists. The persistence p is a parameter.',
    'Webber, Moffat and Zobel 2010, equation 32',
    '1 for two empty lists, 0 where one is empty',
  ),
];

const AVERAGES = [
  ['macro', 'macro-averaged', 'Mean over the declared classes; one that occurs nowhere counts 0.'],
  ['micro', 'micro-averaged', 'From the counts of all declared classes together.'],
  ['weighted', 'weighted', 'Mean over the declared classes, weighted by their rows in gold.'],
  ['label', 'per-class', 'Of one class; the slice names it.'],
  ['positive', 'positive-class', 'Of the positive class of two.'],
] as const;

const PARTS = [
  ['precision', 'precision', 'tp / (tp + fp).'],
  ['recall', 'recall', 'tp / (tp + fn).'],
  ['f1', 'F1', '2tp / (2tp + fp + fn).'],
] as const;

export const CLASSIFICATION_MEASURES: readonly MeasureDescription[] = [
  describeProportion(
    'accuracy',
    'accuracy',
    'Share of right rows. What could not be read is wrong.',
    SKLEARN,
    NO_ROW,
  ),
  describeProportion(
    'accuracy.rowwise',
    'row-wise accuracy',
    'Share of rows whose set of labels is exactly right (subset accuracy).',
    SKLEARN,
    NO_ROW,
  ),
  describeProportion(
    'accuracy.label',
    'per-label accuracy',
    'Share of rows that are right about one label; the slice names it.',
    SKLEARN,
    NO_ROW,
  ),
  describeProportion(
    'accuracy.balanced',
    'balanced accuracy',
    'Mean recall of the classes that occur in gold.',
    SKLEARN,
    NO_ROW,
  ),
  {
    ...describeProportion(
      'hamming-loss',
      'Hamming loss',
      'Share of wrong cells of the table of rows and labels.',
      SKLEARN,
      NO_ROW,
    ),
    direction: 'lower-is-better',
  },
  ...PARTS.flatMap(([part, name, formula]) =>
    AVERAGES.map(([average, word, meaning]) =>
      describeProportion(
        `${part}.${average}`,
        `${word} ${name}`,
        `${formula} ${meaning} 0/0 is 0 unless set to 1.`,
        SKLEARN,
        NO_ROW,
      ),
    ),
  ),
  ...PARTS.map(([part, name, formula]) =>
    describeProportion(
      `${part}.samples`,
      `${name} averaged over rows`,
      `${formula} Of each row’s set of labels, averaged over rows. 0/0 is 0 unless set to 1.`,
      SKLEARN,
      NO_ROW,
    ),
  ),
  ...(['macro', 'micro', 'weighted', 'samples'] as const).map((average) =>
    describeProportion(
      `jaccard.${average}`,
      `Jaccard index, ${average}`,
      'tp / (tp + fp + fn), averaged as F1 is. 0/0 is 0 unless set to 1.',
      SKLEARN,
      NO_ROW,
    ),
  ),
  ...(
    [
      ['kappa', 'Cohen’s kappa', 'Any two labels are equally far apart.'],
      [
        'kappa.linear',
        'Cohen’s kappa, linear weights',
        'Labels are as far apart as their places in the declared order.',
      ],
      [
        'kappa.quadratic',
        'Cohen’s kappa, quadratic weights',
        'Labels are as far apart as the square of their places’ distance.',
      ],
    ] as const
  ).map(([id, name, distance]) =>
    signed(
      id,
      name,
      `Agreement of predictions and gold beyond chance. ${distance}`,
      `Cohen 1960 and 1968; ${SKLEARN}`,
      'no value (null) where only one category occurs',
      Number.NEGATIVE_INFINITY,
    ),
  ),
  signed(
    'mcc',
    'Matthews’ correlation coefficient',
    'Correlation of predictions and gold over any number of classes.',
    `Gorodkin 2004; ${SKLEARN}`,
    '0 where a side is constant, and without a row',
  ),
];

export const AGREEMENT_MEASURES: readonly MeasureDescription[] = [
  ...(['nominal', 'ordinal', 'interval', 'ratio'] as const).map((level) =>
    signed(
      `alpha.${level}`,
      `Krippendorff’s alpha, ${level}`,
      `Agreement of any number of raters beyond chance; ratings are of level ${level} and may be missing.`,
      'Krippendorff 2011; fast-krippendorff 0.8',
      'no value (null) where all ratings are equal or none can be compared',
      Number.NEGATIVE_INFINITY,
    ),
  ),
  signed(
    'fleiss',
    'Fleiss’ kappa',
    'Agreement beyond chance of a fixed number of raters a unit.',
    'Fleiss 1971; statsmodels 0.15',
    'no value (null) where one category takes all, or without a unit',
  ),
  describeProportion(
    'pass@k',
    'pass@k',
    'Chance that at least one of k answers is right: 1 - C(n - c, k) / C(n, k) of n answers with c right.',
    'Chen et al. 2021',
    'refused for fewer than k answers; 0 with no right one',
  ),
  describeProportion(
    'pass^k',
    'pass^k',
    'Chance that all of k answers are right: C(c, k) / C(n, k) of n answers with c right.',
    'Yao et al. 2024',
    'refused for fewer than k answers; 0 with fewer than k right ones',
  ),
];
