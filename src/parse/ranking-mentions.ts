/** A number in an answer that may stand for a passage. */
export interface Mention {
  readonly value: number;
  /** `[3]`; `passage 3` or the start of a line; or neither. */
  readonly kind: 'bracketed' | 'labelled' | 'bare';
  /** Whether it is the whole text, but for markup. */
  readonly alone: boolean;
  /** How it is joined to the mention before it. */
  readonly joint: Joint;
  /** How it is joined to the mention in brackets before it. */
  readonly jointToBracketed: Joint;
}

export type Joint = 'arrow' | 'separator' | 'none';

const LABELS =
  'passages?|documents?|docs?|texts?|items?|candidates?|identifiers?|ids?|段落|文档|文章|文本|篇章|候选|第';
/** ASCII digits that are no part of a word, a decimal, a date or a percentage; a label may stand right before them. */
const NUMBER = new RegExp(
  String.raw`(?:(?<=(?<!\p{Script=Latin})(?:${LABELS}|[pd])[_-]?)|(?<!\p{Script=Latin}|[\p{N}_]|\d[.:/-]))\d{1,9}(?!\p{Script=Latin}|[\p{N}_%]|[.:/-]\d)`,
  'giu',
);
const OPEN = new RegExp(String.raw`[[［【]\s{0,3}["']?(?:(?:${LABELS}|[pd])[\s_#-]{0,3})?$`, 'iu');
const CLOSE = /^["']?\s{0,3}[\]］】]/u;
const AFTER_LABEL = new RegExp(
  String.raw`(?:(?<!\p{Script=Latin})(?:${LABELS})[_-]?|(?<!\p{Script=Latin})[pd]|#)\s{0,3}[#:：]?\s{0,3}[*_\x60"'(（]{0,3}$`,
  'iu',
);
const MAX_GAP = 60;
const MARKS = String.raw`[\s>＞≻→⟶,，;；、|/\\=\-–—*_\x60"'“”#()（）[\]［］【】{}段篇号项\u{fe0f}\u{20e3}]`;
/** A full stop joins at the end of a line only, a colon behind a key or a label only. */
const STOPS = String.raw`[.。](?=\s{0,9}(?:\n|$))|(?<=["'\p{L}]\s?)[:：]`;
const WORDS = String.raw`(?<!\p{Script=Latin})(?:and|then|${LABELS}|[pd])(?!\p{Script=Latin})|[和及与]`;
const SEPARATOR = new RegExp(`^(?:${MARKS}|${STOPS}|${WORDS})*$`, 'iu');
const ARROW = /[>＞≻→⟶]/u;
const LINE_START = /(?:^|\n)[ \t>*_#|-]{0,12}$/u;
/** What stands behind the place in a numbered list: `1. `, `2) `, `**3.** `, `4、`. */
const PLACE_END = /^(?:[.)][*_]{0,2}|[*_]{1,2}[.)]?)[ \t]{1,6}(?=\S)|^、(?=\S)/u;

interface Token {
  readonly value: number;
  readonly start: number;
  readonly end: number;
  readonly kind: Mention['kind'];
  /** Whether it stands where lists have their places. */
  readonly startsLine: boolean;
}

/** The numbers of a text that may name passages, in order. Places of a numbered list are left out. */
export function mentionsOf(answer: string): readonly Mention[] {
  const text = answer.replaceAll('&gt;', '>');
  const tokens = withoutPlaces(tokensOf(text));
  let bracketedBefore: Token | undefined;
  return tokens.map((token, at) => {
    const mention: Mention = {
      value: token.value,
      kind: token.kind,
      alone: tokens.length === 1 && isMarkup(text.slice(0, token.start)) && isMarkup(text.slice(token.end)),
      joint: jointBetween(text, tokens[at - 1], token),
      jointToBracketed: jointBetween(text, bracketedBefore, token),
    };
    if (token.kind === 'bracketed') bracketedBefore = token;
    return mention;
  });
}

function tokensOf(text: string): readonly Token[] {
  return Array.from(text.matchAll(NUMBER), (found): Token => {
    const start = found.index;
    const end = start + found[0].length;
    const before = text.slice(Math.max(0, start - 24), start);
    const after = text.slice(end, end + 16);
    const bracketed = OPEN.test(before) && CLOSE.test(after);
    const kind = bracketed ? 'bracketed' : AFTER_LABEL.test(before) ? 'labelled' : 'bare';
    const startsLine = kind === 'bare' && LINE_START.test(before) && PLACE_END.test(after);
    return { value: Number(found[0]), start, end, kind, startsLine };
  });
}

/**
 * Numbers in front of the lines of a list are places if they count 1, 2, 3, …: they are left out. Else they name the
 * passages that the lines are about.
 */
function withoutPlaces(tokens: readonly Token[]): readonly Token[] {
  const leading = tokens.filter(({ startsLine }) => startsLine);
  const counts = leading.every(({ value }, at) => value === 1 || value === (leading[at - 1]?.value ?? 0) + 1);
  if (counts) return tokens.filter(({ startsLine }) => !startsLine);
  return tokens.map((token) => (token.startsLine ? { ...token, kind: 'labelled' } : token));
}

function jointBetween(text: string, before: Token | undefined, token: Token): Joint {
  if (before === undefined || token.start - before.end > MAX_GAP) return 'none';
  // The place of the next line in a numbered list joins too.
  const gap = text
    .slice(before.end, token.start)
    .replace(/(\n[ \t>*_#|-]{0,12})\d{1,4}[*_]{0,2}[.)、]/gu, '$1');
  if (!SEPARATOR.test(gap)) return 'none';
  return ARROW.test(gap) ? 'arrow' : 'separator';
}

function isMarkup(text: string): boolean {
  return /^[\s*_`"'()#.[\]]{0,40}$/u.test(text);
}
