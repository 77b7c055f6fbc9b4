import { countClasses } from '../../../metrics/class-counts.ts';
import type { Averages } from '../../../metrics/class-scores.ts';
import { averagesOver, binaryScores, classification } from '../../../metrics/classification.ts';
import { multilabelClassification } from '../../../metrics/multilabel.ts';
import { at, textAt, textListsAt, textsAt } from '../json.ts';
import type { CaseRunner, VectorAdapter } from './adapter.ts';

const averages = ({ macro, micro, weighted }: Averages) => ({ macro, micro, weighted });

const singleLabel: CaseRunner = (entry) => {
  const gold = textsAt(entry, 'y_true');
  const predicted = textsAt(entry, 'y_pred');
  const labels = textsAt(entry, 'labels');
  const made = classification(gold, predicted, { labels });
  const counts = countClasses(gold, predicted, labels);
  return {
    accuracy: made.accuracy,
    hamming_loss: made.hammingLoss,
    per_class: made.perClass,
    ...averages(made.averages),
    observed_labels: made.observedLabels,
    observed: averages(made.observed),
    confusion_matrix: made.confusion.matrix,
    cohen_kappa: made.cohenKappa,
    cohen_kappa_linear: made.cohenKappaLinear,
    cohen_kappa_quadratic: made.cohenKappaQuadratic,
    mcc: made.matthewsCorrelation,
    balanced_accuracy: made.balancedAccuracy,
    ...(at(entry, 'pos_label') === undefined
      ? {}
      : { binary: withShortNames(binaryScores(counts, textAt(entry, 'pos_label'))) }),
    ...(at(entry, 'subset_labels') === undefined
      ? {}
      : { subset: averages(averagesOver(counts, textsAt(entry, 'subset_labels'))) }),
  };
};

const multilabel: CaseRunner = (entry) => {
  const made = multilabelClassification(textListsAt(entry, 'y_true'), textListsAt(entry, 'y_pred'), {
    labels: textsAt(entry, 'labels'),
  });
  return {
    subset_accuracy: made.subsetAccuracy,
    hamming_loss: made.hammingLoss,
    per_label: made.perLabel.map((label) => ({
      ...withShortNames(label),
      cohen_kappa: label.cohenKappa,
      mcc: label.matthewsCorrelation,
    })),
    ...averages(made.averages),
    samples: made.samples,
    jaccard: made.jaccard,
  };
};

interface Counted {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly trueNegatives: number;
}

function withShortNames<Entry extends Counted>(entry: Entry) {
  return {
    ...entry,
    tp: entry.truePositives,
    fp: entry.falsePositives,
    fn: entry.falseNegatives,
    tn: entry.trueNegatives,
  };
}

export const classificationVectors: VectorAdapter = {
  file: 'classification.json',
  runners: new Map([
    ['binary', singleLabel],
    ['multiclass', singleLabel],
    ['multilabel', multilabel],
  ]),
};
