import { isAsciiPunctuation, pythonLower, pythonSplit } from '../../text/python.ts';
import { bagF1 } from './overlap.ts';
import { type References, referenceList } from './references.ts';

/** An English article between Unicode word boundaries as Python's `\b` sees them. */
const ARTICLE = /(?<![\p{L}\p{N}_])(?:a|an|the)(?![\p{L}\p{N}_])/gu;

/** The text that SQuAD's script compares: lower case, no ASCII punctuation, no article, single blanks. */
export function squadNormalized(text: string): string {
  let plain = '';
  for (const character of pythonLower(text)) {
    if (!isAsciiPunctuation(character.codePointAt(0) ?? 0)) plain += character;
  }
  return pythonSplit(plain.replace(ARTICLE, ' ')).join(' ');
}

/**
 * Exact match of SQuAD: 1 if the normalised prediction equals a normalised gold answer, else 0.
 *
 * @param golds one gold answer or several; an empty text is the answer of a question without one
 * @throws QuadratError `usage` without a gold answer
 */
export function squadExactMatch(prediction: string, golds: References): 0 | 1 {
  const normalized = squadNormalized(prediction);
  return referenceList(golds).some((gold) => squadNormalized(gold) === normalized) ? 1 : 0;
}

/**
 * F1 over the words of the normalised texts, the best over the gold answers. Where one side has no words it is 1 if
 * neither has, else 0 (SQuAD v2.0).
 *
 * @returns 0 to 1. Source: Rajpurkar et al. 2018, evaluation script v2.0
 */
export function squadF1(prediction: string, golds: References): number {
  return best(prediction, golds, 1);
}

/** {@link squadF1} by the rule of SQuAD v1.1: two texts without words have nothing in common, 0. */
export function squadF1V1(prediction: string, golds: References): number {
  return best(prediction, golds, 0);
}

function best(prediction: string, golds: References, bothEmpty: number): number {
  const words = pythonSplit(squadNormalized(prediction));
  const scores = referenceList(golds).map((gold) =>
    bagF1(words, pythonSplit(squadNormalized(gold)), bothEmpty),
  );
  return Math.max(...scores);
}
