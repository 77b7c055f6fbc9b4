import { nltkSentenceBleu } from '../../../metrics/text/nltk-bleu.ts';
import { rougeL, rougeN } from '../../../metrics/text/rouge.ts';
import { characterTokens } from '../../../text/normalise-span.ts';
import { chineseWords } from '../../../text/segment.ts';

/** Names the tokens of `char.f1` and `em` in `params.tokens`. */
export const ANSWER_TOKENS = 'letters and digits';

/** Names the tokens of ROUGE and BLEU in `params.tokens`. */
export const CHARACTER_TOKENS = 'characters (NFKC, no spaces)';

export interface CharacterRouge {
  readonly rouge1: number;
  readonly rouge2: number;
  readonly rougeL: number;
}

/** ROUGE-1, -2 and -L F1 over characters; each the highest over the references. An empty text gives 0. */
export function characterRouge(text: string, references: readonly string[]): CharacterRouge {
  const own = characterTokens(text);
  const each = references.map(characterTokens);
  const best = (score: (reference: readonly string[]) => number) => Math.max(0, ...each.map(score));
  return {
    rouge1: best((reference) => rougeN(own, reference, 1).f1),
    rouge2: best((reference) => rougeN(own, reference, 2).f1),
    rougeL: best((reference) => rougeL(own, reference).f1),
  };
}

/** ROUGE-L F1 over words of jieba; the highest over the references. */
export function wordRougeL(text: string, references: readonly string[]): number {
  const own = chineseWords(text);
  return Math.max(0, ...references.map((reference) => rougeL(own, chineseWords(reference)).f1));
}

/** Names the smoothing in `params.smoothing`. */
export const BLEU_SMOOTHING = 'NLTK method 1';

/** BLEU-4 of one text over characters, with NLTK's smoothing method 1. An empty text gives 0. */
export function characterBleu(text: string, references: readonly string[]): number {
  return nltkSentenceBleu(characterTokens(text), references.map(characterTokens), { method: 1 });
}
