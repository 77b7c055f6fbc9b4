import { multilabelClassification } from '../../../metrics/multilabel.ts';
import { scoresOfOrder } from '../../../metrics/ranking.ts';
import { rankingMetrics } from '../../../metrics/ranking-set.ts';
import { bertScore } from '../../../metrics/text/bertscore.ts';
import { sentenceBleu } from '../../../metrics/text/bleu.ts';
import { rouge } from '../../../metrics/text/rouge.ts';
import { createUseLite } from '../../../models/use-lite/index.ts';
import {
  asList,
  asNumber,
  asObject,
  asText,
  at,
  type JsonObject,
  numberAt,
  objectAt,
  textAt,
  textListsAt,
  textsAt,
} from '../json.ts';
import { NOT_COVERED } from '../report.ts';
import type { Surface, Surfaces } from './surface.ts';

/** Ids may be written as numbers; they are compared as text. */
function asId(value: unknown): string {
  return typeof value === 'number' ? String(value) : asText(value, 'an id');
}

function runOf(input: JsonObject): [string, (readonly [string, number])[]][] {
  if (at(input, 'ranking') !== undefined) {
    return Object.entries(objectAt(input, 'ranking')).map(([query, ids]) => [
      query,
      scoresOfOrder(asList(ids, 'ranking').map(asId)),
    ]);
  }
  return Object.entries(objectAt(input, 'run')).map(([query, entries]) => [
    query,
    asList(entries, 'run').map((entry) => {
      const [id, score] = asList(entry, 'run');
      return [asId(id), asNumber(score, 'a score')] as const;
    }),
  ]);
}

const ranking: Surface = (input) => {
  const gain = at(input, 'gain') ?? 'linear';
  const tieBreak = at(input, 'tieBreak') ?? 'docid-desc';
  if ((gain !== 'linear' && gain !== 'exponential') || tieBreak !== 'docid-desc') return NOT_COVERED;
  const judgements = Object.entries(objectAt(input, 'qrels')).map(
    ([query, grades]): [string, [string, number][]] => [
      query,
      Object.entries(asObject(grades, 'qrels')).map(([id, grade]) => [id, asNumber(grade, 'a grade')]),
    ],
  );
  const measures = textsAt(input, 'metrics');
  const report = rankingMetrics(judgements, runOf(input), { measures, gain });
  const zeros = new Map(measures.map((measure) => [measure, 0]));
  return {
    mean: report.meanComplete,
    perQuery: new Map(judgements.map(([query]) => [query, report.perQuery.get(query) ?? zeros])),
    queries: report.judgedQueries,
  };
};

const f1: Surface = (input) => {
  const average = textAt(input, 'average');
  const zeroDivision = numberAt(input, 'zeroDivision');
  if (zeroDivision !== 0 && zeroDivision !== 1) return NOT_COVERED;
  const scores = multilabelClassification(textListsAt(input, 'yTrue'), textListsAt(input, 'yPred'), {
    labels: textsAt(input, 'labels'),
    zeroDivision,
  });
  if (average === 'samples') return { f1: scores.samples?.f1 ?? null };
  const averages = textAt(input, 'labelSet') === 'observed' ? scores.observed : scores.averages;
  if (average !== 'macro' && average !== 'micro' && average !== 'weighted') return NOT_COVERED;
  return { f1: averages[average]?.f1 ?? null };
};

const text: Surface = async (input) => {
  const metric = textAt(input, 'metric');
  const candidate = textAt(input, 'candidate');
  const references = textsAt(input, 'references');
  // A task declares its language. Where a case names none, the script says it.
  const chinese =
    at(input, 'language') === 'zh' || references.some((reference) => /\p{Script=Han}/u.test(reference));
  if (metric === 'bleu') {
    return { score: sentenceBleu(candidate, references, { tokenizer: chinese ? 'zh' : '13a' }).score / 100 };
  }
  if (metric === 'rouge1' || metric === 'rouge2' || metric === 'rougeL') {
    return { score: rouge(candidate, references, { tokens: chinese ? 'code-points' : 'words' })[metric].f1 };
  }
  return metric === 'bertscore' && references.length === 1
    ? bertScoreOf(candidate, references[0] ?? '')
    : NOT_COVERED;
};

async function bertScoreOf(candidate: string, reference: string): Promise<unknown> {
  const model = await createUseLite({ workers: 0 });
  try {
    // A text of white space alone is an empty text.
    const [left, right] = await model.tokenStatesOf([candidate.trim(), reference.trim()]);
    const score = bertScore({ states: left?.states ?? [] }, { states: right?.states ?? [] });
    return { ...score, score: score.f1 };
  } finally {
    await model.close();
  }
}

/** Measures. */
export const METRIC_SURFACES: Surfaces = new Map<string, Surface>([
  ['metric.ranking', ranking],
  ['metric.f1', f1],
  ['metric.text', text],
]);
