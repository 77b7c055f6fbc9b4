import { compareBytes } from '../text/compare.ts';
import { type ClassCounts, countClasses, type PredictedLabel } from './class-counts.ts';
import {
  type Averages,
  averageJaccard,
  averageScores,
  type ClassScores,
  classScores,
  type Scores,
  scoresOf,
  type ZeroDivision,
} from './class-scores.ts';
import { type ConfusionMatrix, cohenKappa, confusionMatrix, matthewsCorrelation } from './confusion.ts';

export interface ClassificationOptions {
  /** All classes, in the order in which they are shown and weighted. */
  readonly labels: readonly string[];
  /** Value of 0/0; 0 if absent. */
  readonly zeroDivision?: ZeroDivision;
}

export interface Classification {
  readonly rows: number;
  /** Share of right rows; null without a row. */
  readonly accuracy: number | null;
  /** Share of wrong rows; null without a row. */
  readonly hammingLoss: number | null;
  readonly perClass: readonly ClassScores[];
  /** Over all declared classes: one that occurs nowhere pulls the macro average down. */
  readonly averages: Averages;
  /** Declared labels that occur in gold or predictions, by code point. */
  readonly observedLabels: readonly string[];
  /** Over those alone: scikit-learn's default. */
  readonly observed: Averages;
  readonly jaccard: { readonly macro: number; readonly micro: number; readonly weighted: number } | null;
  readonly confusion: ConfusionMatrix;
  readonly cohenKappa: number | null;
  readonly cohenKappaLinear: number | null;
  readonly cohenKappaQuadratic: number | null;
  readonly matthewsCorrelation: number;
  readonly balancedAccuracy: number | null;
}

/**
 * Every measure of rows with one label each.
 *
 * @param gold one declared label a row
 * @param predicted one label a row; null, or a label that is not declared, is wrong and adds no class
 * @throws as `countClasses`
 * @source scikit-learn 1.9
 */
export function classification(
  gold: readonly string[],
  predicted: readonly PredictedLabel[],
  options: ClassificationOptions,
): Classification {
  const { labels, zeroDivision = 0 } = options;
  const counts = countClasses(gold, predicted, labels);
  const confusion = confusionMatrix(counts);
  const seen = observedLabels(counts);
  const right = accuracy(counts);
  return {
    rows: counts.rows,
    accuracy: right,
    hammingLoss: right === null ? null : (counts.rows - counts.correct) / counts.rows,
    perClass: classScores(counts.classes, zeroDivision),
    averages: averagesOver(counts, labels, zeroDivision),
    observedLabels: seen,
    observed: averagesOver(counts, seen, zeroDivision),
    jaccard: counts.rows === 0 ? null : averageJaccard(counts.classes, zeroDivision),
    confusion,
    cohenKappa: cohenKappa(confusion),
    cohenKappaLinear: cohenKappa(confusion, 'linear'),
    cohenKappaQuadratic: cohenKappa(confusion, 'quadratic'),
    matthewsCorrelation: matthewsCorrelation(confusion),
    balancedAccuracy: balancedAccuracy(counts),
  };
}

/** Share of right rows, from 0 to 1; null without a row. */
export function accuracy({ rows, correct }: ClassCounts): number | null {
  return rows === 0 ? null : correct / rows;
}

/**
 * Averages over some of the declared labels; null without a row or a label.
 *
 * @throws RangeError if one of them is not declared
 */
export function averagesOver(
  counts: ClassCounts,
  labels: Iterable<string>,
  zeroDivision: ZeroDivision = 0,
): Averages {
  const wanted = new Set(labels);
  const declared = new Set(counts.labels);
  for (const label of wanted) if (!declared.has(label)) throw notDeclared(label);
  return averageScores(
    counts.rows === 0 ? [] : counts.classes.filter(({ label }) => wanted.has(label)),
    zeroDivision,
  );
}

/** Declared labels that occur in gold or predictions, by code point. */
export function observedLabels(counts: ClassCounts): string[] {
  return counts.classes
    .filter((entry) => entry.truePositives + entry.falsePositives + entry.falseNegatives > 0)
    .map(({ label }) => label)
    .sort(compareBytes);
}

/** Mean recall of the classes that occur in gold, from 0 to 1; null without a row. */
export function balancedAccuracy({ classes }: ClassCounts): number | null {
  const present = classScores(classes).filter(({ support }) => support > 0);
  return present.length === 0 ? null : present.reduce((sum, { recall }) => sum + recall, 0) / present.length;
}

export interface BinaryScores extends Scores {
  readonly support: number;
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly trueNegatives: number;
}

/**
 * One class against the rest.
 *
 * @param positive a declared label
 * @throws RangeError if it is not declared
 */
export function binaryScores(
  counts: ClassCounts,
  positive: string,
  zeroDivision: ZeroDivision = 0,
): BinaryScores {
  const entry = counts.classes.find(({ label }) => label === positive);
  if (entry === undefined) throw notDeclared(positive);
  const { truePositives, falsePositives, falseNegatives } = entry;
  return {
    ...scoresOf(truePositives, falsePositives, falseNegatives, zeroDivision),
    support: truePositives + falseNegatives,
    truePositives,
    falsePositives,
    falseNegatives,
    trueNegatives: counts.rows - truePositives - falsePositives - falseNegatives,
  };
}

/** Macro F1 over the declared labels; see {@link classification}. Null without a row. */
export function macroF1(
  gold: readonly string[],
  predicted: readonly PredictedLabel[],
  options: ClassificationOptions,
): number | null {
  const counts = countClasses(gold, predicted, options.labels);
  return averagesOver(counts, options.labels, options.zeroDivision).macro?.f1 ?? null;
}

function notDeclared(label: string): RangeError {
  return new RangeError(`the label ${JSON.stringify(label)} is not declared`);
}
