import { isPythonAlpha, isPythonDigit, pythonLower, pythonSplit } from '../../text/python.ts';
import { type References, referenceList } from './references.ts';

/**
 * F1 of two bags of tokens: precision and recall from the tokens that both hold, counted as often as both hold them.
 *
 * @param bothEmpty the value of two empty bags
 * @returns 0 to 1; 0 if one bag is empty
 */
export function bagF1(prediction: readonly string[], gold: readonly string[], bothEmpty: number): number {
  if (prediction.length === 0 && gold.length === 0) return bothEmpty;
  const available = new Map<string, number>();
  for (const token of gold) available.set(token, (available.get(token) ?? 0) + 1);
  let common = 0;
  for (const token of prediction) {
    const left = available.get(token) ?? 0;
    if (left === 0) continue;
    available.set(token, left - 1);
    common += 1;
  }
  if (common === 0) return 0;
  const precision = common / prediction.length;
  const recall = common / gold.length;
  return (2 * precision * recall) / (precision + recall);
}

/**
 * F1 over the characters of a Chinese answer: letters and digits of the lower-cased text, as Python's `isalpha` and
 * `isdigit` know them, so 〇, `*` and punctuation vanish and ① counts. The best over the gold answers.
 *
 * @param golds one gold answer or several
 * @returns 0 to 1; where one side has no character 1 if neither has, else 0. Source: CJRC, LawBench 2-5
 * @throws QuadratError `usage` without a gold answer
 */
export function characterF1(prediction: string, golds: References): number {
  const characters = answerCharacters(prediction);
  return Math.max(...referenceList(golds).map((gold) => bagF1(characters, answerCharacters(gold), 1)));
}

/** The characters that {@link characterF1} compares. */
export function answerCharacters(text: string): string[] {
  return Array.from(pythonLower(text)).filter((character) => {
    const point = character.codePointAt(0) ?? 0;
    return isPythonAlpha(point) || isPythonDigit(point);
  });
}

/**
 * Word overlap of a cloze answer: distinct words that both lower-cased texts hold, over the number of words of the
 * gold, repeated ones counted; it can therefore stay below 1 for two equal texts.
 *
 * @returns 0 to 1; 0 for a gold without words. Source: the card of ClimaQA (`score_cloze_ps`)
 */
export function clozeOverlap(prediction: string, gold: string): number {
  const words = pythonSplit(pythonLower(gold));
  const predicted = new Set(pythonSplit(pythonLower(prediction)));
  let shared = 0;
  for (const word of new Set(words)) if (predicted.has(word)) shared += 1;
  return shared / Math.max(words.length, 1);
}
