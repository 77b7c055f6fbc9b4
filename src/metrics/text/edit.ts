import { codePointLength } from '../../text/code-points.ts';
import { lcsLength, levenshtein } from '../../text/edit-distance.ts';

export { lcsLength, levenshtein } from '../../text/edit-distance.ts';

/** Levenshtein distance over the longer length, in code points. @returns 0 (equal, also both empty) to 1 */
export function normalizedLevenshtein(left: string, right: string): number {
  const longer = Math.max(codePointLength(left), codePointLength(right));
  return longer === 0 ? 0 : levenshtein(left, right) / longer;
}

/** 1 less {@link normalizedLevenshtein}. @returns 0 to 1; 1 for two empty texts */
export function levenshteinSimilarity(left: string, right: string): number {
  return 1 - normalizedLevenshtein(left, right);
}

/** The least number of code points to insert or delete, without replacing: both lengths less twice the common part. */
export function indelDistance(left: string, right: string): number {
  return codePointLength(left) + codePointLength(right) - 2 * lcsLength(left, right);
}

/**
 * Twice the longest common subsequence over both lengths, in code points: what RapidFuzz (as a proportion) and
 * python-Levenshtein call `ratio`.
 *
 * @returns 0 to 1; 1 for two empty texts
 */
export function indelRatio(left: string, right: string): number {
  const lengths = codePointLength(left) + codePointLength(right);
  return lengths === 0 ? 1 : (2 * lcsLength(left, right)) / lengths;
}
