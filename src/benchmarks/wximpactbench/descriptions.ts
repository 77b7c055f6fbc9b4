import { describeProportion, type MeasureDescription } from '../../core/index.ts';

export type LabelMeasure = 'precision.label' | 'recall.label' | 'f1.label' | 'accuracy.label';
type Id =
  | LabelMeasure
  | 'f1.macro'
  | 'f1.micro'
  | 'accuracy'
  | 'accuracy.rowwise'
  | 'noimpact.precision'
  | 'noimpact.recall'
  | 'noimpact.f1'
  | 'f1.macro card'
  | 'accuracy card'
  | 'accuracy.rowwise card';

const CODE = 'WXImpactBench Multi-label_Task/metrics.py at 3fd47a9, with the article’s ID in the key';
const CARD = 'the benchmark card’s recipe';
const ZERO = '0 where its denominator is 0';

function describe(
  id: string,
  name: string,
  summary: string,
  empty = ZERO,
  source = CODE,
): MeasureDescription {
  return describeProportion(id, name, summary, source, empty);
}

/** Descriptions of the measures of the two classification tasks. */
export const DESCRIPTIONS: Readonly<Record<Id, MeasureDescription>> = {
  'f1.macro': describe(
    'f1.macro',
    'macro F1 over the six labels',
    'Plain mean of the F1 of the six labels, all periods pooled, one unit an article.',
  ),
  'f1.micro': describe(
    'f1.micro',
    'micro F1 over the six labels',
    'F1 of the counts summed over the labels, one unit an article.',
    ZERO,
    'WXImpactBench result_processing/hist-modern-stat/avgf1_eval.py at 3fd47a9',
  ),
  accuracy: describe(
    'accuracy',
    'mean accuracy over the six labels',
    'Plain mean of the share of right judgements of each label.',
  ),
  'accuracy.rowwise': describe(
    'accuracy.rowwise',
    'row-wise accuracy',
    'Share of articles of which all six judgements are right; a missing one is never right. Always answering false reaches 0.38 on the full data.',
    'no value without an article',
  ),
  'precision.label': describe(
    'precision.label',
    'precision of a label',
    'Of the articles judged true, the share that are.',
  ),
  'recall.label': describe(
    'recall.label',
    'recall of a label',
    'Of the articles that are true, the share judged so.',
  ),
  'f1.label': describe('f1.label', 'F1 of a label', 'Harmonic mean of precision and recall of a label.'),
  'accuracy.label': describe(
    'accuracy.label',
    'accuracy of a label',
    'Share of right judgements of a label.',
  ),
  'noimpact.precision': describe(
    'noimpact.precision',
    'precision on texts without impact',
    'Of the units of which all six were answered with false, the share that have no label. A missing judgement is not false.',
    ZERO,
    'the benchmark card: passages without weather impacts',
  ),
  'noimpact.recall': describe(
    'noimpact.recall',
    'recall on texts without impact',
    'Of the units without a label, the share of which all six were answered with false.',
    ZERO,
    'the benchmark card: passages without weather impacts',
  ),
  'noimpact.f1': describe(
    'noimpact.f1',
    'F1 on texts without impact',
    'Harmonic mean of precision and recall on units without a label.',
    ZERO,
    'the benchmark card: passages without weather impacts',
  ),
  'f1.macro card': describe(
    'f1.macro',
    'macro F1 over labels and periods',
    'Plain mean of the F1 of the cells of label and period, one unit a row of the file.',
    'no value without a row',
    CARD,
  ),
  'accuracy card': describe(
    'accuracy',
    'mean accuracy over labels and periods',
    'Plain mean of the accuracy of the cells of label and period, one unit a row of the file.',
    'no value without a row',
    CARD,
  ),
  'accuracy.rowwise card': describe(
    'accuracy.rowwise',
    'row-wise accuracy',
    'Share of rows of the file of which all six judgements are right.',
    'no value without a row',
    CARD,
  ),
};
