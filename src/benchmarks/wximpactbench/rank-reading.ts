import { answerText } from '../../parse/reasoning.ts';

/** Numbers that an answer names, in the order of their first mention. */
export interface ReadNumbers {
  readonly numbers: readonly number[];
  /** Mentions of a number that had been named before. */
  readonly repeated: number;
  /** Mentions of a number that no passage has. */
  readonly outOfRange: number;
}

/**
 * Reads the passages that an answer names, as `standard` does: numbers in square brackets, bare numbers only where
 * there is none. In a cut answer a number at the very end may be half of one and is left out. Reasoning blocks are not
 * read.
 *
 * @param shown whether a number is that of a passage that was shown
 */
export function readNumbers(
  text: string,
  truncated: boolean,
  shown: (number: number) => boolean,
): ReadNumbers {
  const answer = answerText(text);
  const inBrackets = [...answer.matchAll(/\[([^[\]]*)\]/g)].flatMap(([, inner = '']) => digitsOf(inner));
  const bare = inBrackets.length > 0 ? [] : digitsOf(answer);
  if (truncated && /\d\s*$/.test(answer)) bare.pop();
  const named = inBrackets.length > 0 ? inBrackets : bare;
  const numbers = new Set<number>();
  let repeated = 0;
  let outOfRange = 0;
  for (const number of named) {
    if (!shown(number)) outOfRange += 1;
    else if (numbers.has(number)) repeated += 1;
    else numbers.add(number);
  }
  return { numbers: [...numbers], repeated, outOfRange };
}

function digitsOf(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}
