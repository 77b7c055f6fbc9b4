import type { ItemValues, TextScore } from '../../core/index.ts';
import { scoreClozeExactMatch, scoreClozePartial, scoreMcq } from './card.ts';
import type { ClimaItem } from './data.ts';
import { becomesMissing } from './missing.ts';
import { type ClimaqaSettings, retrievesByWords } from './settings.ts';
import type { ClozeValue, FreeformValue, McqValue, Value } from './values.ts';
import { majority } from './verdicts.ts';
import { normalisedTerm } from './words.ts';

/** Phrase similarity of an answer that did not come: that of unrelated phrases, cosine 0. */
const UNRELATED = -1;

/** Values of one item in the three protocols. Undefined: no answer, which is wrong. */
export function score(value: Value | undefined, item: ClimaItem, settings: ClimaqaSettings): ItemValues {
  switch (item.origin.kind) {
    case 'mcq':
      return scoreLetter(value?.kind === 'mcq' ? value : undefined, item);
    case 'cloze':
      return scoreTerm(value?.kind === 'cloze' ? value : undefined, item, settings);
    case 'freeform':
      return scoreAnswer(value?.kind === 'freeform' ? value : undefined, item, settings);
  }
}

function scoreLetter(value: McqValue | undefined, item: ClimaItem): ItemValues {
  const gold = value?.gold ?? item.answer;
  return {
    standard: { accuracy: value !== undefined && value.letter === gold ? 1 : 0 },
    paper: { accuracy: value !== undefined && value.paper === gold ? 100 : 0 },
    card: { accuracy: value === undefined ? 0 : 100 * scoreMcq(value.card, gold) },
  };
}

function scoreTerm(value: ClozeValue | undefined, item: ClimaItem, settings: ClimaqaSettings): ItemValues {
  const gold = item.answer;
  const text = value?.text ?? null;
  const raw = value?.raw ?? '';
  const missing = becomesMissing(raw) || becomesMissing(gold);
  const measured = settings.embedder !== undefined && !retrievesByWords(settings);
  return {
    standard: {
      em: text === gold ? 1 : 0,
      'em.normalised': text !== null && normalisedTerm(text) === normalisedTerm(gold) ? 1 : 0,
      'token-overlap': text === null ? 0 : scoreClozePartial(text, gold),
      'phrase-similarity': value === undefined ? (measured ? UNRELATED : null) : (value.similarity ?? null),
    },
    paper: {
      em: raw === gold && !missing ? 100 : 0,
      'phrase-similarity': value?.paperSimilarity ?? null,
    },
    card: {
      em: value === undefined ? 0 : 100 * scoreClozeExactMatch(raw, gold),
      'token-overlap': value === undefined ? 0 : scoreClozePartial(raw, gold),
    },
  };
}

function scoreAnswer(
  value: FreeformValue | undefined,
  item: ClimaItem,
  settings: ClimaqaSettings,
): ItemValues {
  const { judged } = value ?? {};
  // An answer that did not come is wrong; one that nobody judged has no value.
  const unjudged = settings.judge !== undefined && !isAnswer(value?.text) ? 0 : null;
  const factual = judged === undefined ? unjudged : judged.closed;
  const automated = judged === undefined ? unjudged : judged.binary;
  const scored = bertScoreOf(value?.text, value?.bertScore, settings);
  const raw = value?.rawBertScore ?? value?.bertScore;
  return {
    standard: {
      'bertscore.precision': scored.precision,
      'bertscore.recall': scored.recall,
      'bertscore.f1': scored.f1,
      'factual-accuracy': factual,
      'factual-accuracy.binary': settings.verdicts === undefined ? automated : expertValue(item),
      [AUTOMATED]: automated,
    },
    paper: {
      'bertscore.f1': bertScoreOf(value?.raw, raw, settings).f1,
      'factual-accuracy': judged === undefined ? unjudged : judged.literal,
    },
    card: { 'bertscore.f1': scored.f1, 'factual-accuracy': factual },
  };
}

const NOT_SCORED: TextScore = { precision: null, recall: null, f1: null };
/** What bert_score gives an empty text. */
const EMPTY_SCORE: TextScore = { precision: 0, recall: 0, f1: 0 };

function isAnswer(text: string | null | undefined): boolean {
  return text !== null && text !== undefined && text !== '';
}

/** The score of a text. Under a scorer a text that is not there counts as an empty one. */
function bertScoreOf(
  text: string | null | undefined,
  given: TextScore | undefined,
  { scorer }: ClimaqaSettings,
): TextScore {
  if (given !== undefined) return given;
  return scorer !== undefined && !isAnswer(text) ? EMPTY_SCORE : NOT_SCORED;
}

/** The judge's verdict where that of the experts has the measure's name. */
export const AUTOMATED = 'factual-accuracy.binary judge';

function expertValue({ verdicts }: ClimaItem): number | null {
  const decided = majority(verdicts);
  if (decided === null) return null;
  return decided === 'supports' ? 1 : 0;
}
