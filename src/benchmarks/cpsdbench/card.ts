import { levenshtein } from '../../text/edit-distance.ts';

/** What the card's recipe calls `THRESHOLD` and leaves open. */
export const CARD_THRESHOLD = 2;

/**
 * The card's recipe. For `classification` the share of equal texts. For `ie` half the number of equal texts plus half
 * the number of others within the distance: a sum over the texts, not a mean, so it can pass 1.
 *
 * @param predictions texts, compared by position, code point by code point, as they stand
 * @param threshold largest Levenshtein distance of a near match
 * @returns null for other tasks, and for `classification` without a text, where the recipe divides by 0. Source: the
 *   card's `compute_metrics`
 */
export function computeMetrics(
  predictions: readonly string[],
  golds: readonly string[],
  taskType: string,
  threshold: number = CARD_THRESHOLD,
): number | null {
  const pairs = golds.flatMap((gold, index) => {
    const prediction = predictions[index];
    return prediction === undefined ? [] : [{ prediction, gold }];
  });
  const exact = pairs.filter(({ prediction, gold }) => prediction === gold).length;
  if (taskType === 'classification') return golds.length === 0 ? null : exact / golds.length;
  if (taskType !== 'ie') return null;
  const near = pairs.filter(
    ({ prediction, gold }) => prediction !== gold && levenshtein(prediction, gold) <= threshold,
  ).length;
  return 0.5 * exact + 0.5 * near;
}
