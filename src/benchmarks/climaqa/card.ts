import { clozeOverlap } from '../../metrics/text/overlap.ts';
import { pythonLower, pythonStrip, pythonUpper } from '../../text/python.ts';

/** 1 if the stripped, upper-cased texts are equal, else 0. Source: the card's `score_mcq` */
export function scoreMcq(prediction: string, gold: string): 0 | 1 {
  return pythonUpper(pythonStrip(prediction)) === pythonUpper(pythonStrip(gold)) ? 1 : 0;
}

/** 1 if the stripped, lower-cased texts are equal, else 0. Source: the card's `score_cloze_em` */
export function scoreClozeExactMatch(prediction: string, gold: string): 0 | 1 {
  return pythonLower(pythonStrip(prediction)) === pythonLower(pythonStrip(gold)) ? 1 : 0;
}

/** Shared distinct words over the number of words of the gold. Source: the card's `score_cloze_ps` */
export function scoreClozePartial(prediction: string, gold: string): number {
  return clozeOverlap(prediction, gold);
}

/**
 * Mean of {@link scoreMcq} in percent.
 *
 * @returns 0 to 100; null without an item. Source: the card's `aggregate_accuracy`
 */
export function aggregateAccuracy(predictions: readonly string[], golds: readonly string[]): number | null {
  if (golds.length === 0) return null;
  let right = 0;
  for (const [index, gold] of golds.entries()) {
    const prediction = predictions[index];
    if (prediction !== undefined) right += scoreMcq(prediction, gold);
  }
  return (right / golds.length) * 100;
}
