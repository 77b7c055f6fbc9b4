import type { ClassCounts } from './class-counts.ts';

export interface ConfusionMatrix {
  readonly labels: readonly string[];
  /** Row: gold, column: predicted, in the order of the labels. */
  readonly matrix: readonly (readonly number[])[];
  /** A gold label's rows whose prediction was unread or is no declared label. */
  readonly outside: readonly number[];
}

/** Counts of rows by gold and predicted label. */
export function confusionMatrix(counts: ClassCounts): ConfusionMatrix {
  const matrix = counts.labels.map(() => new Array<number>(counts.labels.length).fill(0));
  const outside = new Array<number>(counts.labels.length).fill(0);
  for (let row = 0; row < counts.rows; row += 1) {
    const right = counts.gold[row] ?? 0;
    const guess = counts.predicted[row] ?? -1;
    const cells = guess < 0 ? outside : matrix[right];
    const cell = guess < 0 ? right : guess;
    if (cells !== undefined) cells[cell] = (cells[cell] ?? 0) + 1;
  }
  return { labels: counts.labels, matrix, outside };
}

/** How far apart two labels are: any two alike, or by their places in the declared order. */
export type KappaWeights = 'none' | 'linear' | 'quadratic';

/**
 * Cohen's kappa of predictions and gold, at most 1; 0 is chance.
 *
 * A prediction outside the declared labels is a category of its own that gold never uses, as far from every label as
 * the first label is from the last.
 *
 * @returns null if chance alone would leave no disagreement (one category only), or without a row
 * @source Cohen 1960 and 1968; scikit-learn `cohen_kappa_score`
 */
export function cohenKappa(
  { matrix, outside }: ConfusionMatrix,
  weights: KappaWeights = 'none',
): number | null {
  const size = matrix.length;
  const farthest = distance(0, size - 1, weights);
  const golds = matrix.map((cells, row) => sum(cells) + (outside[row] ?? 0));
  const guesses = matrix.map((_, column) => sum(matrix.map((cells) => cells[column] ?? 0)));
  const rows = sum(golds);
  let observed = 0;
  let expected = 0;
  for (const [row, cells] of matrix.entries()) {
    const gold = golds[row] ?? 0;
    for (const [column, count] of cells.entries()) {
      const apart = distance(row, column, weights);
      observed += apart * count;
      expected += apart * gold * (guesses[column] ?? 0);
    }
    const unread = Math.max(1, farthest);
    observed += unread * (outside[row] ?? 0);
    expected += unread * gold * sum(outside);
  }
  return expected === 0 ? null : 1 - (observed * rows) / expected;
}

function distance(row: number, column: number, weights: KappaWeights): number {
  if (weights === 'none') return row === column ? 0 : 1;
  return weights === 'linear' ? Math.abs(row - column) : (row - column) ** 2;
}

/**
 * Matthews' correlation coefficient of any number of classes, from -1 to 1; 0 where either side is constant, and
 * without a row. A prediction outside the declared labels is a class of its own.
 *
 * @source Gorodkin 2004; scikit-learn `matthews_corrcoef`
 */
export function matthewsCorrelation({ matrix, outside }: ConfusionMatrix): number {
  const golds = matrix.map((cells, row) => sum(cells) + (outside[row] ?? 0));
  const guesses = matrix.map((_, column) => sum(matrix.map((cells) => cells[column] ?? 0)));
  const rows = sum(golds);
  const correct = sum(matrix.map((cells, row) => cells[row] ?? 0));
  const dot = (left: readonly number[], right: readonly number[]): number =>
    sum(left.map((value, index) => value * (right[index] ?? 0)));
  const unread = sum(outside);
  const spreadOfGuesses = rows * rows - dot(guesses, guesses) - unread * unread;
  const spreadOfGold = rows * rows - dot(golds, golds);
  if (spreadOfGuesses === 0 || spreadOfGold === 0) return 0;
  return (correct * rows - dot(golds, guesses)) / Math.sqrt(spreadOfGuesses) / Math.sqrt(spreadOfGold);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
