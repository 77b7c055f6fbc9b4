/**
 * Characters that steer a terminal, reorder what is read, hide, or are no text: C0 and C1 controls, DEL, line and
 * paragraph separators, directional marks and overrides, zero-width space and joiner-likes without a use in words,
 * tag characters, lone surrogates. ZWJ and ZWNJ stay: emoji and scripts need them.
 */
const UNSAFE =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}\p{Noncharacter_Code_Point}]/gu;

const NAMED = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function visible(character: string): string {
  const named = NAMED.get(character);
  if (named !== undefined) return named;
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * A text from outside (model output, file names, ids) as one line that is safe in a terminal: every unsafe character
 * stands as a visible escape (`\n`, `\u{1b}`), so nothing is lost and nothing acts.
 */
export function safeLine(text: string): string {
  return text.replace(UNSAFE, visible);
}

/** As {@link safeLine}, but line breaks stay line breaks and a tab becomes two spaces. */
export function safeBlock(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, '  ')
    .replace(UNSAFE, (character) => (character === '\n' ? '\n' : visible(character)));
}

/** Blanks and joiners that a spreadsheet may drop before it looks for a formula; the others are escaped by then. */
const LEADING = /^(?:\s|\u200c|\u200d)*/u;
const FORMULA_START = /^[=+\-@＝＋－＠]/u;
const PLAIN_NUMBER = /^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * A text as the content of a spreadsheet cell: what a spreadsheet would run as a formula gets an apostrophe in front,
 * plain numbers such as `-3.5` stay, line breaks and inner tabs stay, other unsafe characters become visible escapes.
 * Quoting is done by the CSV writer.
 */
export function safeCell(text: string): string {
  const shown = text.replace(UNSAFE, (character) => (NAMED.has(character) ? character : visible(character)));
  if (PLAIN_NUMBER.test(shown)) return shown;
  const starts = /^[\t\r\n]/.test(shown) || FORMULA_START.test(shown.replace(LEADING, ''));
  return starts ? `'${shown}` : shown;
}

/**
 * A text from outside as one piece of Markdown prose or a table cell: it reads as it was written, and no markup, HTML,
 * link, table border or formula starts in it. Blanks around it go, as they would make it code.
 */
export function markdownText(text: string): string {
  return safeLine(text)
    .trim()
    .replace(/[\\`*[\]|~$]/g, '\\$&')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/^[#+\-=]/, '\\$&')
    .replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2')
    .replace(/(?<=https?|ftp|mailto):/gi, '\\:')
    .replace(/(www)\./gi, '$1\\.')
    .replace(/@(?=[\w-]+\.)/g, '\\@');
}

/** An id or file name as a code span where it is plain, else as escaped prose. */
export function markdownCode(text: string): string {
  return /^[\p{L}\p{N}_.,:;@/+=%()-]+( [\p{L}\p{N}_.,:;@/+=%()-]+)*$/u.test(text)
    ? `\`${text}\``
    : markdownText(text);
}
