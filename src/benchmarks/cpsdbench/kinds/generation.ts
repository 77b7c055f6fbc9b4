import { QuadratError, type SetMeasure } from '../../../core/index.ts';
import { codePointLength, sliceCodePoints } from '../../../text/code-points.ts';
import { WORD_TOKENS } from '../../../text/segment.ts';
import type { GenerationItem } from '../items.ts';
import { scoreText } from '../lawbench/scorers.ts';
import { baselineOf, byScore, describe, type KindModule, LAWBENCH_SOURCE, sentencesOf } from './kind.ts';
import {
  BLEU_SMOOTHING,
  CHARACTER_TOKENS,
  characterBleu,
  characterRouge,
  wordRougeL,
} from './overlap-values.ts';
import { plainAnswer, refusesWhole } from './text-answer.ts';

export interface TextValue {
  readonly text: string;
}

type GenerationMeasure = SetMeasure<GenerationItem>;

const rouge = (id: string, name: string, what: string) =>
  describe(id, name, `${what} F1 of the text and a reference; the highest over the references.`, {
    empty: '0 for an empty text; no value without a reference',
  });
const BLEU = describe(
  'bleu.char',
  'character BLEU-4',
  'BLEU over 1 to 4 characters of each text and its references, smoothed by NLTK’s method 1; the mean over texts.',
  {
    source: 'Papineni et al. 2002; NLTK 3.10, sentence_bleu',
    empty: '0 for an empty text; no value without a reference',
  },
);
const CHARACTERS = { tokens: CHARACTER_TOKENS };

function measuresOf(): GenerationMeasure[] {
  const mean = (
    description: ReturnType<typeof describe>,
    params: Record<string, string>,
    more: Partial<GenerationMeasure> = {},
  ): GenerationMeasure => ({
    description,
    protocol: 'standard',
    params,
    aggregate: 'mean',
    interval: 'bootstrap',
    ...more,
  });
  const headline = rouge('rougel.char', 'character ROUGE-L', 'Longest common subsequence of characters:');
  return [
    mean(headline, CHARACTERS, { headline: true }),
    mean(rouge('rouge1.char', 'character ROUGE-1', 'Common characters:'), CHARACTERS),
    mean(rouge('rouge2.char', 'character ROUGE-2', 'Common pairs of characters:'), CHARACTERS),
    mean(rouge('rougel.words', 'word ROUGE-L', 'Longest common subsequence of words:'), {
      tokens: WORD_TOKENS,
    }),
    mean(BLEU, { ...CHARACTERS, smoothing: BLEU_SMOOTHING }),
    mean(headline, {}, { protocol: 'card', interval: null }),
    mean(
      {
        ...rouge('rougel.words', 'word ROUGE-L', 'Longest common subsequence of words, 1e-8 in the F1:'),
        source: LAWBENCH_SOURCE,
      },
      { tokens: WORD_TOKENS },
      { protocol: 'lawbench' },
    ),
  ];
}

const NO_REFERENCE = {
  'rougel.char': null,
  'rouge1.char': null,
  'rouge2.char': null,
  'rougel.words': null,
  'bleu.char': null,
};

export const generation: KindModule<GenerationItem, TextValue> = {
  constraints: () => ['只输出一段中文正文，不要标题，不要列表，不要解释，不要编造材料中没有的事实。'],
  read: (text, { input, references }) => {
    const plain = plainAnswer(text);
    if (plain === '') return { outcome: 'stopped', reason: 'empty' };
    if (refusesWhole(plain)) return { outcome: 'stopped', reason: 'refusal' };
    const reference = references[0];
    // Characters of the text of characters of the reference; without one, of the material.
    const length =
      reference === undefined
        ? { id: 'length-to-input', n: codePointLength(input) }
        : { id: 'length-ratio', n: codePointLength(reference) };
    return {
      outcome: 'scored',
      value: { text: plain },
      diagnostics: [{ ...length, value: codePointLength(plain) }],
    };
  },
  fromAnswer: (answer) => {
    if (typeof answer === 'string') return { text: answer };
    throw new QuadratError('invalid-format', 'the answer must be a text');
  },
  score: (value, { references }) => {
    const [first] = references;
    if (first === undefined) {
      return { standard: NO_REFERENCE, card: { 'rougel.char': null }, lawbench: { 'rougel.words': null } };
    }
    const text = value?.text ?? '';
    const { rouge1, rouge2, rougeL } = characterRouge(text, references);
    return {
      standard: {
        'rougel.char': rougeL,
        'rouge1.char': rouge1,
        'rouge2.char': rouge2,
        'rougel.words': text === '' ? 0 : wordRougeL(text, references),
        'bleu.char': characterBleu(text, references),
      },
      card: { 'rougel.char': null },
      lawbench: { 'rougel.words': scoreText(text, first).value },
    };
  },
  measures: measuresOf,
  gold: ({ references }) => references[0] ?? '',
  goldText: ({ references }) => references[0] ?? '',
  rank: async ({ input }, ask) => {
    const sentences = sentencesOf(input);
    const documents = sentences.map((text, at) => ({ id: String(at), text }));
    const scores = await ask.rank({ query: input, documents });
    const best = byScore(scores)
      .slice(0, 2)
      .sort((left, right) => left - right);
    return best.map((at) => sentences[at] ?? '').join('');
  },
  trivial: (name, { input }) => (name === 'echo' ? input : undefined),
  baselines: (items) => {
    const ids = Object.keys(NO_REFERENCE);
    const first = items.map(({ input }) => ({ text: sliceCodePoints(input, 0, 60) }));
    return baselineOf('first-60-characters', generation, items, first, ids);
  },
};
