import { compareBytes } from '../../text/compare.ts';
import { decimalValue, isPythonDigit, roundPython } from '../../text/python.ts';

/**
 * Numbers of an answer as the authors' code reads them: every run of characters that Python's `isdigit` holds of.
 *
 * @returns null where Python's `int` stops on such a run (`3²`, `①`): the code drops the query
 */
export function authorsNumbers(text: string): number[] | null {
  const numbers: number[] = [];
  let run: number | null = null;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (!isPythonDigit(point)) {
      if (run !== null) numbers.push(run);
      run = null;
      continue;
    }
    const value = decimalValue(point);
    if (value === undefined) return null;
    run = (run ?? 0) * 10 + value;
  }
  if (run !== null) numbers.push(run);
  return numbers;
}

/**
 * Replaces repeats as the authors' code does: a number that was used becomes the next one that was not, so that a
 * passage which was never named gets the place.
 */
export function withoutRepeats(numbers: readonly number[]): number[] {
  const used = new Set<number>();
  return numbers.map((number) => {
    let free = number;
    while (used.has(free)) free += 1;
    used.add(free);
    return free;
  });
}

/**
 * The place of the gold passage as trec_eval sees it: scores are 1/position with four decimals, equal ones are ordered
 * by the larger id as text.
 *
 * @param numbers passage numbers, best first, without repeats
 * @returns counted from 1; null where the passage is not named
 */
export function authorsPlace(numbers: readonly number[], gold: number): number | null {
  const at = numbers.indexOf(gold);
  if (at < 0) return null;
  const score = roundPython(1 / (at + 1), 4);
  const id = `passage_${gold}`;
  let place = 1;
  for (const [position, number] of numbers.entries()) {
    if (position === at) continue;
    const other = roundPython(1 / (position + 1), 4);
    if (other > score || (other === score && compareBytes(`passage_${number}`, id) > 0)) place += 1;
  }
  return place;
}
