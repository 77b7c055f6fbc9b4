import { QuadratError, type SetMeasure } from '../../../core/index.ts';
import { characterF1 } from '../../../metrics/text/overlap.ts';
import { parseChoice, parseChoices } from '../../../parse/choice.ts';
import { isRefusal } from '../../../parse/refusal.ts';
import { readYesNo } from '../../../parse/yes-no.ts';
import { KNOWLEDGE_TYPES, type KnowledgeItem } from '../items.ts';
import { baselineOf, byScore, describe, type KindModule, seededPick } from './kind.ts';
import { ANSWER_TOKENS, CHARACTER_TOKENS, characterRouge } from './overlap-values.ts';
import { plainAnswer, refusesWhole } from './text-answer.ts';

/** Letters in the order of the question; a verdict; or a text, for an open question. */
export type KnowledgeValue =
  | { readonly letters: readonly string[] }
  | { readonly verdict: 'YES' | 'NO' }
  | { readonly text: string };

type KnowledgeMeasure = SetMeasure<KnowledgeItem>;

const ACCURACY = describe(
  'accuracy',
  'accuracy',
  'Share of closed questions with the right letters (all and no others) or the right yes or no.',
  { empty: 'no value without a closed question' },
);
const ROUGE = describe(
  'rougel.char',
  'character ROUGE-L',
  'Longest common subsequence of characters: F1 of the answer and a reference, open questions only.',
  { empty: 'no value without an open question' },
);
const F1 = describe(
  'char.f1',
  'character F1',
  'F1 of the letters and digits as multisets, open questions only.',
  { empty: 'no value without an open question' },
);

const isOpen = ({ answerType }: KnowledgeItem) => answerType === 'open';

function measuresOf(): KnowledgeMeasure[] {
  const mean = (description: typeof ACCURACY, more: Partial<KnowledgeMeasure> = {}): KnowledgeMeasure => ({
    description,
    protocol: 'standard',
    aggregate: 'mean',
    interval: 'wilson',
    ...more,
  });
  return [
    mean(ACCURACY, { headline: true }),
    ...KNOWLEDGE_TYPES.filter((type) => type !== 'open').map((type) =>
      mean(ACCURACY, { slice: { type }, only: ({ answerType }) => answerType === type }),
    ),
    mean(ROUGE, {
      slice: { type: 'open' },
      only: isOpen,
      interval: 'bootstrap',
      params: { tokens: CHARACTER_TOKENS },
    }),
    mean(F1, {
      slice: { type: 'open' },
      only: isOpen,
      interval: 'bootstrap',
      params: { tokens: ANSWER_TOKENS },
    }),
    mean(ACCURACY, { protocol: 'card', interval: null }),
  ];
}

