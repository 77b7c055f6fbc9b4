import { codePointLength } from '../text/code-points.ts';
import { levenshtein } from '../text/edit-distance.ts';
import { bestPairs } from './assignment.ts';

/** How far two spans may differ and still be near. */
export interface HybridOptions {
  /** Largest Levenshtein distance of a near match, in code points. */
  readonly threshold: number;
  /** What an exact match is worth beside the near one; the two add up to 1. */
  readonly exactWeight: number;
  /** What a near match is worth. */
  readonly fuzzyWeight: number;
  /** A distance as large as the longer span is no near match. */
  readonly lengthGuard: boolean;
  /** Near spans must also have the same digits. */
  readonly digitGuard: boolean;
}

/** A match in sums: matched credit, spans predicted, spans in the gold. */
export interface MatchSums {
  readonly matched: number;
  readonly predicted: number;
  readonly gold: number;
}

/** Precision, recall, F1. */
export interface MatchScores {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** How well one span meets another: exact 1, near `fuzzyWeight`, else 0. Both are normalised. */
export function spanCredit(prediction: string, gold: string, fuzzy: boolean, options: HybridOptions): number {
  if (prediction === gold) return options.exactWeight + options.fuzzyWeight;
  if (!fuzzy || options.threshold === 0) return 0;
  if (options.digitGuard && digitsOf(prediction) !== digitsOf(gold)) return 0;
  const distance = levenshtein(prediction, gold);
  if (distance > options.threshold) return 0;
  const longer = Math.max(codePointLength(prediction), codePointLength(gold));
  return options.lengthGuard && distance >= longer ? 0 : options.fuzzyWeight;
}

function digitsOf(text: string): string {
  return (text.match(/\p{Nd}+/gu) ?? []).join(' ');
}

/**
 * Pairs the spans of one type one to one so that the credit is as large as can be. The order of the lists does not
 * matter, and a span that stands twice counts once.
 *
 * @param predictions normalised
 * @param golds normalised
 * @param fuzzy whether near matches of this type count
 */
export function matchSpans(
  predictions: Iterable<string>,
  golds: Iterable<string>,
  fuzzy: boolean,
  options: HybridOptions,
): MatchSums {
  const rows = [...new Set(predictions)];
  const columns = [...new Set(golds)];
  const weights = rows.map((row) => columns.map((column) => spanCredit(row, column, fuzzy, options)));
  let matched = 0;
  bestPairs(weights).forEach((column, row) => {
    if (column >= 0) matched += weights[row]?.[column] ?? 0;
  });
  return { matched, predicted: rows.length, gold: columns.length };
}

export function addSums(all: Iterable<MatchSums>): MatchSums {
  let matched = 0;
  let predicted = 0;
  let gold = 0;
  for (const sums of all) {
    matched += sums.matched;
    predicted += sums.predicted;
    gold += sums.gold;
  }
  return { matched, predicted, gold };
}

/** Precision, recall and F1 of sums; 0 for what would be divided by 0. */
export function matchScores({ matched, predicted, gold }: MatchSums): MatchScores {
  const precision = predicted === 0 ? 0 : matched / predicted;
  const recall = gold === 0 ? 0 : matched / gold;
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return { precision, recall, f1 };
}

/** The same for one document, where nothing to find and nothing found is 1. */
export function documentScores(sums: MatchSums): MatchScores {
  if (sums.predicted === 0 && sums.gold === 0) return { precision: 1, recall: 1, f1: 1 };
  return matchScores(sums);
}
