import { normaliseSpan } from '../text/normalise-span.ts';
import { answerText } from './reasoning.ts';
import { isRefusal } from './refusal.ts';

const YES = [
  '是',
  '是的',
  '对',
  '对的',
  '正确',
  '可以',
  '能',
  '能够',
  '有',
  '会',
  '应当',
  '应该',
  '属于',
  '构成',
  '成立',
  '√',
  '✓',
  'yes',
  'true',
  'y',
  't',
  '說法正確',
  '说法正确',
];
const NO = [
  '否',
  '不是',
  '不',
  '错',
  '错误',
  '錯誤',
  '不对',
  '不正确',
  '不可以',
  '不能',
  '没有',
  '没',
  '无',
  '不会',
  '不应当',
  '不应该',
  '不属于',
  '不构成',
  '不成立',
  '×',
  '✗',
  'no',
  'false',
  'n',
  'f',
  '说法错误',
  '说法不正确',
];
const VERDICTS: ReadonlyMap<string, 'YES' | 'NO'> = new Map([
  ...YES.map((word): [string, 'YES'] => [word, 'YES']),
  ...NO.map((word): [string, 'NO'] => [word, 'NO']),
]);

/** What may stand before a verdict. */
const LEAD =
  /^(?:(?:最终|正确|我的)?(?:答案|回答|结论|判断|结果|answer|verdict)(?:是|为|:)*[,，]?|该?(?:这一)?(?:说法|表述|题目)(?:是)?)/u;

/** Whether a question asks for yes or no. */
export function asksYesNo(question: string): boolean {
  return /是否|是不是|有没有|有无|能否|可否|会不会|能不能|应否|对不对|正确吗|吗[？?。]?\s*$|对吗|是吗|属不属于/u.test(
    question,
  );
}

/**
 * Reads yes or no from an answer: a word for it alone, after 答案, or at the start before a mark (`是，他卖掉了。`).
 *
 * @returns null where neither is said
 */
export function readYesNo(text: string): 'YES' | 'NO' | null {
  const plain = answerText(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[*_`#"'“”]/gu, '')
    .trim();
  const lines = plain.split('\n').filter((line) => line.trim() !== '');
  for (const part of [plain, lines[0] ?? '', lines.at(-1) ?? '']) {
    const whole = normaliseSpan(part);
    const found = VERDICTS.get(whole) ?? VERDICTS.get(normaliseSpan(whole.replace(LEAD, '')));
    if (found !== undefined) return found;
  }
  const first = /^[^,。;、!?.\n]+(?=[,。;!?.\n])/u.exec(plain.replaceAll('，', ','))?.[0];
  const start = first === undefined ? undefined : normaliseSpan(first);
  if (start === undefined) return null;
  return VERDICTS.get(start) ?? VERDICTS.get(normaliseSpan(start.replace(LEAD, ''))) ?? null;
}

const CANNOT_TELL = [
  '(?:无法|不能|难以|無法)(?:从.{0,12})?(?:回答|确定|判断|得知|得出|获知|推断|知晓|看出|確定|判斷)',
  '(?:未|没有|并未|并没有|没)(?:.{0,6})?(?:提及|提到|说明|给出|提供|涉及|记载|交代|显示|相关信息)',
  '^(?:无|没有)(?:答案|相关信息|相关内容)?$',
  '^(?:未知|不详|不知道|不清楚|不明)$',
  "(?:cannot|can't|can not|could not) (?:be )?(?:tell|answer|determin)",
  '\\bnot (?:mentioned|stated|given|specified|answerable)\\b',
  '\\bunanswerable\\b',
];
const CANNOT = new RegExp(CANNOT_TELL.join('|'), 'u');
const POLITE = /抱歉|对不起|作为|sorry|as an?\b/u;

/** An answer longer than this says more than that the text does not tell. */
const SHORT = 60;

/** Whether an answer says that the text does not tell: 无法回答, 文中未提及. A refusal is none. */
export function saysCannotTell(text: string): boolean {
  const plain = normaliseSpan(answerText(text));
  if (plain.length > SHORT) return false;
  const lower = text.normalize('NFKC').toLowerCase();
  if (POLITE.test(lower) && isRefusal(lower)) return false;
  return CANNOT.test(plain) || CANNOT.test(lower.trim());
}
