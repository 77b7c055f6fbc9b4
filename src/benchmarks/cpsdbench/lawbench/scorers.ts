import { answerCharacters, bagF1 } from '../../../metrics/text/overlap.ts';
import { rougeL } from '../../../metrics/text/rouge.ts';
import { pythonFloat, pythonStrip } from '../../../text/python.ts';
import { chineseWords } from '../../../text/segment.ts';

/** What a scorer gives for one item. */
export interface LawbenchScore {
  readonly value: number;
  /** Whether nothing usable was said; null: the task does not count it. */
  readonly abstained: boolean | null;
}

export type LawbenchScorer = (prediction: string, reference: string) => LawbenchScore;

/** Task 1-2: the only capital letter from A to D in the output must be that of the gold. */
export const scoreChoice: LawbenchScorer = (prediction, reference) => {
  const gold = /正确答案：([A-D])/u.exec(reference)?.[1];
  const named = ['A', 'B', 'C', 'D'].filter((letter) => prediction.includes(letter));
  return { value: named.length === 1 && named[0] === gold ? 1 : 0, abstained: named.length === 0 };
};

/** Task 2-5: F1 of the letters and digits, lower-cased, as multisets. */
export const scoreReading: LawbenchScorer = (prediction, reference) => ({
  value: characterF1(prediction, reference.replaceAll('回答:', '')),
  abstained: null,
});

function characterF1(prediction: string, gold: string): number {
  return bagF1(answerCharacters(prediction), answerCharacters(gold), 1);
}

const THEFT_TYPES = [
  '犯罪嫌疑人',
  '受害人',
  '被盗货币',
  '物品价值',
  '盗窃获利',
  '被盗物品',
  '作案工具',
  '时间',
  '地点',
  '组织机构',
] as const;

/** Task 2-6: character F1 of the value of each type; precision over the types named, recall over those of the gold. */
export const scoreEntities: LawbenchScorer = (prediction, reference) => {
  const gold = goldValues(reference);
  const predicted = predictedValues(prediction);
  if (gold.size === 0) return { value: predicted.size === 0 ? 1 : 0, abstained: false };
  let sum = 0;
  for (const [type, value] of predicted) {
    const wanted = gold.get(type);
    if (wanted !== undefined) sum += characterF1(value, wanted);
  }
  const precision = predicted.size === 0 ? 0 : sum / predicted.size;
  const recall = sum / gold.size;
  return {
    value: (2 * precision * recall) / (precision + recall + 1e-10),
    abstained: predicted.size === 0,
  };
};

function goldValues(reference: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const part of reference.split(';')) {
    const [type = '', value] = part.split(':');
    if (value !== undefined) values.set(type, value);
  }
  return values;
}

function predictedValues(prediction: string): Map<string, string> {
  const values = new Map<string, string>();
  for (const type of THEFT_TYPES) {
    for (let at = prediction.indexOf(type); at >= 0; at = prediction.indexOf(type, at + 1)) {
      const rest = prediction.slice(at + type.length);
      if (!/^[:：]/u.test(rest) || Array.from(rest).length < 3) continue;
      const value = pythonStrip(pythonStrip(rest.slice(1)).split(/[\n ]/u)[0] ?? '');
      if (value !== '无' && value !== '未提及') values.set(type, value);
    }
  }
  return values;
}

/** Task 3-7: the amount of the gold must be among the numbers of the output; 万 and thousands commas are not read. */
export const scoreAmount: LawbenchScorer = (prediction, reference) => {
  const gold = pythonFloat(reference.replaceAll('上文涉及到的犯罪金额:', '').replaceAll('元。', ''));
  const numbers = (prediction.match(/\p{Nd}+\.?\p{Nd}*/gu) ?? []).map(pythonFloat);
  return { value: gold !== undefined && numbers.includes(gold) ? 1 : 0, abstained: numbers.length === 0 };
};

/** An empty output becomes this token. */
const NO_CONTENT = '无内容';

/** Tasks 2-7 and 3-8: ROUGE-L over words, with 1e-8 in the F1. */
export const scoreText: LawbenchScorer = (prediction, reference) => {
  const words = (text: string) => {
    const cut = chineseWords(text);
    return cut.length === 0 ? [NO_CONTENT] : cut;
  };
  const { precision, recall } = rougeL(words(prediction), words(reference));
  return { value: (2 * precision * recall) / (precision + recall + 1e-8), abstained: null };
};
