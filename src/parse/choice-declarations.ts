import { KEY_END, KEY_START, type KeyList, type KeyReader } from './choice-keys.ts';

const JOINT = String.raw`(?:\s*(?:\bis\b|\bare\b|\bwould\s+be\b|\bshould\s+be\b|\bmust\s+be\b|:|=)){0,3}`;
const NOUN = String.raw`(?:\s*(?:\bthe\s+)?\b(?:options?|choices?|letters?)\b\s*:?)?`;
const ANSWERS = String.raw`(?:\banswers?\b|\b(?:correct|right|best|final)\s+(?:options?|choices?|letters?)\b)`;

/** What stands in front of a declared key. */
const HEADS: readonly RegExp[] = [
  new RegExp(`${ANSWERS}${JOINT}${NOUN}`, 'giu'),
  new RegExp(String.raw`\b(?:it\s+is|it['’]s)\b${NOUN}`, 'giu'),
  new RegExp(
    String.raw`\b(?:pick|choose|select|go\s+with|go\s+for|leaves|leaving)\b(?:\s+answer\b)?${NOUN}`,
    'giu',
  ),
  /(?:正确)?答案(?:\s*(?:是|为|选|:)){0,2}(?:\s*选项)?/gu,
  /正确选项\s*(?:是|为|:)/gu,
  /(?<![不别勿]|不能|不应|不可)选(?!项)(?:择)?(?:\s*:)?(?:\s*选项)?/gu,
];
/** What follows a key that is denied. */
const DENIED = /^\s*(?:(?:is|are|was)\s+(?:not|wrong|incorrect|false)\b|项?\s*(?:是\s*)?(?:不|错))/iu;
const DENIED_BEFORE =
  /(?:\b(?:not|nor|neither|never|n['’]t)|不是|并非)\s*(?:(?:the\s+)?options?\s+|选项)?$/iu;

/** Every place where a text declares keys, in order. A negated form is none. */
export function declarationsIn(text: string, keys: KeyReader): readonly KeyList[] {
  if (keys.pattern === '') return [];
  const found: KeyList[] = [];
  for (const head of HEADS) {
    for (const match of text.matchAll(head)) {
      const list = keys.listAt(text, match.index + match[0].length);
      if (list !== undefined && !DENIED.test(text.slice(list.end, list.end + 40))) found.push(list);
    }
  }
  found.push(...confirmed(text, keys));
  return found.sort((a, b) => a.start - b.start);
}

/** Keys that are said to be right: `B is correct`, `只有选项C是对的`, `C项正确`. */
function confirmed(text: string, keys: KeyReader): KeyList[] {
  const key = `${KEY_START}(${keys.pattern})${KEY_END}`;
  const closing = String.raw`["'”’)\]]{0,3}`;
  const patterns = [
    new RegExp(String.raw`${key}${closing}\s+is\s+(?:the\s+)?(?:only\s+)?(?:correct|right|best)\b`, 'giu'),
    new RegExp(String.raw`只有\s*(?:选项)?\s*${key}[^。;；\n不错]{0,12}?(?:正确|对的)`, 'giu'),
    new RegExp(String.raw`${key}${closing}\s*项?\s*(?:说法)?\s*(?:正确|是正确|是对的)`, 'giu'),
  ];
  return patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern)).flatMap((match) => {
      const label = keys.labelOf(match[1] ?? '');
      if (label === undefined || DENIED_BEFORE.test(text.slice(Math.max(0, match.index - 30), match.index)))
        return [];
      const start = match.index + match[0].toLowerCase().indexOf((match[1] ?? '').toLowerCase());
      return [{ labels: [label], start, end: start + 1 }];
    }),
  );
}
