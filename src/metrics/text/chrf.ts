import { codePoints } from '../../text/code-points.ts';
import { isAsciiPunctuation, isPythonSpace, pythonLower, pythonSplit } from '../../text/python.ts';
import { referenceNumber } from './bleu.ts';
import { type NgramMatcher, ngramCount, ngramMatcher, tokenNumbers } from './ngrams.ts';
import { checkPairs, type References, referenceList } from './references.ts';

export interface ChrfOptions {
  /** Longest character n-gram; 6 if absent. */
  readonly charOrder?: number;
  /** Longest word n-gram; 0 if absent, which is chrF. 2 is chrF++. */
  readonly wordOrder?: number;
  /** Weight of recall against precision; 2 if absent. */
  readonly beta?: number;
  readonly lowercase?: boolean;
  /** White space counts among the characters; false if absent. */
  readonly whitespace?: boolean;
  /** Mean of the orders' F-scores, a missing order counting as nearly 0, as the authors' script does. */
  readonly epsSmoothing?: boolean;
}

/** For each order: n-grams of the hypothesis (0 where the reference has none), of the reference, and common ones. */
export type ChrfStatistics = readonly (readonly [hypothesis: number, reference: number, common: number])[];

/**
 * chrF (or chrF++ with `wordOrder` 2) of a corpus as sacreBLEU 2.6.0 computes it: counts are summed over the corpus.
 * Of several references the one with the highest score of its own counts.
 *
 * @returns percent; null for an empty corpus. Source: Popović 2015, 2017; sacreBLEU 2.6.0
 * @throws QuadratError `usage` if the numbers of hypotheses and references differ, or a hypothesis has no reference
 */
export function chrf(
  hypotheses: readonly string[],
  references: readonly References[],
  options: ChrfOptions = {},
): number | null {
  return chrfOf(chrfStatistics(hypotheses, references, options), options);
}

/** chrF of one text. @returns percent; 0 if nothing matches, as for an empty text */
export function sentenceChrf(hypothesis: string, references: References, options: ChrfOptions = {}): number {
  return scoreOf(chrfStatistics([hypothesis], [references], options)[0] ?? [], options);
}

/** What chrF needs of each hypothesis: for a resampled corpus, pick from these and give them to {@link chrfOf}. */
export function chrfStatistics(
  hypotheses: readonly string[],
  references: readonly References[],
  options: ChrfOptions = {},
): ChrfStatistics[] {
  checkPairs(hypotheses, references);
  const { charOrder = 6, wordOrder = 0 } = options;
  const characters = ngramMatcher(charOrder);
  const words = ngramMatcher(wordOrder);
  const known = new Map<string, number>();
  const cut = (text: string): Cut => cutText(text, options, known);
  return hypotheses.map((text, index) => {
    const hypothesis = cut(text);
    let best: ChrfStatistics = [];
    let bestScore = -1;
    for (const reference of referenceList(references[index] ?? []).map(cut)) {
      const statistics = [
        ...compare(characters, charOrder, hypothesis.characters, reference.characters),
        ...compare(words, wordOrder, hypothesis.words, reference.words),
      ];
      const score = scoreOf(statistics, options);
      if (score > bestScore) {
        best = statistics;
        bestScore = score;
      }
    }
    return best;
  });
}

/** chrF of a corpus by its parts; null if there are none. */
export function chrfOf(statistics: readonly ChrfStatistics[], options: ChrfOptions = {}): number | null {
  if (statistics.length === 0) return null;
  const sums = (statistics[0] ?? []).map((): [number, number, number] => [0, 0, 0]);
  for (const part of statistics) {
    for (const [order, [hypothesis, reference, common]] of part.entries()) {
      const sum = sums[order] ?? [0, 0, 0];
      sum[0] += hypothesis;
      sum[1] += reference;
      sum[2] += common;
    }
  }
  return scoreOf(sums, options);
}

interface Cut {
  readonly characters: readonly number[];
  readonly words: Int32Array;
}

function cutText(original: string, options: ChrfOptions, known: Map<string, number>): Cut {
  const text = options.lowercase === true ? pythonLower(original) : original;
  const points = codePoints(text);
  return {
    characters: options.whitespace === true ? points : points.filter((point) => !isPythonSpace(point)),
    words: tokenNumbers((options.wordOrder ?? 0) > 0 ? chrfWords(text) : [], known),
  };
}

/** Words with one mark set apart: the last one, else the first one; `(hi)` gives `(hi` and `)`. */
function chrfWords(text: string): string[] {
  const words: string[] = [];
  for (const word of pythonSplit(text)) {
    if (word.length > 1 && isAsciiPunctuation(word.charCodeAt(word.length - 1))) {
      words.push(word.slice(0, -1), word.slice(-1));
    } else if (word.length > 1 && isAsciiPunctuation(word.charCodeAt(0))) {
      words.push(word.slice(0, 1), word.slice(1));
    } else {
      words.push(word);
    }
  }
  return words;
}

function compare(
  matcher: NgramMatcher,
  orders: number,
  hypothesis: ArrayLike<number>,
  reference: ArrayLike<number>,
): [number, number, number][] {
  matcher.load([reference]);
  const common = matcher.match(hypothesis);
  return Array.from({ length: orders }, (_, order) => {
    const inReference = ngramCount(reference.length, order + 1);
    const inHypothesis = inReference === 0 ? 0 : ngramCount(hypothesis.length, order + 1);
    return [inHypothesis, inReference, common[order] ?? 0];
  });
}

/** What the authors' script puts for a value that is not there. */
const EPSILON = 1e-16;

function scoreOf(statistics: ChrfStatistics, options: ChrfOptions): number {
  const factor = (options.beta ?? 2) ** 2;
  let scores = 0;
  let precisions = 0;
  let recalls = 0;
  let orders = 0;
  for (const [hypothesis, reference, common] of statistics) {
    const precision = hypothesis > 0 ? common / hypothesis : EPSILON;
    const recall = reference > 0 ? common / reference : EPSILON;
    const weighted = factor * precision + recall;
    scores += weighted > 0 ? ((1 + factor) * precision * recall) / weighted : EPSILON;
    if (hypothesis === 0 || reference === 0) continue;
    precisions += precision;
    recalls += recall;
    orders += 1;
  }
  if (options.epsSmoothing === true) return (100 * scores) / statistics.length;
  if (precisions + recalls === 0) return 0;
  const precision = precisions / orders;
  const recall = recalls / orders;
  return (100 * (1 + factor) * precision * recall) / (factor * precision + recall);
}

/** What decides a chrF score, in sacreBLEU's form; see `bleuSignature`. */
export function chrfSignature(references: readonly References[], options: ChrfOptions = {}): string {
  const { charOrder = 6, wordOrder = 0, beta = 2 } = options;
  return [
    `nrefs:${referenceNumber(references)}`,
    `case:${options.lowercase === true ? 'lc' : 'mixed'}`,
    `eff:${options.epsSmoothing === true ? 'no' : 'yes'}`,
    `nc:${charOrder}`,
    `nw:${wordOrder}`,
    `space:${options.whitespace === true ? 'yes' : 'no'}`,
    'version:2.6.0',
    ...(beta === 2 ? [] : [`beta:${beta}`]),
    'tool:quadrat',
  ].join('|');
}
