const HIGH_FIRST = 0xd800;
const HIGH_LAST = 0xdbff;
const LOW_LAST = 0xdfff;

/** @returns whether a text holds a UTF-16 surrogate, paired or alone */
export function hasSurrogates(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= HIGH_FIRST && unit <= LOW_LAST) return true;
  }
  return false;
}

/**
 * The code points of a text, as numbers. A surrogate without its partner is a code point of its own, as in Python.
 */
export function codePoints(text: string): number[] {
  const points: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const point = text.codePointAt(index) ?? 0;
    if (point > 0xffff) index += 1;
    points.push(point);
  }
  return points;
}

/** Number of code points, what Python's `len` gives. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let index = 0; index + 1 < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < HIGH_FIRST || unit > HIGH_LAST) continue;
    const next = text.charCodeAt(index + 1);
    if (next <= HIGH_LAST || next > LOW_LAST) continue;
    length -= 1;
    index += 1;
  }
  return length;
}

/**
 * A part of a text by code points, what Python's `text[start:end]` gives for positions that are not negative.
 *
 * @param start first position, from 0
 * @param end position after the last one; absent: the end of the text
 */
export function sliceCodePoints(text: string, start: number, end?: number): string {
  if (!hasSurrogates(text)) return text.slice(start, end);
  return Array.from(text).slice(start, end).join('');
}
