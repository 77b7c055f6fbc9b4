/**
 * Python's `round(value, places)` for floats: to the nearest decimal of the exact binary value, ties to even.
 * `Number.prototype.toFixed` differs from it at exact ties only (`2.5` gives `3`, Python gives `2`).
 *
 * @param value any double; NaN and infinities come back as they are
 * @param places decimal places; negative ones round to tens, hundreds, …
 * @returns the double nearest to the rounded decimal; a negative value that rounds to zero gives -0, as in Python
 */
export function roundPython(value: number, places = 0): number {
  if (!Number.isFinite(value) || value === 0) return value;
  if (places > 323) return value;
  const { mantissa, exponent } = decompose(Math.abs(value));
  // |value| × 10^places as the fraction numerator / denominator, exactly.
  let numerator = mantissa;
  let denominator = 1n;
  if (exponent >= 0) numerator <<= BigInt(exponent);
  else denominator <<= BigInt(-exponent);
  if (places >= 0) numerator *= 10n ** BigInt(places);
  else denominator *= 10n ** BigInt(-places);
  let digits = numerator / denominator;
  const twiceRest = (numerator % denominator) * 2n;
  if (twiceRest > denominator || (twiceRest === denominator && digits % 2n === 1n)) digits += 1n;
  return Number(`${value < 0 ? '-' : ''}${digits}e${-places}`);
}

/** A positive finite double as mantissa × 2^exponent, exactly. */
function decompose(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const stored = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  // Subnormal numbers have no hidden bit.
  return stored === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | (1n << 52n), exponent: stored - 1075 };
}

/**
 * Whether a code point is white space to Python's `str.split`, `strip` and `isspace`. JavaScript's `\s` lacks
 * U+001C to U+001F and U+0085 and has U+FEFF.
 */
export function isPythonSpace(point: number): boolean {
  if (point < 0x80)
    return point === 0x20 || (point >= 0x09 && point <= 0x0d) || (point >= 0x1c && point <= 0x1f);
  if (point < 0x2000) return point === 0x85 || point === 0xa0 || point === 0x1680;
  if (point <= 0x200a) return true;
  return point === 0x2028 || point === 0x2029 || point === 0x202f || point === 0x205f || point === 0x3000;
}

/** Python's `text.split()`: runs of white space part words; no empty words. */
export function pythonSplit(text: string): string[] {
  const words: string[] = [];
  let start = -1;
  for (let index = 0; index < text.length; index += 1) {
    if (!isPythonSpace(text.charCodeAt(index))) {
      if (start < 0) start = index;
    } else if (start >= 0) {
      words.push(text.slice(start, index));
      start = -1;
    }
  }
  if (start >= 0) words.push(text.slice(start));
  return words;
}

/** Python's `text.lstrip()`. */
export function pythonLstrip(text: string): string {
  let start = 0;
  while (start < text.length && isPythonSpace(text.charCodeAt(start))) start += 1;
  return text.slice(start);
}

/** Python's `text.rstrip()`. */
export function pythonRstrip(text: string): string {
  let end = text.length;
  while (end > 0 && isPythonSpace(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Python's `text.strip()`. */
export function pythonStrip(text: string): string {
  return pythonLstrip(pythonRstrip(text));
}

/** Python's `text.lower()`: the full Unicode mapping without a language (`İ` becomes `i̇`, a last `Σ` `ς`). */
export function pythonLower(text: string): string {
  return text.toLowerCase();
}

/** Python's `text.upper()`: the full Unicode mapping without a language (`ß` becomes `SS`). */
export function pythonUpper(text: string): string {
  return text.toUpperCase();
}

/** Whether a code point is in Python's `string.punctuation`, the 32 marks of ASCII. */
export function isAsciiPunctuation(point: number): boolean {
  if (point < 0x21 || point > 0x7e) return false;
  return (
    point <= 0x2f || (point >= 0x3a && point <= 0x40) || (point >= 0x5b && point <= 0x60) || point >= 0x7b
  );
}

const DECIMAL = /^\p{Nd}$/u;

/** The value 0 to 9 of a decimal digit of any script, as in Python's `int` and `float`; undefined for others. */
export function decimalValue(point: number): number | undefined {
  if (point < 0x80) return point >= 0x30 && point <= 0x39 ? point - 0x30 : undefined;
  if (!DECIMAL.test(String.fromCodePoint(point))) return undefined;
  // Digits stand in runs of ten that begin with a zero; some runs follow one another without a gap.
  let first = point;
  while (DECIMAL.test(String.fromCodePoint(first - 1))) first -= 1;
  return (point - first) % 10;
}

const DIGITS = '[0-9]+(?:_[0-9]+)*';
const FLOAT = new RegExp(
  `^([+-]?)((?:${DIGITS}(?:\\.(?:${DIGITS})?)?|\\.${DIGITS})(?:[eE][+-]?${DIGITS})?)$`,
);
const NOT_FINITE = /^([+-]?)(?:(inf|infinity)|nan)$/i;

/**
 * Python's `float(text)`: white space around, digits of any script, `_` between digits, `inf`, `infinity`, `nan`.
 *
 * @returns the number, perhaps infinite or NaN; undefined where Python raises ValueError
 */
export function pythonFloat(text: string): number | undefined {
  let plain = '';
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) plain += character;
    else if (isPythonSpace(point)) plain += ' ';
    else plain += String(decimalValue(point) ?? '?');
  }
  // Of the ASCII characters, U+001C to U+001F are no space here, unlike in `strip`.
  plain = plain.replace(/^[\t-\r ]+|[\t-\r ]+$/g, '');
  const finite = FLOAT.exec(plain);
  if (finite !== null) return Number(`${finite[1]}${finite[2]?.replaceAll('_', '')}`);
  const other = NOT_FINITE.exec(plain);
  if (other === null) return undefined;
  if (other[2] === undefined) return Number.NaN;
  return other[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}

const LETTER = /^\p{L}$/u;

/** Python's `str.isalpha` for one code point. */
export function isPythonAlpha(point: number): boolean {
  if (point < 0x80) return (point >= 0x61 && point <= 0x7a) || (point >= 0x41 && point <= 0x5a);
  return LETTER.test(String.fromCodePoint(point));
}

/** First and last code points that are digits but not decimal ones: superscripts, digits in circles and brackets, … */
const OTHER_DIGITS: readonly (readonly [number, number])[] = [
  [0xb2, 0xb3],
  [0xb9, 0xb9],
  [0x1369, 0x1371],
  [0x19da, 0x19da],
  [0x2070, 0x2070],
  [0x2074, 0x2079],
  [0x2080, 0x2089],
  [0x2460, 0x2468],
  [0x2474, 0x247c],
  [0x2488, 0x2490],
  [0x24ea, 0x24ea],
  [0x24f5, 0x24fd],
  [0x24ff, 0x24ff],
  [0x2776, 0x277e],
  [0x2780, 0x2788],
  [0x278a, 0x2792],
  [0x10a40, 0x10a43],
  [0x10e60, 0x10e68],
  [0x11052, 0x1105a],
  [0x1f100, 0x1f10a],
];

/** Python's `str.isdigit` for one code point: decimal digits of any script, superscripts, digits in circles, … */
export function isPythonDigit(point: number): boolean {
  if (point < 0x80) return point >= 0x30 && point <= 0x39;
  if (DECIMAL.test(String.fromCodePoint(point))) return true;
  return OTHER_DIGITS.some(([first, last]) => point >= first && point <= last);
}
