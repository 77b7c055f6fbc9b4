import { readChineseJson } from './chinese-json.ts';
import { fencedBlocks } from './json-blocks.ts';
import { answerText } from './reasoning.ts';
import { isRefusal } from './refusal.ts';

/** A label with every word that stands for it. */
export interface LabelWords {
  readonly id: string;
  readonly words: readonly string[];
}

export type LabelReading =
  | { readonly status: 'ok'; readonly label: string; readonly stage: 'bare' | 'unwrapped' | 'prose' }
  | { readonly status: 'ambiguous' | 'invalid' | 'refusal' | 'empty' };

/** What may stand between a negation and the word that it turns off. */
const FILLER =
  '[\\s“”"\'‘’「」『』《》【】(\\[]{0,3}(?:(?:任何|一[种条个起则类件]|明显的?|典型的?|真正的?|a |an |the |any )[\\s“"\'‘「『【(]{0,2})?';
const NEGATION = new RegExp(
  `(?:并不是|并不属于|并不构成|并非|并未|不是|不属于|不構成|不屬於|不构成|不算|不算是|不属|不为|不涉及|不涉嫌|不存在|没有|沒有|不能认定为|不能視為|不应认定为|未发现|未构成|未涉及|未见|非|未|无|無|不|\\bnot|\\bnon|\\bno|n't|\\bisn't|-free)[-_\\s]{0,2}${FILLER}$`,
  'u',
);
const QUESTION = new RegExp(
  `(?:是否|是不是|属不属于|屬不屬於|有没有|有沒有|是否为|是否為|是否属于|是否屬於|是否构成|是否存在|\\bwhether(?: \\w+){0,4}|\\bif (?:it|this)(?: \\w+){0,3})[-\\s]{0,2}${FILLER}$`,
  'u',
);

interface Found {
  readonly label: string;
  readonly negated: boolean;
  readonly asked: boolean;
}

/**
 * Reads one label from a model's answer. Words are found longest first. A negation before a word (不是, 非, 不属于)
 * turns it off, and so does a question (是否). In a task with two labels the one that is negated alone names the other.
 * A refusal is looked for only where no label can be read. Reasoning blocks are not read.
 *
 * @param labels words may hold traditional forms; letters count in any case
 */
export function readLabel(text: string, labels: readonly LabelWords[]): LabelReading {
  const answer = answerText(text);
  if (answer.trim() === '') return { status: 'empty' };
  const value = valuePart(answer);
  const plain = (value ?? answer).normalize('NFKC').toLowerCase();
  const found = findWords(plain, labels);
  const live = new Set(found.filter(({ negated, asked }) => !negated && !asked).map(({ label }) => label));
  const [first] = live;
  const stage = value === undefined ? (isBare(plain, labels) ? 'bare' : 'prose') : 'unwrapped';
  if (first !== undefined)
    return live.size === 1 ? { status: 'ok', label: first, stage } : { status: 'ambiguous' };
  const negated = new Set(found.filter((entry) => entry.negated && !entry.asked).map(({ label }) => label));
  const [off] = negated;
  if (labels.length === 2 && negated.size === 1 && off !== undefined) {
    const other = labels.find(({ id }) => id !== off);
    if (other !== undefined) return { status: 'ok', label: other.id, stage };
  }
  return { status: isRefusal(answer) ? 'refusal' : 'invalid' };
}

const LABEL_KEYS: ReadonlySet<string> = new Set([
  'label',
  'labels',
  'answer',
  'category',
  'class',
  'result',
  'sentiment',
  '标签',
  '类别',
  '類別',
  '分类',
  '分类结果',
  '答案',
  '结果',
  '判断',
  '判断结果',
  '结论',
  '情感',
  '情感倾向',
]);

/** The text of the last fence or JSON value; undefined where there is none. */
function valuePart(answer: string): string | undefined {
  const json = readChineseJson(answer);
  if (json !== undefined) {
    const texts = textsOf(json.value);
    if (texts.length > 0) return texts.join('\n');
  }
  const fence = fencedBlocks(answer).findLast((block) => block.trim() !== '');
  return fence;
}

/** What stands under a key that names the label; without such a key every text. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const own = entries.filter(([key]) => LABEL_KEYS.has(key.normalize('NFKC').trim().toLowerCase()));
  return (own.length > 0 ? own : entries).flatMap(([, inner]) => textsOf(inner));
}

/** Every place where a word stands, the longest word first; places do not overlap. */
function findWords(plain: string, labels: readonly LabelWords[]): Found[] {
  const words = labels
    .flatMap(({ id, words: own }) =>
      [...new Set([id, ...own])].map((word) => ({ label: id, word: folded(word) })),
    )
    .filter(({ word }) => word !== '')
    .sort((left, right) => right.word.length - left.word.length);
  const taken = new Uint8Array(plain.length);
  const found: (Found & { readonly start: number })[] = [];
  for (const { label, word } of words) {
    for (let start = plain.indexOf(word); start >= 0; start = plain.indexOf(word, start + 1)) {
      const end = start + word.length;
      if (taken.subarray(start, end).includes(1) || !isWhole(plain, start, end)) continue;
      taken.fill(1, start, end);
      const before = plain.slice(Math.max(0, start - 24), start);
      const asked = QUESTION.test(before);
      found.push({ label, start, asked, negated: !asked && NEGATION.test(before) });
    }
  }
  return found.sort((left, right) => left.start - right.start);
}

function folded(word: string): string {
  return word.normalize('NFKC').toLowerCase();
}

/** A word of Latin letters must not be part of a longer one. */
function isWhole(plain: string, start: number, end: number): boolean {
  const letter = /[a-z0-9]/u;
  const inside = (left: string, right: string) => letter.test(left) && letter.test(right);
  return !(
    inside(plain[start - 1] ?? ' ', plain[start] ?? ' ') || inside(plain[end - 1] ?? ' ', plain[end] ?? ' ')
  );
}

function isBare(plain: string, labels: readonly LabelWords[]): boolean {
  const text = plain.trim();
  return labels.some(({ id, words }) => [id, ...words].some((word) => folded(word) === text));
}
