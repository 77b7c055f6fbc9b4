/** Keys found at a place of a text. */
export interface KeyList {
  /** Labels as they are declared, in the order of the text, repeats included. */
  readonly labels: readonly string[];
  /** Where the list begins and ends in the text; a trailing separator belongs to it. */
  readonly start: number;
  readonly end: number;
}

/** Reads keys of one question: its labels decide which letters can be an answer; case does not matter. */
export interface KeyReader {
  /** A list that begins at this place, after white space, quotes and brackets; undefined: no key stands there. */
  listAt(text: string, place: number): KeyList | undefined;
  /** Source of a pattern for one key, without boundaries. */
  readonly pattern: string;
  /** The declared spelling of a key. */
  labelOf(written: string): string | undefined;
}

const OPENING = /[\s"'“”‘’«([<「『【《]*/uy;
const CLOSING = /[\s"'“”‘’»)\]>」』】》]*/uy;
const SEPARATOR = /\s*(?:(?:,|、|;|\/|&|\+|\band\b|\bor\b|和|及|与|或)\s*)+/iuy;
/** No letter or digit in front, and none behind; `I'm` and `A-level` are words. */
export const KEY_START = String.raw`(?<![\p{Script=Latin}\p{N}])`;
export const KEY_END = String.raw`(?![\p{Script=Latin}\p{N}]|['’]\p{L}|-\p{L})`;
/** Words that cannot follow an article. */
const NO_NOUN =
  /^[ \t]+(?:because|since|as|for|but|which|due|given|so|while|is|and|or)(?![\p{Script=Latin}\p{N}])/iu;
const A_WORD = /^[ \t]+[\p{Script=Latin}\p{N}]/u;

export function keyReader(labels: readonly string[]): KeyReader {
  const byKey = new Map(labels.map((label) => [label.toLowerCase(), label]));
  const pattern = [...byKey.keys()]
    .sort((a, b) => b.length - a.length)
    .map((key) => key.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
  const none = labels.length === 0;
  const one = new RegExp(`${KEY_START}(?:${pattern})${KEY_END}`, 'iuy');
  const upper = labels.filter((label) => /^\p{L}$/u.test(label)).map((label) => label.toUpperCase());
  const run =
    upper.length < 2 ? undefined : new RegExp(`${KEY_START}[${upper.join('')}]{2,}${KEY_END}`, 'uy');

  const keysAt = (
    text: string,
    place: number,
    bracket: boolean,
  ): { keys: string[]; end: number } | undefined => {
    if (none) return undefined;
    const compact = matchAt(run, text, place);
    if (compact !== undefined && new Set(compact).size === compact.length) {
      return { keys: Array.from(compact), end: place + compact.length };
    }
    const key = matchAt(one, text, place);
    if (key === undefined) return undefined;
    const end = place + key.length;
    if (!bracket && isWord(key, text.slice(end, end + 24))) return undefined;
    return { keys: [key], end };
  };

  return {
    pattern,
    labelOf: (written) => byKey.get(written.toLowerCase()),
    listAt(text, place) {
      const written: string[] = [];
      let at = place;
      let start = -1;
      let end = place;
      for (;;) {
        const open = matchAt(OPENING, text, at) ?? '';
        const found = keysAt(text, at + open.length, /[([<「『【《]/.test(open));
        if (found === undefined) break;
        if (start < 0) start = at + open.length;
        written.push(...found.keys);
        end = found.end;
        const close = matchAt(CLOSING, text, end) ?? '';
        const separator = matchAt(SEPARATOR, text, end + close.length);
        if (separator === undefined) break;
        at = end + close.length + separator.length;
        end = at;
      }
      if (written.length === 0) return undefined;
      return { labels: written.flatMap((key) => byKey.get(key.toLowerCase()) ?? []), start, end };
    },
  };
}

/** Whether `a` or `I` with this text behind it is the English word. */
function isWord(key: string, behind: string): boolean {
  return /^[ai]$/i.test(key) && A_WORD.test(behind) && !NO_NOUN.test(behind);
}

/** Whether a text begins with `a` or `I` as a word, not as a key. */
export function beginsWithWord(text: string): boolean {
  const start = text.trimStart();
  return isWord(start.slice(0, 1), start.slice(1, 25));
}

function matchAt(pattern: RegExp | undefined, text: string, place: number): string | undefined {
  if (pattern === undefined) return undefined;
  pattern.lastIndex = place;
  return pattern.exec(text)?.[0];
}
