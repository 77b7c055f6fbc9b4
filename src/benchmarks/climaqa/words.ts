import { pythonSplit, pythonStrip } from '../../text/python.ts';

/**
 * Full case folding, as Python's `casefold`: `ß`, `ẞ` and `SS` are equal, `ς` and `σ`, but not `ı` and `i`. It differs
 * for Cherokee, whose folded letters are others, and for letters that are newer than this program's Unicode.
 */
export function caseFolded(text: string): string {
  return text
    .replace(/[^ı]+/gu, (part) => part.toLowerCase().toUpperCase().toLowerCase())
    .replaceAll('ς', 'σ');
}

/** A cloze answer for `em.normalised`: trimmed, case-folded, without outer quotes and final punctuation. */
export function normalisedTerm(text: string): string {
  let term = caseFolded(pythonStrip(text));
  for (let before = ''; before !== term; ) {
    before = term;
    term = pythonStrip(
      term.replace(/^["'“”‘’«»`]+|["'“”‘’«»`]+$/gu, '').replace(/[.,;:!?。，；：！？]+$/u, ''),
    );
  }
  return term;
}

/** Whether an answer has more than the one word that is asked for. */
export function hasSeveralWords(text: string): boolean {
  return pythonSplit(text).length > 1;
}

const SENTENCE_END = /[.!?](?=\s+[\p{Lu}\p{N}]|\s*$)/gu;

/**
 * Sentences of an answer: they end at `.`, `!` or `?` in front of white space and a capital letter or digit, or at the
 * end. What is left behind the last end is one more.
 */
export function countSentences(text: string): number {
  const answer = text.trim();
  if (answer === '') return 0;
  const ends = Array.from(answer.matchAll(SENTENCE_END));
  const last = ends.at(-1);
  const rest = last === undefined ? answer : answer.slice(last.index + 1).trim();
  return ends.length + (rest === '' ? 0 : 1);
}
