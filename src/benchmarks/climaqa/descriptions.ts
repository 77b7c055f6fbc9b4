import { describeProportion, type MeasureDescription } from '../../core/index.ts';
import { TEXT_MEASURES } from '../../metrics/text/descriptions.ts';

const AUTHORS = 'Manivannan et al. 2025; genie-climaqa at dc76031';
const CARD = 'the benchmark card’s recipe';
const NONE = 'no value (null) without items';

function describe(
  id: string,
  name: string,
  summary: string,
  source: string,
  more: Partial<MeasureDescription> = {},
): MeasureDescription {
  return { ...describeProportion(id, name, summary, source, NONE), ...more };
}

const PERCENT = { range: [0, 100], unit: 'percent' } as const;

export const ACCURACY = describe(
  'accuracy',
  'accuracy',
  'Share of questions whose letter is right: the most likely first token where it is a key, else the letter that the text declares. No answer is wrong.',
  'specification of ClimaQA, section 5',
);
export const PAPER_ACCURACY = describe(
  'accuracy',
  'accuracy by the first token',
  'Share of questions whose first token, stripped, is exactly the right lower-case letter; anything else is a bad answer.',
  AUTHORS,
  PERCENT,
);
export const CARD_ACCURACY = describe(
  'accuracy',
  'accuracy of the card',
  'Share of questions whose top token, or whole text where none is known, equals the letter without regard to case.',
  CARD,
  PERCENT,
);
export const EM = describe(
  'em',
  'exact match',
  'Share of statements whose answer, trimmed and without reasoning, is the gold term to the letter.',
  AUTHORS,
);
export const NORMALISED_EM = describe(
  'em.normalised',
  'exact match, normalised',
  'The same without regard to case, outer quotes and final punctuation.',
  'specification of ClimaQA, section 7.2',
);
export const PAPER_EM = describe(
  'em',
  'exact match of the authors',
  'The whole text, trimmed, equals the gold term to the letter. Terms that pandas takes for missing, such as NA, match nothing.',
  AUTHORS,
  PERCENT,
);
export const CARD_EM = describe(
  'em',
  'exact match of the card',
  'The whole text equals the gold term, both trimmed and in lower case.',
  CARD,
  PERCENT,
);
export const PHRASE_SIMILARITY = describe(
  'phrase-similarity',
  'phrase similarity',
  '2 (cos - 0.5) of the sentence vectors of nine words around the blank, with the gold term and with the answer in it. Not clipped; any word scores high, so read it beside the random-word variant. Values of two embedders do not compare.',
  AUTHORS,
  { range: [-3, 1], empty: 'no value (null) without an embedder' },
);
export const TOKEN_OVERLAP = textMeasure('token-overlap');
export const BLEU = textMeasure('bleu');
export const CHARACTER_BLEU_MEASURE = textMeasure('bleu.char');
export const BERTSCORE = {
  precision: textMeasure('bertscore.precision'),
  recall: textMeasure('bertscore.recall'),
  f1: textMeasure('bertscore.f1'),
};
export const FACTUAL_ACCURACY = describe(
  'factual-accuracy',
  'factual accuracy',
  'sigmoid((log p(SUPPORTS) - log p(REFUTES)) / 5) of the judge’s first token, averaged: a compressed log-odds of entailment, which does not see the question and does not notice what is left out. Values of two judges do not compare.',
  AUTHORS,
  { empty: 'no value (null) without log-probabilities of a judge' },
);
export const PAPER_FACTUAL_ACCURACY = describe(
  'factual-accuracy',
  'factual accuracy of the authors',
  'The same with the rounding of their code: from 36.7 nats on, and without REFUTES among the alternatives, exactly 1.',
  AUTHORS,
  { empty: 'no value (null) without log-probabilities of a judge' },
);
export const BINARY_FACTUAL_ACCURACY = describe(
  'factual-accuracy.binary',
  'share of supported answers',
  'Share of answers that the judge, or the majority of experts, says support the reference.',
  'specification of ClimaQA, sections 7.6 and 7.7',
  { empty: 'no value (null) without verdicts' },
);

function textMeasure(id: string): MeasureDescription {
  const found = TEXT_MEASURES.find((measure) => measure.id === id);
  if (found === undefined) throw new Error(`there is no measure ${id}`);
  return found;
}
