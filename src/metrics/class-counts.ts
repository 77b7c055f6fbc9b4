import { QuadratError } from '../core/errors.ts';

/** A predicted label; null where none could be read. */
export type PredictedLabel = string | null;

/** Counts of one class. */
export interface ClassCount {
  readonly label: string;
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
}

/** A set of rows with one label each, counted once; every measure of `classification.ts` is made from it. */
export interface ClassCounts {
  /** Declared labels, in order. */
  readonly labels: readonly string[];
  readonly rows: number;
  /** Rows whose prediction is their gold label. */
  readonly correct: number;
  /** One entry a declared label. */
  readonly classes: readonly ClassCount[];
  /** Position of each row's gold label among the labels. */
  readonly gold: Int32Array;
  /** Position of each row's prediction, or -1: unread or no declared label. */
  readonly predicted: Int32Array;
}

/**
 * Counts predictions against gold labels. A prediction that could not be read, or that is no declared label, is wrong
 * and belongs to no class: its row counts as missed for its gold label and for nothing else.
 *
 * @param gold one declared label a row
 * @param predicted one label a row, or null
 * @param labels all classes, each once; they are compared as they stand, without trimming or folding
 * @throws RangeError if the lists differ in length or a label is declared twice; QuadratError `unknown-label` if a
 *   gold label is not declared
 */
export function countClasses(
  gold: readonly string[],
  predicted: readonly PredictedLabel[],
  labels: readonly string[],
): ClassCounts {
  if (gold.length !== predicted.length) {
    throw new RangeError(`${predicted.length} predictions for ${gold.length} gold labels`);
  }
  const places = placesOf(labels);
  const goldPlaces = new Int32Array(gold.length);
  const predictedPlaces = new Int32Array(gold.length);
  const truePositives = new Uint32Array(labels.length);
  const named = new Uint32Array(labels.length);
  const support = new Uint32Array(labels.length);
  let correct = 0;
  for (let row = 0; row < gold.length; row += 1) {
    const right = places.get(gold[row] ?? '');
    if (right === undefined) throw unknownLabel(gold[row] ?? '', row);
    const label = predicted[row];
    const guess = typeof label === 'string' ? (places.get(label) ?? -1) : -1;
    goldPlaces[row] = right;
    predictedPlaces[row] = guess;
    support[right] = (support[right] ?? 0) + 1;
    if (guess < 0) continue;
    named[guess] = (named[guess] ?? 0) + 1;
    if (guess === right) {
      correct += 1;
      truePositives[right] = (truePositives[right] ?? 0) + 1;
    }
  }
  const classes = labels.map((label, place) => {
    const hits = truePositives[place] ?? 0;
    return {
      label,
      truePositives: hits,
      falsePositives: (named[place] ?? 0) - hits,
      falseNegatives: (support[place] ?? 0) - hits,
    };
  });
  return { labels, rows: gold.length, correct, classes, gold: goldPlaces, predicted: predictedPlaces };
}

/** Position of each label. @throws RangeError if one is declared twice */
export function placesOf(labels: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map(labels.map((label, place) => [label, place]));
  if (places.size < labels.length) throw new RangeError('a label is declared twice');
  return places;
}

export function unknownLabel(label: string, row: number): QuadratError {
  return new QuadratError('unknown-label', `the gold label ${JSON.stringify(label)} is not declared`, {
    item: `row ${row + 1}`,
    next: 'Declare every label that the gold data use.',
    data: { label, row },
  });
}
