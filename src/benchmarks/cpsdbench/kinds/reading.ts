import { QuadratError, type SetMeasure } from '../../../core/index.ts';
import { answerCharacters, characterF1 } from '../../../metrics/text/overlap.ts';
import { asksYesNo, readYesNo, saysCannotTell } from '../../../parse/yes-no.ts';
import { READING_TYPES, type ReadingItem } from '../items.ts';
import { baselineOf, byScore, describe, type KindModule, seededPick, sentencesOf } from './kind.ts';
import { ANSWER_TOKENS } from './overlap-values.ts';
import { plainAnswer, refusesWhole } from './text-answer.ts';

export interface ReadingValue {
  /** A span, `YES`, `NO`, or empty for "cannot tell". */
  readonly text: string;
}

type ReadingMeasure = SetMeasure<ReadingItem>;

const SOURCE = 'CAIL2019 reading (CJRC), LawBench 2-5; specification of CPSDBench, section 4.4';
const F1 = describe(
  'char.f1',
  'character F1',
  'F1 of the letters and digits, lower-cased, as multisets; highest over the references. “Cannot tell” is an empty answer.',
  { source: SOURCE, empty: '1 if both are empty, else 0' },
);
const EM = describe(
  'em',
  'exact match',
  'Share of answers with the same letters and digits in the same order as a reference.',
  { source: SOURCE, empty: '1 if both are empty, else 0' },
);
const TOKENS = { tokens: ANSWER_TOKENS };

/** Whether two answers have the same letters and digits in the same order. */
export function sameAnswer(prediction: string, golds: readonly string[]): boolean {
  const own = answerCharacters(prediction).join('');
  return golds.some((gold) => answerCharacters(gold).join('') === own);
}

function measuresOf(): ReadingMeasure[] {
  const mean = (description: typeof F1, more: Partial<ReadingMeasure> = {}): ReadingMeasure => ({
    description,
    protocol: 'standard',
    params: TOKENS,
    aggregate: 'mean',
    interval: 'bootstrap',
    ...more,
  });
  return [
    mean(F1, { headline: true }),
    mean(EM),
    ...READING_TYPES.flatMap((type) =>
      [F1, EM].map((description) =>
        mean(description, {
          slice: { type },
          only: ({ answerType }) => answerType === type,
        }),
      ),
    ),
    mean(F1, { protocol: 'card', interval: null, params: {} }),
    mean(
      {
        ...F1,
        summary:
          'F1 of the letters and digits of the whole answer and the first reference, as LawBench 2-5 computes it.',
      },
      { protocol: 'lawbench', interval: 'bootstrap' },
    ),
  ];
}

export const reading: KindModule<ReadingItem, ReadingValue> = {
  constraints: () => [
    '只输出答案本身，尽量摘录材料原文，不要解释。',
    '是非问题只输出"是"或"否"；材料中没有答案时只输出"无法回答"。',
  ],
  read: (text, { question }) => {
    const plain = plainAnswer(text);
    if (saysCannotTell(plain)) return { outcome: 'scored', value: { text: '' } };
    if (refusesWhole(plain)) return { outcome: 'stopped', reason: 'refusal' };
    if (plain === '') return { outcome: 'stopped', reason: 'empty', value: { text: '' } };
    const verdict =
      asksYesNo(question) || /^(?:yes|no|是的?|否)[。.]?$/iu.test(plain) ? readYesNo(plain) : null;
    return { outcome: 'scored', value: { text: verdict ?? plain } };
  },
  fromAnswer: (answer) => {
    if (typeof answer === 'string') return { text: answer };
    throw new QuadratError('invalid-format', 'the answer must be a text; "" is "cannot tell"');
  },
  fromNothing: () => ({ text: '' }),
  score: (value, { answers }) => ({
    standard: {
      'char.f1': value === undefined ? 0 : characterF1(value.text, answers),
      em: value !== undefined && sameAnswer(value.text, answers) ? 1 : 0,
    },
    card: { 'char.f1': null },
    lawbench: { 'char.f1': characterF1(value?.text ?? '', answers[0] ?? '') },
  }),
  measures: measuresOf,
  gold: ({ answers }) => answers[0] ?? '',
  goldText: ({ answers }) => answers[0] ?? '',
  rank: async ({ context, question }, ask) => {
    const sentences = sentencesOf(context);
    const documents = sentences.map((text, at) => ({ id: String(at), text }));
    const scores = await ask.rank({ query: question, documents });
    return sentences[byScore(scores)[0] ?? 0] ?? '';
  },
  trivial: (name, item, items, { seed }) => {
    if (name === 'random') return seededPick(sentencesOf(item.context), item.id, seed) ?? '';
    return name === 'majority' ? majorityAnswer(items) : undefined;
  },
  baselines: (items) => [
    ...baselineOf(
      'best-overlap-sentence',
      reading,
      items,
      items.map(({ context, question }) => ({ text: bestSentence(context, question) })),
      ['char.f1', 'em'],
    ),
    ...baselineOf(
      'empty',
      reading,
      items,
      items.map(() => ({ text: '' })),
      ['char.f1', 'em'],
    ),
  ],
};

/** The sentence with the highest character F1 with the question. */
export function bestSentence(context: string, question: string): string {
  const sentences = sentencesOf(context);
  return sentences[byScore(sentences.map((sentence) => characterF1(sentence, question)))[0] ?? 0] ?? '';
}

function majorityAnswer(items: readonly ReadingItem[]): string {
  const counts = new Map<string, number>();
  for (const { answers } of items) counts.set(answers[0] ?? '', (counts.get(answers[0] ?? '') ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}
