import { decimalValue } from './python.ts';

/**
 * A number in a text: digits with separators `,` or LaTeX's `{,}` between them, a decimal part, an exponent. A sign
 * belongs to it unless a digit, a letter or another number stands before it, as in `10-20`.
 */
const NUMBER =
  /(?<![\p{L}\p{N}])[+-]?(?:[0-9]+(?:(?:,|\{,\})[0-9]+)*(?:\.[0-9]+)?|(?<![0-9])\.[0-9]+)(?:[eE][+-]?[0-9]+(?![\p{L}\p{N}]))?|[0-9]+(?:(?:,|\{,\})[0-9]+)*(?:\.[0-9]+)?/gu;

/**
 * The last number in a text. Digits of any script count, the typographic minus is a minus, commas between digits are
 * separators, and a comma or full stop behind the last digit is no part of it.
 *
 * @returns the number, or null where there is none or where it is too large for a double
 */
export function lastNumber(text: string): number | null {
  let plain = '';
  for (const character of text) {
    const value = decimalValue(character.codePointAt(0) ?? 0);
    plain += character === '−' ? '-' : value === undefined ? character : String(value);
  }
  const last = plain.match(NUMBER)?.at(-1);
  if (last === undefined) return null;
  const value = Number(last.replaceAll(/\{,\}|,/g, ''));
  return Number.isFinite(value) ? value : null;
}
