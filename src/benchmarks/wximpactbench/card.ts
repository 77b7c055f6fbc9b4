/**
 * Row-wise accuracy by the card's recipe: the share of rows in which every label is the gold one. As there, a row is
 * compared as far as the shorter side goes.
 *
 * @param predictions one list of six 0/1 labels an article
 * @param golds the gold labels, in the same order
 * @returns 0 to 1; null without a row. Source: the card's `row_wise_accuracy`
 */
export function rowWiseAccuracy(
  predictions: readonly (readonly number[])[],
  golds: readonly (readonly number[])[],
): number | null {
  if (golds.length === 0) return null;
  let correct = 0;
  for (const [row, gold] of golds.entries()) {
    const predicted = predictions[row];
    if (predicted === undefined) continue;
    const length = Math.min(predicted.length, gold.length);
    if (gold.slice(0, length).every((label, index) => label === predicted[index])) correct += 1;
  }
  return correct / golds.length;
}
