import { normaliseSpan } from '../text/normalise-span.ts';

/** Words that say that there is nothing, after {@link normaliseSpan}. */
const NOTHING: ReadonlySet<string> = new Set([
  '',
  '无',
  '無',
  '暂无',
  '没有',
  '未知',
  '不详',
  '不明',
  '不明确',
  '空',
  '无数据',
  '无相关内容',
  '无相关',
  '未提及',
  '未提到',
  '未给出',
  '未说明',
  '未明确',
  '未涉及',
  '未提供',
  '未出现',
  '未注明',
  '不存在',
  '不涉及',
  '不适用',
  'none',
  'null',
  'n/a',
  'na',
  'nil',
  '-',
  '/',
  '[]',
]);
const NO_INFORMATION = /^(?:暂?无|没有|未|無)[^,。;、]{0,16}(?:信息|資訊|提及|内容|说明|提供|给出)$/u;

/** Whether a value says that there is none: 无, 未提及, 无明确地点信息. */
export function isNothing(value: string): boolean {
  const plain = normaliseSpan(value).replace(/^[([]+|[)\]]+$/gu, '');
  return NOTHING.has(plain) || NO_INFORMATION.test(plain);
}

/** Never at 和 or 与, which stand in names and places; never at a comma between digits. */
const SEPARATOR = /[、；;\n]|[，,](?!(?<=\d[，,])\d)/u;

/** The entries of a list as Chinese text writes it: parted by 、 ， ； or a line break. Words for nothing are left out. */
export function splitList(text: string): string[] {
  return text
    .split(SEPARATOR)
    .map((part) => part.trim())
    .filter((part) => part !== '' && !isNothing(part));
}

/** A list mark at the start of a line: a bullet, `1.`, `(2)`, `①`. Taken off before NFKC, which makes ① a digit. */
const LIST_MARK =
  /^\s*(?:[-*•·▪●◦–—]+\s*|[（(]?\d{1,2}[)）]\s*|\d{1,2}[.、．](?!\d)\s*|[\u2460-\u249b\u2776-\u2793]\s*)/u;

/** A line without its list mark and markdown emphasis. */
export function withoutListMark(line: string): string {
  return line
    .replace(LIST_MARK, '')
    .replace(/\*\*|__|`/gu, '')
    .trim();
}
