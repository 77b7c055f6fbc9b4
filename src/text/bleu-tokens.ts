import { isPythonSpace, pythonLstrip, pythonRstrip, pythonSplit } from './python.ts';

/** The tokenizers of sacreBLEU 2.6.0 that need no model: `13a` and `zh` as mteval-v13a, `intl` as mteval-v14. */
export const BLEU_TOKENIZERS = ['13a', 'intl', 'zh', 'char', 'none'] as const;
export type BleuTokenizer = (typeof BLEU_TOKENIZERS)[number];

/**
 * A text's tokens as sacreBLEU 2.6.0 cuts them: white space at the end goes first, and no token holds white space.
 *
 * @param text any text; surrogates without a partner are characters of their own
 */
export function bleuTokens(text: string, tokenizer: BleuTokenizer): string[] {
  const line = pythonRstrip(text);
  switch (tokenizer) {
    case '13a':
      return cut(unescaped(line), WESTERN_PADDED);
    case 'zh':
      return cut(pythonLstrip(line), CHINESE);
    case 'intl':
      return cut(line, INTERNATIONAL);
    case 'char':
      return Array.from(line).filter((character) => !isPythonSpace(character.codePointAt(0) ?? 0));
    case 'none':
      return pythonSplit(line);
  }
}

/** The line that sacreBLEU's tokenizer gives; `bleuTokens` are its parts between white space. */
export function bleuLine(text: string, tokenizer: BleuTokenizer): string {
  if (tokenizer === 'none') return pythonRstrip(text);
  if (tokenizer === 'char') return Array.from(pythonRstrip(text)).join(' ');
  return bleuTokens(text, tokenizer).join(' ');
}

/** Removes mteval's marks. Ampersands come before angle brackets, so `&amp;lt;` ends as `<`. */
function unescaped(text: string): string {
  let line = text;
  if (line.includes('<')) line = line.replaceAll('<skipped>', '');
  if (line.includes('\n')) line = line.replaceAll('-\n', '').replaceAll('\n', ' ');
  if (!line.includes('&')) return line;
  return line
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
}

/** What a code point is to the rules of a tokenizer. */
const PART = 0;
const SPACE = 1;
const DIGIT = 2;
/** Becomes a token of its own except inside numbers. */
const STOP = 3;
/** Becomes a token of its own. */
const ALONE = 4;
/** Becomes a token of its own behind a digit. */
const DASH = 5;

interface Rules {
  readonly classOf: (point: number) => number;
  /** The line has a blank on both sides before the rules are applied. */
  readonly padded: boolean;
  /** Code points above U+FFFF have classes of their own. */
  readonly wide: boolean;
}

const WESTERN_PADDED: Rules = { classOf: westernClass, padded: true, wide: false };
const CHINESE: Rules = { classOf: chineseClass, padded: false, wide: false };
const INTERNATIONAL: Rules = { classOf: internationalClass, padded: false, wide: true };

/**
 * Applies the rules in one pass. They are substitutions one after another, each from left to right without overlap:
 * (1) ALONE; (2) a STOP behind something that is no DIGIT; (3) a STOP before something that is no DIGIT; (4) a DASH
 * behind a DIGIT. In (2) a STOP uses up what is before it, so of two STOPs in a row the second does not serve as
 * what is before a third.
 */
function cut(line: string, rules: Rules): string[] {
  const { classOf, padded, wide } = rules;
  const tokens: string[] = [];
  const length = line.length;
  let start = -1;
  let digitBefore = false;
  // What is before is no DIGIT, is there, and is not used up.
  let freeBefore = padded;
  let width = 1;
  let kind = length === 0 ? SPACE : classOf(pointAt(line, 0, wide));
  for (let index = 0; index < length; ) {
    width = wide && line.charCodeAt(index) >= 0xd800 && pointAt(line, index, true) > 0xffff ? 2 : 1;
    const next = index + width;
    const nextKind = next < length ? classOf(pointAt(line, next, wide)) : SPACE;
    let alone = kind === ALONE || (kind === DASH && digitBefore);
    let free = kind !== DIGIT;
    if (kind === STOP) {
      if (freeBefore) {
        alone = true;
        free = false;
      } else {
        alone = nextKind !== DIGIT && (padded || next < length);
      }
    }
    if (alone || kind === SPACE) {
      if (start >= 0) tokens.push(line.slice(start, index));
      start = -1;
      if (alone) tokens.push(line.slice(index, next));
    } else if (start < 0) {
      start = index;
    }
    digitBefore = kind === DIGIT;
    freeBefore = free;
    kind = nextKind;
    index = next;
  }
  if (start >= 0) tokens.push(line.slice(start));
  return tokens;
}

function pointAt(line: string, index: number, wide: boolean): number {
  return wide ? (line.codePointAt(index) ?? 0) : line.charCodeAt(index);
}

function westernClass(unit: number): number {
  if ((unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a)) return PART;
  if (unit === 0x20) return SPACE;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  if (unit === 0x2e || unit === 0x2c) return STOP;
  if (unit === 0x2d) return DASH;
  if (unit === 0x27) return PART;
  if (unit > 0x20 && unit < 0x7f) return ALONE;
  return isPythonSpace(unit) ? SPACE : PART;
}

/** First and last unit of what `zh` sets apart. Two ranges that were meant for planes above the first fall in it. */
const CHINESE_RANGES: readonly (readonly [number, number])[] = [
  [0x2001, 0x2a6d],
  [0x2e80, 0x2eff],
  [0x2f00, 0x2fdf],
  [0x2ff0, 0x303f],
  [0x3100, 0x312f],
  [0x31a0, 0x31bf],
  [0x31c0, 0x31ef],
  [0x3200, 0x33ff],
  [0x3400, 0x4db5],
  [0x4e00, 0x9fbb],
  [0xf900, 0xfa2d],
  [0xfa30, 0xfa6a],
  [0xfa70, 0xfad9],
  [0xfe10, 0xfe1f],
  [0xfe30, 0xfe4f],
  [0xff00, 0xffef],
];

function chineseClass(unit: number): number {
  if (unit < 0x2001) return westernClass(unit);
  if (unit >= 0x4e00 && unit <= 0x9fbb) return ALONE;
  if (isPythonSpace(unit)) return SPACE;
  return CHINESE_RANGES.some(([first, last]) => unit >= first && unit <= last) ? ALONE : PART;
}

const PUNCTUATION = /^\p{P}$/u;
const SYMBOL = /^\p{S}$/u;
const NUMBER = /^\p{N}$/u;

function internationalClass(point: number): number {
  if (point < 0x80 && westernClass(point) < STOP && point !== 0x27) return westernClass(point);
  if (isPythonSpace(point)) return SPACE;
  const character = String.fromCodePoint(point);
  if (PUNCTUATION.test(character)) return STOP;
  if (SYMBOL.test(character)) return ALONE;
  return NUMBER.test(character) ? DIGIT : PART;
}
