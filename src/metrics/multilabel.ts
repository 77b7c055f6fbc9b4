import { compareBytes } from '../text/compare.ts';
import { type ClassCount, placesOf, unknownLabel } from './class-counts.ts';
import {
  type Averages,
  averageJaccard,
  averageScores,
  type ClassScores,
  meanScores,
  type Scores,
  scoresOf,
  type ZeroDivision,
} from './class-scores.ts';
import type { ClassificationOptions } from './classification.ts';
import { cohenKappa, matthewsCorrelation } from './confusion.ts';

/** A row's labels; order and repeats mean nothing. */
export type LabelSet = readonly string[];

export interface LabelScores extends ClassScores {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly trueNegatives: number;
  /** Share of rows that are right about this label; null without a row. */
  readonly accuracy: number | null;
  readonly cohenKappa: number | null;
  readonly matthewsCorrelation: number;
}

export interface MultilabelClassification {
  readonly rows: number;
  /** Share of rows whose set of labels is exactly right (row-wise accuracy); null without a row. */
  readonly subsetAccuracy: number | null;
  /** Share of wrong cells of the table of rows and declared labels; null without a cell. */
  readonly hammingLoss: number | null;
  readonly perLabel: readonly LabelScores[];
  /** Over all declared labels. */
  readonly averages: Averages;
  readonly observedLabels: readonly string[];
  /** Over the labels that occur in gold or predictions. */
  readonly observed: Averages;
  /** Scores of each row, averaged; null without a row. */
  readonly samples: Scores | null;
  readonly jaccard: {
    readonly macro: number;
    readonly micro: number;
    readonly weighted: number;
    readonly samples: number;
  } | null;
}

interface LabelTally {
  readonly label: string;
  truePositives: number;
  falsePositives: number;
  /** Missed in rows that were read. */
  missed: number;
  unreadPositives: number;
  unreadNegatives: number;
}

/**
 * Every measure of rows with any number of labels each.
 *
 * A predicted label that is not declared costs its row (subset accuracy and the averages over rows) and adds no class.
 * A row whose prediction could not be read is wrong in every cell.
 *
 * @param gold declared labels of each row
 * @param predicted labels of each row; null where nothing could be read
 * @throws RangeError if the lists differ in length or a label is declared twice; QuadratError `unknown-label` if a
 *   gold label is not declared
 * @source scikit-learn 1.9
 */
export function multilabelClassification(
  gold: readonly LabelSet[],
  predicted: readonly (LabelSet | null)[],
  options: ClassificationOptions,
): MultilabelClassification {
  const { labels, zeroDivision = 0 } = options;
  if (gold.length !== predicted.length) {
    throw new RangeError(`${predicted.length} predictions for ${gold.length} rows of gold`);
  }
  const places = placesOf(labels);
  const tallies = labels.map(
    (label): LabelTally => ({
      label,
      truePositives: 0,
      falsePositives: 0,
      missed: 0,
      unreadPositives: 0,
      unreadNegatives: 0,
    }),
  );
  const samples: (Scores & { jaccard: number; exact: boolean })[] = [];
  for (const [row, list] of gold.entries()) {
    const right = new Set(list);
    for (const label of right) if (!places.has(label)) throw unknownLabel(label, row);
    const guess = predicted[row] ?? null;
    const guessed = guess === null ? null : new Set(guess);
    for (const tally of tallies) countCell(tally, right, guessed);
    samples.push(rowScores(right, guessed, zeroDivision));
  }
  const classes = tallies.map(classCount);
  const seen = classes.filter(
    (entry) => entry.truePositives + entry.falsePositives + entry.falseNegatives > 0,
  );
  const rows = gold.length;
  const wrongCells = tallies.reduce(
    (sum, tally) => sum + tally.falsePositives + tally.missed + tally.unreadPositives + tally.unreadNegatives,
    0,
  );
  const jaccard = averageJaccard(classes, zeroDivision);
  const share = (of: (sample: (typeof samples)[number]) => number): number =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / rows;
  return {
    rows,
    subsetAccuracy: rows === 0 ? null : share(({ exact }) => Number(exact)),
    hammingLoss: rows * labels.length === 0 ? null : wrongCells / (rows * labels.length),
    perLabel: tallies.map((tally) => labelScores(tally, rows, zeroDivision)),
    averages: averageScores(rows === 0 ? [] : classes, zeroDivision),
    observedLabels: seen.map(({ label }) => label).sort(compareBytes),
    observed: averageScores(seen, zeroDivision),
    samples: rows === 0 ? null : meanScores(samples, () => 1),
    jaccard:
      rows === 0 || jaccard === null ? null : { ...jaccard, samples: share((sample) => sample.jaccard) },
  };
}

function countCell(tally: LabelTally, right: ReadonlySet<string>, guessed: ReadonlySet<string> | null): void {
  const present = right.has(tally.label);
  if (guessed === null) {
    if (present) tally.unreadPositives += 1;
    else tally.unreadNegatives += 1;
  } else if (guessed.has(tally.label)) {
    if (present) tally.truePositives += 1;
    else tally.falsePositives += 1;
  } else if (present) tally.missed += 1;
}

function rowScores(
  right: ReadonlySet<string>,
  guessed: ReadonlySet<string> | null,
  zeroDivision: ZeroDivision,
) {
  if (guessed === null) return { precision: 0, recall: 0, f1: 0, jaccard: 0, exact: false };
  let hits = 0;
  for (const label of guessed) if (right.has(label)) hits += 1;
  const union = right.size + guessed.size - hits;
  return {
    ...scoresOf(hits, guessed.size - hits, right.size - hits, zeroDivision),
    jaccard: union === 0 ? zeroDivision : hits / union,
    exact: hits === union,
  };
}

function classCount(tally: LabelTally): ClassCount {
  return {
    label: tally.label,
    truePositives: tally.truePositives,
    falsePositives: tally.falsePositives,
    falseNegatives: tally.missed + tally.unreadPositives,
  };
}

function labelScores(tally: LabelTally, rows: number, zeroDivision: ZeroDivision): LabelScores {
  const { truePositives, falsePositives, missed, unreadPositives, unreadNegatives } = tally;
  const trueNegatives = rows - truePositives - falsePositives - missed - unreadPositives - unreadNegatives;
  const falseNegatives = missed + unreadPositives;
  const confusion = {
    labels: ['absent', 'present'],
    matrix: [
      [trueNegatives, falsePositives],
      [missed, truePositives],
    ],
    outside: [unreadNegatives, unreadPositives],
  };
  return {
    label: tally.label,
    ...scoresOf(truePositives, falsePositives, falseNegatives, zeroDivision),
    support: truePositives + falseNegatives,
    truePositives,
    falsePositives,
    falseNegatives,
    trueNegatives,
    accuracy: rows === 0 ? null : (truePositives + trueNegatives) / rows,
    cohenKappa: cohenKappa(confusion),
    matthewsCorrelation: matthewsCorrelation(confusion),
  };
}
