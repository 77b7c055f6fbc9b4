import { isPythonSpace } from './python.ts';

/** Code points that show nothing: soft hyphen, zero-width and direction marks, word joiner, variation selectors. */
const INVISIBLE = /\u00ad|[\u200b-\u200f]|\u2060|\ufeff|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]/gu;
const LEADING = /^[,。;、:!?]+/u;
const TRAILING = /[,。;、:!?.]+$/u;

/** Opening and closing quotes that may enclose a span. */
const QUOTES: ReadonlyMap<string, string> = new Map([
  ['“', '”'],
  ['‘', '’'],
  ['"', '"'],
  ["'", "'"],
  ['「', '」'],
  ['『', '』'],
]);

/**
 * Brings a Chinese span into the form in which spans are compared: NFKC, without invisible characters and white space,
 * lower case, without punctuation around it and without one pair of quotes that encloses the whole. Traditional
 * characters stay. A span normalised once is not changed by a second time.
 *
 * Source: specification of CPSDBench, section 7.1.
 */
export function normaliseSpan(text: string): string {
  let plain = text;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = strip(withoutSpace(plain.normalize('NFKC').replace(INVISIBLE, '')).toLowerCase());
  }
  return plain;
}

/** A text without white space, as Python knows it. */
export function withoutSpace(text: string): string {
  let plain = '';
  for (const character of text) if (!isPythonSpace(character.codePointAt(0) ?? 0)) plain += character;
  return plain;
}

/** Takes off punctuation and enclosing quotes until nothing is left to take off. */
function strip(text: string): string {
  let plain = text;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = withoutQuotes(plain.replace(LEADING, '').replace(TRAILING, ''));
  }
  return plain;
}

function withoutQuotes(text: string): string {
  const close = QUOTES.get(text.slice(0, 1));
  if (close === undefined || text.length < 2 || !text.endsWith(close)) return text;
  const inner = text.slice(1, -1);
  return inner.includes(text.slice(0, 1)) || inner.includes(close) ? text : inner;
}

/**
 * The form in which whole Chinese texts are compared by characters: NFKC without white space.
 *
 * @returns code points as tokens
 */
export function characterTokens(text: string): string[] {
  return Array.from(withoutSpace(text.normalize('NFKC')));
}
