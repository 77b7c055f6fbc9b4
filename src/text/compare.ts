/**
 * Order of two strings by their UTF-8 bytes, which is the order by code point. JavaScript's `<` compares UTF-16 units
 * and puts characters above U+FFFF before U+E000 to U+FFFF.
 *
 * @returns negative if `left` comes first, positive if `right` does, 0 if they are equal
 */
export function compareBytes(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  for (let index = 0; index < shorter; index += 1) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) return byCodePoint(a) - byCodePoint(b);
  }
  return left.length - right.length;
}

/** Moves surrogates behind all other units, where their characters belong. */
function byCodePoint(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
