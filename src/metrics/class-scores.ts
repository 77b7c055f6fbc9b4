import type { ClassCount } from './class-counts.ts';

/** Value of 0/0: 0 (the default everywhere) or 1. */
export type ZeroDivision = 0 | 1;

/** Proportions from 0 to 1. */
export interface Scores {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface ClassScores extends Scores {
  readonly label: string;
  /** Rows with this gold label. */
  readonly support: number;
}

/** Three ways to one value over classes; null where there is no class or no row. */
export interface Averages {
  /** Mean of the classes' values. Macro F1 is the mean of F1s, not the F1 of mean precision and recall. */
  readonly macro: Scores | null;
  /** From the counts of all classes together. */
  readonly micro: Scores | null;
  /** Mean weighted by support. */
  readonly weighted: Scores | null;
}

/** Precision, recall and F1 = 2tp / (2tp + fp + fn) from counts. */
export function scoresOf(
  truePositives: number,
  falsePositives: number,
  falseNegatives: number,
  zeroDivision: ZeroDivision = 0,
): Scores {
  const ratio = (part: number, whole: number): number => (whole === 0 ? zeroDivision : part / whole);
  return {
    precision: ratio(truePositives, truePositives + falsePositives),
    recall: ratio(truePositives, truePositives + falseNegatives),
    f1: ratio(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives),
  };
}

/**
 * Precision, recall, F1 and support of each class.
 *
 * @source scikit-learn `precision_recall_fscore_support`
 */
export function classScores(classes: readonly ClassCount[], zeroDivision: ZeroDivision = 0): ClassScores[] {
  return classes.map(({ label, truePositives, falsePositives, falseNegatives }) => ({
    label,
    ...scoresOf(truePositives, falsePositives, falseNegatives, zeroDivision),
    support: truePositives + falseNegatives,
  }));
}

/**
 * Macro, micro and weighted averages over the classes given.
 *
 * @param classes all declared classes, or some of them; over some, micro is not the accuracy
 * @source scikit-learn `precision_recall_fscore_support` with `labels`
 */
export function averageScores(classes: readonly ClassCount[], zeroDivision: ZeroDivision = 0): Averages {
  if (classes.length === 0) return { macro: null, micro: null, weighted: null };
  const scores = classScores(classes, zeroDivision);
  const sum = (of: (count: ClassCount) => number): number =>
    classes.reduce((total, count) => total + of(count), 0);
  const support = scores.reduce((total, entry) => total + entry.support, 0);
  const nothing = { precision: zeroDivision, recall: zeroDivision, f1: zeroDivision };
  return {
    macro: meanScores(scores, () => 1),
    micro: scoresOf(
      sum((count) => count.truePositives),
      sum((count) => count.falsePositives),
      sum((count) => count.falseNegatives),
      zeroDivision,
    ),
    weighted: support === 0 ? nothing : meanScores(scores, (entry) => entry.support),
  };
}

/** Weighted mean of scores; the weights must not all be 0. */
export function meanScores<Entry extends Scores>(
  entries: readonly Entry[],
  weight: (entry: Entry) => number,
): Scores {
  const total = { precision: 0, recall: 0, f1: 0 };
  let weights = 0;
  for (const entry of entries) {
    const share = weight(entry);
    weights += share;
    total.precision += share * entry.precision;
    total.recall += share * entry.recall;
    total.f1 += share * entry.f1;
  }
  return { precision: total.precision / weights, recall: total.recall / weights, f1: total.f1 / weights };
}

/** Averages of the Jaccard index tp / (tp + fp + fn) over classes; null without a class. */
export function averageJaccard(
  classes: readonly ClassCount[],
  zeroDivision: ZeroDivision = 0,
): { macro: number; micro: number; weighted: number } | null {
  if (classes.length === 0) return null;
  let hits = 0;
  let union = 0;
  let sum = 0;
  let weightedSum = 0;
  let support = 0;
  for (const { truePositives, falsePositives, falseNegatives } of classes) {
    const all = truePositives + falsePositives + falseNegatives;
    const value = all === 0 ? zeroDivision : truePositives / all;
    hits += truePositives;
    union += all;
    sum += value;
    weightedSum += value * (truePositives + falseNegatives);
    support += truePositives + falseNegatives;
  }
  return {
    macro: sum / classes.length,
    micro: union === 0 ? zeroDivision : hits / union,
    weighted: support === 0 ? zeroDivision : weightedSum / support,
  };
}
