import { type BleuTokenizer, bleuTokens } from '../../text/bleu-tokens.ts';
import { pythonLower } from '../../text/python.ts';
import { ngramCount, ngramMatcher, tokenNumbers } from './ngrams.ts';
import { checkPairs, type References, referenceList } from './references.ts';

export interface BleuOptions {
  /** How texts are cut; `13a` if absent. */
  readonly tokenizer?: BleuTokenizer;
  /** What takes the place of an order without a match; `exp` if absent. */
  readonly smoothing?: 'exp' | 'floor' | 'add-k' | 'none';
  /** For `floor` (0.1 if absent or null) and `add-k` (1). */
  readonly smoothingValue?: number | null;
  /** Lower-case first; false if absent. */
  readonly lowercase?: boolean;
  /** Count only the orders that the hypotheses are long enough for. Absent: true for a sentence, false for a corpus. */
  readonly effectiveOrder?: boolean;
  /** Longest n-gram; 4 if absent. */
  readonly maxOrder?: number;
}

/** What BLEU needs of one hypothesis. Those of a corpus are summed before anything is divided. */
export interface BleuStatistics {
  /** Clipped matches, and n-grams of the hypothesis, of length 1, 2, … */
  readonly counts: readonly number[];
  readonly totals: readonly number[];
  readonly hypothesisLength: number;
  /** Length of the reference that is nearest in length, the shorter one of two. */
  readonly referenceLength: number;
}

export interface BleuScore extends BleuStatistics {
  /** Percent, 0 to 100. */
  readonly score: number;
  /** Percent, after smoothing. */
  readonly precisions: readonly number[];
  /** 0 to 1. */
  readonly brevityPenalty: number;
}

/**
 * BLEU of a corpus as sacreBLEU 2.6.0 computes it.
 *
 * @param hypotheses texts, not tokenized
 * @param references for each hypothesis one reference or several; their number may vary
 * @returns percent; null for an empty corpus. Source: Papineni et al. 2002; sacreBLEU 2.6.0
 * @throws QuadratError `usage` if the numbers of hypotheses and references differ, or a hypothesis has no reference
 */
export function bleu(
  hypotheses: readonly string[],
  references: readonly References[],
  options: BleuOptions = {},
): BleuScore | null {
  return bleuOf(bleuStatistics(hypotheses, references, options), options);
}

/**
 * BLEU of one text as sacreBLEU 2.6.0 computes it; the effective order is used unless the options say otherwise. It is
 * not what a mean over a corpus should be made of: see {@link bleu}.
 *
 * @returns percent; 0 if nothing matches, as for an empty text
 */
export function sentenceBleu(
  hypothesis: string,
  references: References,
  options: BleuOptions = {},
): BleuScore {
  const settings = { effectiveOrder: true, ...options };
  return scoreOf(bleuStatistics([hypothesis], [references], settings), settings);
}

/** What BLEU needs of each hypothesis: for a resampled corpus, pick from these and give them to {@link bleuOf}. */
export function bleuStatistics(
  hypotheses: readonly string[],
  references: readonly References[],
  options: BleuOptions = {},
): BleuStatistics[] {
  checkPairs(hypotheses, references);
  const { tokenizer = '13a', lowercase = false, maxOrder = 4 } = options;
  const matcher = ngramMatcher(maxOrder);
  const known = new Map<string, number>();
  const numbersOf = (text: string) =>
    tokenNumbers(bleuTokens(lowercase ? pythonLower(text) : text, tokenizer), known);
  return hypotheses.map((text, index) => {
    const targets = referenceList(references[index] ?? []).map(numbersOf);
    const hypothesis = numbersOf(text);
    matcher.load(targets);
    return {
      counts: Array.from(matcher.match(hypothesis)),
      totals: Array.from({ length: maxOrder }, (_, order) => ngramCount(hypothesis.length, order + 1)),
      hypothesisLength: hypothesis.length,
      referenceLength: nearestLength(hypothesis.length, targets),
    };
  });
}

/** BLEU of a corpus by its parts; null if there are none. */
export function bleuOf(statistics: readonly BleuStatistics[], options: BleuOptions = {}): BleuScore | null {
  return statistics.length === 0 ? null : scoreOf(statistics, options);
}

