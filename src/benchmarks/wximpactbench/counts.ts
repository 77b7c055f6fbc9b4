import { type Cells, LABELS } from './labels.ts';

/** What a missing judgement is. */
export type MissingRule =
  /** No part of its label's counts (the authors' code). */
  | 'left-out'
  /** The wrong value: missed where the gold is true, a false alarm where it is false. */
  | 'wrong'
  /** Wrong for accuracy, missed where the gold is true, but no false alarm (the card). */
  | 'unequal';

/** Numbers a label has in a vector of counts: true positives, true negatives, false positives, false negatives, else wrong. */
export const WIDTH = 5;
const TP = 0;
const TN = 1;
const FP = 2;
const FN = 3;
const OTHER = 4;

export interface LabelCounts {
  readonly truePositives: number;
  readonly trueNegatives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  /** Wrong, but neither a false alarm nor missed. */
  readonly otherwiseWrong: number;
}

/** Counts of one unit for all labels, {@link WIDTH} numbers each; sums over units are counts of a set. */
export function countCells(gold: Cells, predicted: Cells, rule: MissingRule): number[] {
  const counts = new Array<number>(LABELS.length * WIDTH).fill(0);
  gold.forEach((right, at) => {
    const place = placeOf(right, predicted[at] ?? null, rule);
    if (place !== null) counts[at * WIDTH + place] = 1;
  });
  return counts;
}

function placeOf(gold: Cells[number], predicted: Cells[number], rule: MissingRule): number | null {
  if (gold === null) return rule === 'unequal' ? OTHER : null;
  if (predicted === null) {
    if (rule === 'left-out') return null;
    if (gold === 1) return FN;
    return rule === 'wrong' ? FP : OTHER;
  }
  if (gold === 1) return predicted === 1 ? TP : FN;
  return predicted === 1 ? FP : TN;
}

/** Counts of one label in a vector of sums. */
export function labelCounts(sums: readonly number[], label: number, offset = 0): LabelCounts {
  const at = (place: number) => sums[offset + label * WIDTH + place] ?? 0;
  return {
    truePositives: at(TP),
    trueNegatives: at(TN),
    falsePositives: at(FP),
    falseNegatives: at(FN),
    otherwiseWrong: at(OTHER),
  };
}

export interface LabelValues {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  readonly accuracy: number;
}

/** Precision, recall, F1 and accuracy; each is 0 where its denominator is 0, as in the authors' code. */
export function labelValues(counts: LabelCounts): LabelValues {
  const { truePositives, trueNegatives, falsePositives, falseNegatives, otherwiseWrong } = counts;
  const precision = share(truePositives, truePositives + falsePositives);
  const recall = share(truePositives, truePositives + falseNegatives);
  const right = truePositives + trueNegatives;
  return {
    precision,
    recall,
    f1: share(2 * (precision * recall), precision + recall),
    accuracy: share(right, right + falsePositives + falseNegatives + otherwiseWrong),
  };
}

/** Values of all six labels. */
export function allLabelValues(sums: readonly number[], offset = 0): LabelValues[] {
  return LABELS.map((_, label) => labelValues(labelCounts(sums, label, offset)));
}

/** F1 of the counts summed over the labels. */
export function microF1(sums: readonly number[]): number {
  const total = LABELS.reduce(
    (sum, _, label) => {
      const { truePositives, falsePositives, falseNegatives } = labelCounts(sums, label);
      return {
        truePositives: sum.truePositives + truePositives,
        trueNegatives: 0,
        falsePositives: sum.falsePositives + falsePositives,
        falseNegatives: sum.falseNegatives + falseNegatives,
        otherwiseWrong: 0,
      };
    },
    { truePositives: 0, trueNegatives: 0, falsePositives: 0, falseNegatives: 0, otherwiseWrong: 0 },
  );
  return labelValues(total).f1;
}

/** Plain mean of a value over the six labels. */
export function meanOver(values: readonly LabelValues[], of: (values: LabelValues) => number): number {
  return values.reduce((sum, one) => sum + of(one), 0) / values.length;
}

/** Adds up vectors of counts. */
export function sumCounts(vectors: readonly (readonly number[])[]): number[] {
  const sums = new Array<number>(LABELS.length * WIDTH).fill(0);
  for (const vector of vectors)
    for (const [at, count] of vector.entries()) sums[at] = (sums[at] ?? 0) + count;
  return sums;
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