export const knowledge: KindModule<KnowledgeItem, KnowledgeValue> = {
  constraints: ({ answerType }) => [CONSTRAINTS[answerType]],
  read: (text, item, { strict, cut }) => {
    const plain = plainAnswer(text);
    if (plain === '') return { outcome: 'stopped', reason: 'empty' };
    if (item.answerType === 'open') {
      return refusesWhole(plain)
        ? { outcome: 'stopped', reason: 'refusal' }
        : { outcome: 'scored', value: { text: plain } };
    }
    if (item.answerType === 'yesno') {
      const verdict = readYesNo(plain);
      if (verdict !== null) return { outcome: 'scored', value: { verdict } };
      return isRefusal(plain)
        ? { outcome: 'stopped', reason: 'refusal' }
        : { outcome: 'unparsed', reason: 'invalid' };
    }
    const labels = [...item.options.keys()];
    const options = { optionTexts: item.options, ...(cut ? { finishReason: 'length' } : {}) };
    const single = item.answerType === 'choice' ? parseChoice(plain, labels, options) : undefined;
    const { status } = single ?? { status: 'none' as const };
    const several = single === undefined ? parseChoices(plain, labels, options) : undefined;
    const letters =
      single?.answer === undefined || single.answer === null ? (several?.answers ?? []) : [single.answer];
    if (letters.length > 0 && !(strict && plain.length > 2 * labels.length))
      return { outcome: 'scored', value: { letters } };
    if (status === 'ambiguous') return { outcome: 'unparsed', reason: 'ambiguous' };
    return isRefusal(plain)
      ? { outcome: 'stopped', reason: 'refusal' }
      : { outcome: 'unparsed', reason: 'invalid' };
  },
  fromAnswer: (answer, item) => {
    const given = Array.isArray(answer) ? answer.map(String) : [answer];
    const [first] = given;
    if (item.answerType === 'yesno' && (first === 'YES' || first === 'NO')) return { verdict: first };
    if (item.answerType === 'open' && typeof first === 'string') return { text: first };
    const letters = given.filter((letter) => typeof letter === 'string');
    if (item.options.size > 0 && letters.length > 0 && letters.every((letter) => item.options.has(letter)))
      return { letters: [...item.options.keys()].filter((letter) => letters.includes(letter)) };
    throw new QuadratError(
      'invalid-format',
      `the answer ${JSON.stringify(answer)} does not fit the question`,
      {
        next: 'It is a letter, a list of letters, YES or NO, or a text for an open question.',
      },
    );
  },
  score: (value, item) => {
    if (item.answerType !== 'open')
      return { standard: { accuracy: isRight(value, item) ? 1 : 0 }, card: { accuracy: null } };
    const text = value !== undefined && 'text' in value ? value.text : '';
    return {
      standard: {
        accuracy: null,
        'rougel.char': characterRouge(text, item.answers).rougeL,
        'char.f1': characterF1(text, item.answers),
      },
      card: { accuracy: null },
    };
  },
  measures: measuresOf,
  gold: ({ answers, answerType }) => (answerType === 'multichoice' ? answers : answers[0]),
  goldText: ({ answers, answerType }) =>
    answerType === 'yesno' ? (answers[0] === 'YES' ? '正确' : '错误') : answers.join('、'),
  rank: async (item, ask) => {
    if (item.answerType === 'yesno') return 'YES';
    if (item.answerType === 'open') return item.question;
    const documents = [...item.options].map(([id, text]) => ({ id, text }));
    const order = byScore(await ask.rank({ query: item.question, documents }));
    const best = order.slice(0, item.answerType === 'choice' ? 1 : 2).map((at) => documents[at]?.id ?? '');
    return item.answerType === 'choice' ? best[0] : best;
  },
  trivial: (name, item, items, { seed }) => {
    if (name === 'majority') return majorityAnswer(item, items);
    if (name !== 'random' || item.answerType === 'open') return undefined;
    return seededPick(item.answerType === 'yesno' ? ['YES', 'NO'] : [...item.options.keys()], item.id, seed);
  },
  baselines: (items) => {
    const answers = items.map((item) => {
      const answer = majorityAnswer(item, items);
      return answer === undefined ? undefined : knowledge.fromAnswer(answer, item);
    });
    return baselineOf('majority', knowledge, items, answers, ['accuracy']);
  },
};

const CONSTRAINTS: Readonly<Record<KnowledgeItem['answerType'], string>> = {
  choice: '这是单项选择题，只输出一个选项字母，不要解释。',
  multichoice: '这是多项选择题，只输出全部正确选项的字母，用顿号分隔，不要解释。',
  yesno: '只输出"正确"或"错误"，不要解释。',
  open: '用一两句话简要回答，不要解释。',
};

function isRight(
  value: KnowledgeValue | undefined,
  { answers, answerType, options }: KnowledgeItem,
): boolean {
  if (value === undefined) return false;
  if (answerType === 'yesno') return 'verdict' in value && value.verdict === answers[0];
  if (!('letters' in value)) return false;
  const wanted = [...options.keys()].filter((letter) => answers.includes(letter));
  return wanted.join() === value.letters.join();
}

/** The commonest answer among the questions of the item's type that it can have. */
function majorityAnswer(
  item: KnowledgeItem,
  items: readonly KnowledgeItem[],
): string | readonly string[] | undefined {
  if (item.answerType === 'open') return undefined;
  const counts = new Map<string, { answers: readonly string[]; n: number }>();
  for (const { answers, answerType } of items) {
    if (answerType !== item.answerType) continue;
    if (answerType !== 'yesno' && !answers.every((letter) => item.options.has(letter))) continue;
    const key = [...answers].sort().join();
    const known = counts.get(key);
    counts.set(key, { answers, n: (known?.n ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.n - a.n)[0]?.answers;
}