/** The length nearest to `length`, the shorter one of two that are equally near. */
export function nearestLength(length: number, targets: readonly { readonly length: number }[]): number {
  let nearest = Number.POSITIVE_INFINITY;
  for (const target of targets) {
    const difference = Math.abs(target.length - length) - Math.abs(nearest - length);
    if (difference < 0 || (difference === 0 && target.length < nearest)) nearest = target.length;
  }
  return nearest;
}

function scoreOf(statistics: readonly BleuStatistics[], options: BleuOptions): BleuScore {
  const { maxOrder = 4 } = options;
  const counts = new Array<number>(maxOrder).fill(0);
  const totals = new Array<number>(maxOrder).fill(0);
  let hypothesisLength = 0;
  let referenceLength = 0;
  for (const part of statistics) {
    for (let order = 0; order < maxOrder; order += 1) {
      counts[order] = (counts[order] ?? 0) + (part.counts[order] ?? 0);
      totals[order] = (totals[order] ?? 0) + (part.totals[order] ?? 0);
    }
    hypothesisLength += part.hypothesisLength;
    referenceLength += part.referenceLength;
  }
  const brevityPenalty = brevity(hypothesisLength, referenceLength);
  const { precisions, order } = smoothed(counts, totals, options);
  const logarithms = precisions.slice(0, order).reduce((sum, precision) => sum + Math.log(precision), 0);
  const score = counts.some((count) => count > 0) ? brevityPenalty * Math.exp(logarithms / order) : 0;
  return { score, precisions, brevityPenalty, counts, totals, hypothesisLength, referenceLength };
}

function brevity(hypothesisLength: number, referenceLength: number): number {
  if (hypothesisLength >= referenceLength) return 1;
  return hypothesisLength === 0 ? 0 : Math.exp(1 - referenceLength / hypothesisLength);
}

/** Precisions in percent, and how many orders the mean is over. No match at all stays 0 whatever the smoothing. */
function smoothed(
  counts: readonly number[],
  totals: readonly number[],
  options: BleuOptions,
): { readonly precisions: number[]; readonly order: number } {
  const { smoothing = 'exp', effectiveOrder = false } = options;
  const value = options.smoothingValue ?? (smoothing === 'floor' ? 0.1 : 1);
  const precisions = counts.map(() => 0);
  let order = counts.length;
  if (counts.every((count) => count === 0)) return { precisions, order };
  let halved = 1;
  for (const [index, matched] of counts.entries()) {
    const added = smoothing === 'add-k' && index > 0 ? value : 0;
    const count = matched + added;
    const total = (totals[index] ?? 0) + added;
    if (total === 0) break;
    if (effectiveOrder) order = index + 1;
    if (count > 0) {
      precisions[index] = (100 * count) / total;
    } else if (smoothing === 'exp') {
      halved *= 2;
      precisions[index] = 100 / (halved * total);
    } else if (smoothing === 'floor') {
      precisions[index] = (100 * value) / total;
    }
  }
  return { precisions, order };
}

/**
 * What decides a BLEU score, in sacreBLEU's form, so that figures can be compared; `version` is the sacreBLEU whose
 * values it equals.
 *
 * @param references as given to {@link bleu}
 */
export function bleuSignature(references: readonly References[], options: BleuOptions = {}): string {
  const { tokenizer = '13a', smoothing = 'exp', lowercase = false, maxOrder = 4 } = options;
  const value = options.smoothingValue ?? (smoothing === 'floor' ? 0.1 : 1);
  const bracket = smoothing === 'floor' || smoothing === 'add-k' ? `[${value.toFixed(2)}]` : '';
  return [
    `nrefs:${referenceNumber(references)}`,
    `case:${lowercase ? 'lc' : 'mixed'}`,
    `eff:${options.effectiveOrder === true ? 'yes' : 'no'}`,
    `tok:${tokenizer}`,
    `smooth:${smoothing}${bracket}`,
    'version:2.6.0',
    ...(maxOrder === 4 ? [] : [`order:${maxOrder}`]),
    'tool:quadrat',
  ].join('|');
}

/** Number of references of each text, or `var`. */
export function referenceNumber(references: readonly References[]): string {
  const numbers = new Set(references.map((entry) => referenceList(entry).length));
  return numbers.size === 1 ? String([...numbers][0]) : 'var';
}
