import { pythonFloat, pythonSplit } from '../../text/python.ts';

/** What stands for the word to be found. */
export const MASK = '<MASK>';

/** The phrases that are embedded to compare two terms in their statement. */
export interface Phrases {
  readonly window: string;
  readonly gold: string;
  readonly prediction: string;
}

/**
 * The words around the mask, with each term in its place. Source: the authors' `phrase_similarity.py`.
 *
 * @param each how many words on either side
 * @returns null for a statement without a mask
 */
export function phrasesOf(
  statement: string,
  gold: string,
  prediction: string,
  options: { readonly each?: number; readonly mask?: string } = {},
): Phrases | null {
  const { each = 4, mask = MASK } = options;
  const words = pythonSplit(statement);
  const at = words.findIndex((word) => word.includes(mask));
  if (at < 0) return null;
  const window = words.slice(Math.max(0, at - each), at + each + 1).join(' ');
  const fill = (term: string) => window.replaceAll(mask, () => cleanTerm(term));
  return { window, gold: fill(gold), prediction: fill(prediction) };
}

/**
 * A term as it is put into its phrase. What Python reads as a number, `infinity` and `nan` among it, keeps digits,
 * `.`, `-` and `%`; anything else ASCII letters, digits, `%` and blanks, so that `Ångström` becomes `ngstrm`.
 */
export function cleanTerm(term: string): string {
  const lower = term.toLowerCase();
  return pythonFloat(term) === undefined
    ? lower.replace(/[^a-z0-9% ]/g, '')
    : lower.replace(/[^\p{Nd}.\-%]/gu, '');
}

/** Cosine of two vectors of any length; null where one is all zeros. */
export function cosine(a: ArrayLike<number>, b: ArrayLike<number>): number | null {
  let dot = 0;
  let left = 0;
  let right = 0;
  for (let at = 0; at < a.length; at += 1) {
    const [x, y] = [a[at] ?? 0, b[at] ?? 0];
    dot += x * y;
    left += x * x;
    right += y * y;
  }
  return left === 0 || right === 0 ? null : dot / (Math.sqrt(left) * Math.sqrt(right));
}

/** Phrase similarity of a cosine: 2 (cos - 0.5), not clipped, -3 to 1. */
export function phraseSimilarity(cos: number): number {
  return 2 * (cos - 0.5);
}
