import { readChineseJson } from '../../../parse/chinese-json.ts';
import { answerText } from '../../../parse/reasoning.ts';
import { isRefusal } from '../../../parse/refusal.ts';
import { codePointLength } from '../../../text/code-points.ts';

const KEYS: ReadonlySet<string> = new Set([
  'answer',
  'text',
  'output',
  '答案',
  '回答',
  '摘要',
  '报告',
  '分析',
  'summary',
]);
const LEAD = /^\s*(?:\*\*)?(?:答案|回答|答|answer)(?:\*\*)?\s*[:：]\s*(?:\*\*)?\s*/iu;

/** The answer's own text: without reasoning, fences, a JSON wrapper with one text, and 答案： before it. */
export function plainAnswer(text: string): string {
  const answer = answerText(text).trim();
  const json = /[{｛]/u.test(answer) ? readChineseJson(answer) : undefined;
  if (json !== undefined && !Array.isArray(json.value)) {
    const texts = Object.entries(json.value as object).filter(([key]) =>
      KEYS.has(key.normalize('NFKC').toLowerCase()),
    );
    const [first] = texts;
    if (texts.length === 1 && first !== undefined && typeof first[1] === 'string') return first[1].trim();
  }
  const fenced = /^```[^\n]*\n([\s\S]*?)\n?```$/u.exec(answer)?.[1];
  return (fenced ?? answer).replace(LEAD, '').trim();
}

/** A text longer than this is an answer, even if it begins with an excuse. */
const LONGEST_REFUSAL = 300;

/** Whether a whole text is a refusal, for tasks in which any text is an answer. */
export function refusesWhole(text: string): boolean {
  return codePointLength(text) <= LONGEST_REFUSAL && isRefusal(text);
}
