import type { Ask } from '../../core/index.ts';
import type { Passage } from './passages.ts';

/** Pieces of a text that end like sentences; no empty ones. */
export function sentencesOf(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+(?=[\p{Lu}\p{N}])/u)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence !== '');
}

const WORD = /\p{L}[\p{L}\p{N}-]*/gu;

/** Different words of four letters and more, without those of another text. */
export function wordsOf(text: string, without: string): string[] {
  const known = new Set(Array.from(without.toLowerCase().matchAll(WORD), ([word]) => word));
  const words = new Map<string, string>();
  for (const [word] of text.matchAll(WORD)) {
    const key = word.toLowerCase();
    if (word.length >= 4 && !known.has(key) && !words.has(key)) words.set(key, word);
  }
  return [...words.values()];
}

/**
 * The place of the text that a model without a prompt finds nearest to a query; the first of equal ones.
 *
 * @returns -1 where there is no text
 */
export async function nearest(ask: Ask, query: string, texts: readonly string[]): Promise<number> {
  if (texts.length === 0) return -1;
  const scores = await ask.rank({ query, documents: texts.map((text, at) => ({ id: String(at), text })) });
  let best = 0;
  for (let at = 1; at < texts.length; at += 1) {
    if ((scores[at] ?? Number.NEGATIVE_INFINITY) > (scores[best] ?? Number.NEGATIVE_INFINITY)) best = at;
  }
  return best;
}

/** The sentence of the passages that is nearest to a query; undefined without passages. */
export async function nearestSentence(
  ask: Ask,
  query: string,
  passages: readonly Passage[],
): Promise<string | undefined> {
  const sentences = passages.flatMap(({ text }) => sentencesOf(text));
  return sentences[await nearest(ask, query, sentences)];
}
