import type { ItemValues } from '../../core/index.ts';
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
  const { judged, bertScore } = value ?? {};
  const none = settings.judge !== undefined && judged === undefined ? 0 : null;
  const factual = judged === undefined ? none : judged.closed;
  const f1 = bertScore?.f1 ?? null;
  const automated = judged === undefined ? none : judged.binary;
  return {
    standard: {
      'bertscore.precision': bertScore?.precision ?? null,
      'bertscore.recall': bertScore?.recall ?? null,
      'bertscore.f1': f1,
      'factual-accuracy': factual,
      'factual-accuracy.binary': settings.verdicts === undefined ? automated : expertValue(item),
      [AUTOMATED]: automated,
    },
    paper: {
      'bertscore.f1': f1,
      'factual-accuracy': judged === undefined ? none : judged.literal,
    },
    card: { 'bertscore.f1': f1, 'factual-accuracy': factual },
  };
}

/** The judge's verdict where that of the experts has the measure's name. */
export const AUTOMATED = 'factual-accuracy.binary judge';

function expertValue({ verdicts }: ClimaItem): number | null {
  const decided = majority(verdicts);
  if (decided === null) return null;
  return decided === 'supports' ? 1 : 0;
}
