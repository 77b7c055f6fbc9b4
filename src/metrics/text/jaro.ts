import { codePoints } from '../../text/code-points.ts';

/**
 * Jaro similarity over code points. Characters match if they are equal and at most half the longer length, less one,
 * apart; a transposition is half a matched character out of order.
 *
 * @returns 0 to 1; 1 for two empty texts, 0 if one is empty. Source: Jaro 1989; RapidFuzz 3.14
 */
export function jaro(left: string, right: string): number {
  return jaroOf(codePoints(left), codePoints(right));
}

/** Share of the remaining distance that a common prefix of one character takes away. */
const PREFIX_WEIGHT = 0.1;
const LONGEST_PREFIX = 4;
/** Only a similarity above this gets the bonus. */
const THRESHOLD = 0.7;

/**
 * Jaro-Winkler similarity over code points: Jaro, and above 0.7 a bonus for a common prefix of at most four.
 *
 * @returns 0 to 1; 1 for two empty texts. Source: Winkler 1990; RapidFuzz 3.14
 */
export function jaroWinkler(left: string, right: string): number {
  const a = codePoints(left);
  const b = codePoints(right);
  const similarity = jaroOf(a, b);
  if (similarity <= THRESHOLD) return similarity;
  const longest = Math.min(LONGEST_PREFIX, a.length, b.length);
  let prefix = 0;
  while (prefix < longest && a[prefix] === b[prefix]) prefix += 1;
  return similarity + prefix * PREFIX_WEIGHT * (1 - similarity);
}

function jaroOf(left: readonly number[], right: readonly number[]): number {
  if (left.length === 0 && right.length === 0) return 1;
  const reach = Math.max(Math.floor(Math.max(left.length, right.length) / 2) - 1, 0);
  const taken = new Uint8Array(right.length);
  const matched: number[] = [];
  for (const [index, point] of left.entries()) {
    const end = Math.min(index + reach + 1, right.length);
    for (let other = Math.max(index - reach, 0); other < end; other += 1) {
      if (taken[other] === 1 || right[other] !== point) continue;
      taken[other] = 1;
      matched.push(point);
      break;
    }
  }
  const matches = matched.length;
  if (matches === 0) return 0;
  const opposite = right.filter((_, index) => taken[index] === 1);
  const moved = matched.filter((point, index) => opposite[index] !== point).length;
  const transpositions = Math.floor(moved / 2);
  return (matches / left.length + matches / right.length + (matches - transpositions) / matches) / 3;
}
