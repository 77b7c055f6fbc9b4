import { lcsPositions, tokenLcsLength } from '../../text/edit-distance.ts';
import { codePointTokens, rougeTokens } from '../../text/rouge-tokens.ts';
import { ngramCount, ngramMatcher, tokenNumbers } from './ngrams.ts';
import { type References, referenceList } from './references.ts';

/** Each 0 to 1. */
export interface PrecisionRecallF1 {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface RougeScores {
  readonly rouge1: PrecisionRecallF1;
  readonly rouge2: PrecisionRecallF1;
  /** Longest common subsequence of the whole texts. */
  readonly rougeL: PrecisionRecallF1;
  /** Longest common subsequences of lines, joined. */
  readonly rougeLsum: PrecisionRecallF1;
}

export interface RougeOptions {
  /**
   * How texts are cut. `words` (absent): rouge_score's ASCII words. `stems`: those, stemmed. `code-points`: every code
   * point that is not white space, for Chinese. A function: its own tokens, from a segmenter for instance.
   */
  readonly tokens?: 'words' | 'stems' | 'code-points' | ((text: string) => readonly string[]);
}

const NOTHING: PrecisionRecallF1 = { precision: 0, recall: 0, f1: 0 };

/**
 * ROUGE-1, -2, -L and -Lsum as rouge_score computes them. Of several references each measure takes the one with its
 * highest F1.
 *
 * @param prediction a text
 * @param references one reference text or several
 * @returns proportions; 0 where one side has no token, so also for two Chinese texts cut into `words`. Source: Lin
 *   2004; rouge_score (google-research)
 * @throws QuadratError `usage` without a reference
 */
export function rouge(prediction: string, references: References, options: RougeOptions = {}): RougeScores {
  const cut = tokenizerOf(options.tokens ?? 'words');
  const tokens = cut(prediction);
  const lines = linesOf(prediction, cut);
  const all = referenceList(references).map((reference) => {
    const target = cut(reference);
    const [rouge1, rouge2] = rougeNs(tokens, target, 2);
    return {
      rouge1: rouge1 ?? NOTHING,
      rouge2: rouge2 ?? NOTHING,
      rougeL: rougeL(tokens, target),
      rougeLsum: rougeLsum(lines, linesOf(reference, cut)),
    };
  });
  const best = (name: keyof RougeScores) =>
    all.reduce((top, scores) => (scores[name].f1 > top.f1 ? scores[name] : top), all[0]?.[name] ?? NOTHING);
  return {
    rouge1: best('rouge1'),
    rouge2: best('rouge2'),
    rougeL: best('rougeL'),
    rougeLsum: best('rougeLsum'),
  };
}

/** ROUGE-N of tokens: clipped common n-grams over those of the prediction and of the target. */
export function rougeN(
  prediction: readonly string[],
  target: readonly string[],
  n: number,
): PrecisionRecallF1 {
  return rougeNs(prediction, target, n)[n - 1] ?? NOTHING;
}

/** ROUGE-L of tokens: their longest common subsequence over the lengths of the prediction and of the target. */
export function rougeL(prediction: readonly string[], target: readonly string[]): PrecisionRecallF1 {
  return ratios(tokenLcsLength(prediction, target), prediction.length, target.length);
}

/**
 * ROUGE-Lsum of tokenised lines. A token of a target line is a hit if the longest common subsequence with any line of
 * the prediction holds it; a token counts at most as often as it is in the prediction.
 */
export function rougeLsum(
  prediction: readonly (readonly string[])[],
  target: readonly (readonly string[])[],
): PrecisionRecallF1 {
  const available = new Map<string, number>();
  for (const token of prediction.flat()) available.set(token, (available.get(token) ?? 0) + 1);
  let hits = 0;
  for (const line of target) {
    const union = new Set<number>();
    for (const other of prediction) for (const position of lcsPositions(line, other)) union.add(position);
    for (const position of union) {
      const token = line[position] ?? '';
      const left = available.get(token) ?? 0;
      if (left === 0) continue;
      available.set(token, left - 1);
      hits += 1;
    }
  }
  return ratios(hits, total(prediction), total(target));
}

function rougeNs(
  prediction: readonly string[],
  target: readonly string[],
  order: number,
): PrecisionRecallF1[] {
  const known = new Map<string, number>();
  const matcher = ngramMatcher(order);
  matcher.load([tokenNumbers(target, known)]);
  const matches = matcher.match(tokenNumbers(prediction, known));
  return Array.from(matches, (count, index) =>
    ratios(count, ngramCount(prediction.length, index + 1), ngramCount(target.length, index + 1)),
  );
}

function tokenizerOf(tokens: NonNullable<RougeOptions['tokens']>): (text: string) => readonly string[] {
  if (typeof tokens === 'function') return tokens;
  if (tokens === 'code-points') return codePointTokens;
  return (text) => rougeTokens(text, tokens === 'stems');
}

function linesOf(text: string, cut: (text: string) => readonly string[]): (readonly string[])[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(cut);
}

function total(lines: readonly (readonly string[])[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

/** Precision, recall and their harmonic mean; 0 for what would be divided by 0. */
function ratios(hits: number, predicted: number, wanted: number): PrecisionRecallF1 {
  if (hits === 0) return NOTHING;
  const precision = hits / predicted;
  const recall = hits / wanted;
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}
