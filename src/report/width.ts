const SEGMENTER = new Intl.Segmenter('en', { granularity: 'grapheme' });

const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}\u115f-\u11ff]$/u;
const EMOJI = /^\p{Emoji_Presentation}$/u;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;

/** First and last code points that take two columns (East Asian wide and full-width), in order; emoji apart. */
const WIDE: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2329, 0x232a],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97c],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff60],
  [0xffe0, 0xffe6],
  [0x16fe0, 0x18dff],
  [0x1aff0, 0x1b2ff],
  [0x1f200, 0x1f265],
  [0x20000, 0x3fffd],
];

/**
 * Columns that a text takes in a terminal: East Asian wide characters and emoji two, combining marks none.
 * Control characters count as none; make a text safe first.
 */
export function displayWidth(text: string): number {
  if (PRINTABLE_ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of SEGMENTER.segment(text)) width += graphemeWidth(segment);
  return width;
}

function graphemeWidth(grapheme: string): number {
  // U+FE0F asks for the emoji form of a character that has both.
  if (grapheme.length > 1 && grapheme.includes('\ufe0f')) return 2;
  let width = 0;
  for (const character of grapheme) {
    // Half-width voicing marks join the kana before them, but have a column of their own.
    if (character === '\uff9e' || character === '\uff9f') width += 1;
    else width = Math.max(width, characterWidth(character));
  }
  return width;
}

function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return 0;
  if (code < 0x300) return code === 0xad ? 0 : 1;
  if (WIDE.some(([first, last]) => code >= first && code <= last) || EMOJI.test(character)) return 2;
  return ZERO_WIDTH.test(character) ? 0 : 1;
}

/** Fills a text with spaces up to a width; a longer text comes back as it is. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'left' ? text + space : space + text;
}

/** Cuts a text to a width and ends it with "…"; never splits what is read as one character. */
export function truncate(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return '';
  return `${head(text, width - 1)}…`;
}

function head(text: string, width: number): string {
  let kept = '';
  let used = 0;
  for (const { segment } of SEGMENTER.segment(text)) {
    used += graphemeWidth(segment);
    if (used > width) break;
    kept += segment;
  }
  return kept;
}

/**
 * Breaks a text into lines of at most a width, at spaces where there are any, inside long words otherwise.
 * Line breaks in the text are kept. At least one line; a character wider than the width stands alone.
 */
export function wrap(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, Math.max(1, width)));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const joined = current === '' ? word : `${current} ${word}`;
    if (displayWidth(joined) <= width) {
      current = joined;
      continue;
    }
    if (current !== '') lines.push(current);
    const pieces = breakWord(word, width);
    current = pieces.pop() ?? '';
    lines.push(...pieces);
  }
  lines.push(current);
  return lines;
}

/** Parts of a text that are best kept whole: words, and the parts of a path or of a task's name, each with its `/`. */
export function wholeParts(text: string): string[] {
  return text.split(/[ \n]|(?<=\/)/);
}

/**
 * Pieces of a word that is too long: cut after `/` where its parts then fit, else after a mark such as `/` or `_` in the
 * second half of a line where there is one.
 */
function breakWord(word: string, width: number): string[] {
  if (displayWidth(word) <= width) return [word];
  const parts = wholeParts(word);
  if (parts.every((part) => displayWidth(part) <= width)) {
    const lines: string[] = [];
    for (const part of parts) {
      const joined = `${lines.at(-1) ?? ''}${part}`;
      if (lines.length > 0 && displayWidth(joined) <= width) lines[lines.length - 1] = joined;
      else lines.push(part);
    }
    return lines;
  }
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const { segment } of SEGMENTER.segment(word)) {
    const columns = graphemeWidth(segment);
    if (piece !== '' && used + columns > width) {
      const cut = piece.search(/[/_.,-][^/_.,-]*$/) + 1;
      const end = cut > piece.length / 2 ? cut : piece.length;
      pieces.push(piece.slice(0, end));
      piece = piece.slice(end);
      used = displayWidth(piece);
    }
    piece += segment;
    used += columns;
  }
  pieces.push(piece);
  return pieces;
}
