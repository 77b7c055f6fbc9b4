import { QuadratError } from '../../core/errors.ts';
import { nearestLength } from './bleu.ts';
import { ngramCount, ngramMatcher, tokenNumbers } from './ngrams.ts';
import { checkPairs } from './references.ts';

/** Tokens; a text stands for its code points, as a string does in NLTK. */
export type NltkTokens = string | readonly string[];

export interface NltkBleuOptions {
  /** Of the orders 1, 2, …; a quarter each of four if absent. */
  readonly weights?: readonly number[];
  /** NLTK's `SmoothingFunction().method0` to `method4`; 0 if absent. */
  readonly method?: 0 | 1 | 2 | 3 | 4;
}

/** What NLTK's BLEU needs of one hypothesis. */
export interface NltkBleuStatistics {
  readonly counts: readonly number[];
  /** Never below 1, also where the hypothesis is too short for an n-gram. */
  readonly totals: readonly number[];
  readonly hypothesisLength: number;
  readonly referenceLength: number;
}

const QUARTERS = [0.25, 0.25, 0.25, 0.25];
/** What method 0 puts for an order without a match: the least normal double. */
const LEAST = 2.2250738585072014e-308;
/** Constants of NLTK's methods 1 and 4. */
const EPSILON = 0.1;
const K = 5;

/**
 * `corpus_bleu` of NLTK 3.10: matches and n-grams are summed over the corpus before anything is divided.
 *
 * @param hypotheses tokens of each hypothesis; a text is taken by code points
 * @param references for each hypothesis a list of references, at least one
 * @returns 0 to 1; null for an empty corpus. Source: Papineni et al. 2002; NLTK 3.10.3; smoothing: Chen and Cherry 2014
 * @throws QuadratError `usage` if the numbers of hypotheses and references differ, or a hypothesis has no reference
 */
export function nltkBleu(
  hypotheses: readonly NltkTokens[],
  references: readonly (readonly NltkTokens[])[],
  options: NltkBleuOptions = {},
): number | null {
  return nltkBleuOf(nltkBleuStatistics(hypotheses, references, options), options);
}

/** `sentence_bleu` of NLTK 3.10: a corpus of one. @returns 0 to 1; 0 without a common token */
export function nltkSentenceBleu(
  hypothesis: NltkTokens,
  references: readonly NltkTokens[],
  options: NltkBleuOptions = {},
): number {
  return scoreOf(nltkBleuStatistics([hypothesis], [references], options), options);
}

/** What NLTK's BLEU needs of each hypothesis: for a resampled corpus, pick from these for {@link nltkBleuOf}. */
export function nltkBleuStatistics(
  hypotheses: readonly NltkTokens[],
  references: readonly (readonly NltkTokens[])[],
  options: NltkBleuOptions = {},
): NltkBleuStatistics[] {
  checkPairs(hypotheses, references);
  const orders = (options.weights ?? QUARTERS).length;
  const matcher = ngramMatcher(orders);
  const known = new Map<string, number>();
  const numbersOf = (tokens: NltkTokens) =>
    tokenNumbers(typeof tokens === 'string' ? Array.from(tokens) : tokens, known);
  return hypotheses.map((tokens, index) => {
    const targets = (references[index] ?? []).map(numbersOf);
    if (targets.length === 0) throw new QuadratError('usage', 'a text needs at least one reference');
    const hypothesis = numbersOf(tokens);
    matcher.load(targets);
    return {
      counts: Array.from(matcher.match(hypothesis)),
      totals: Array.from({ length: orders }, (_, order) =>
        Math.max(1, ngramCount(hypothesis.length, order + 1)),
      ),
      hypothesisLength: hypothesis.length,
      referenceLength: nearestLength(hypothesis.length, targets),
    };
  });
}

/** NLTK's BLEU of a corpus by its parts; null if there are none. */
export function nltkBleuOf(
  statistics: readonly NltkBleuStatistics[],
  options: NltkBleuOptions = {},
): number | null {
  return statistics.length === 0 ? null : scoreOf(statistics, options);
}

function scoreOf(statistics: readonly NltkBleuStatistics[], options: NltkBleuOptions): number {
  const { weights = QUARTERS, method = 0 } = options;
  const counts = weights.map((_, order) => sum(statistics, (part) => part.counts[order] ?? 0));
  const totals = weights.map((_, order) => sum(statistics, (part) => part.totals[order] ?? 0));
  const hypothesisLength = sum(statistics, (part) => part.hypothesisLength);
  const referenceLength = sum(statistics, (part) => part.referenceLength);
  if (counts[0] === 0) return 0;
  const precisions = smoothed(counts, totals, method, hypothesisLength);
  let logarithms = 0;
  for (const [order, weight] of weights.entries()) {
    const precision = precisions[order] ?? 0;
    // NLTK leaves out what is still 0, as method 4 leaves it for a hypothesis of one token.
    if (precision > 0) logarithms += weight * Math.log(precision);
  }
  const brevity = hypothesisLength > referenceLength ? 1 : Math.exp(1 - referenceLength / hypothesisLength);
  return brevity * Math.exp(logarithms);
}

function sum(statistics: readonly NltkBleuStatistics[], of: (part: NltkBleuStatistics) => number): number {
  return statistics.reduce((total, part) => total + of(part), 0);
}

function smoothed(
  counts: readonly number[],
  totals: readonly number[],
  method: 0 | 1 | 2 | 3 | 4,
  hypothesisLength: number,
): number[] {
  let halved = 1;
  return counts.map((count, order) => {
    const total = totals[order] ?? 1;
    if (method === 2) return order === 0 ? count / total : (count + 1) / (total + 1);
    if (count > 0) return count / total;
    if (method === 0) return LEAST;
    if (method === 1) return EPSILON / total;
    halved *= 2;
    // The logarithm makes it 0 for a hypothesis of one token.
    return method === 3 ? 1 / (halved * total) : Math.log(hypothesisLength) / (halved * K) / total;
  });
}
