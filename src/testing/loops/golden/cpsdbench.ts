import { computeMetrics } from '../../../benchmarks/cpsdbench/card.ts';
import { matchEntities, matchTriples, totalOf } from '../../../benchmarks/cpsdbench/extraction.ts';
import {
  classCounts,
  macroOf,
  microOf,
  weightedOf,
} from '../../../benchmarks/cpsdbench/kinds/classification.ts';
import { sameAnswer } from '../../../benchmarks/cpsdbench/kinds/reading.ts';
import { relationNames } from '../../../benchmarks/cpsdbench/kinds/relations.ts';
import { specOf, type TaskId } from '../../../benchmarks/cpsdbench/task-specs.ts';
import {
  addSums,
  documentScores,
  type MatchScores,
  type MatchSums,
  matchScores,
} from '../../../metrics/extraction.ts';
import { characterF1 } from '../../../metrics/text/overlap.ts';
import { readResponse } from '../../../models/response.ts';
import { type Entity, readEntities, typeNames } from '../../../parse/entities.ts';
import { readLabel } from '../../../parse/label.ts';
import { readTriples, type Triple } from '../../../parse/triples.ts';
import { canonicalGrams, canonicalYuan } from '../../../text/amounts.ts';
import { sameTime } from '../../../text/chinese-time.ts';
import { levenshtein } from '../../../text/edit-distance.ts';
import { normaliseSpan } from '../../../text/normalise-span.ts';
import {
  asList,
  asObject,
  asText,
  at,
  booleanAt,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
  textsAt,
} from '../json.ts';
import { firstDifference, type LoopCase, type LoopReport, runCases } from '../report.ts';
import { outcomeSummary } from './cpsdbench-outcomes.ts';
import { rougeCase } from './cpsdbench-rouge.ts';

const TOLERANCE = 1e-9;

/** Whether a `conformance.json` is that of CPSDBench: it states the normaliser of spans. */
export function isCpsdbench(root: JsonObject): boolean {
  return typeof at(root, 'normaliser') === 'string' && Array.isArray(at(root, 'cases'));
}

/** Parsing, provider, normaliser and scoring cases of CPSDBench. */
export async function runCpsdbench(root: JsonObject): Promise<LoopReport> {
  const cases = listAt(root, 'cases').map((value): LoopCase => {
    const entry = asObject(value, 'cases');
    const runner = RUNNERS.get(String(at(entry, 'kind')));
    const want = at(entry, 'expected');
    return {
      id: String(at(entry, 'id')),
      want: wanted(want),
      run: runner === undefined ? undefined : () => runner(entry),
    };
  });
  return runCases('conformance.json', cases, (want, got) =>
    firstDifference(want, got, { tolerance: TOLERANCE }),
  );
}

/** Lists of entities and triples are sets after normalising; values of traps are no values of ours. */
function wanted(want: unknown): unknown {
  if (typeof want !== 'object' || want === null || Array.isArray(want)) return want;
  return Object.fromEntries(
    Object.entries(want)
      .filter(([key]) => !key.startsWith('trap_'))
      .map(([key, value]) => [key, key === 'entities' || key === 'tuples' ? asSet(value) : value]),
  );
}

function asSet(rows: unknown): string[] {
  const keys = asList(rows, 'rows').map((row) =>
    JSON.stringify(asList(row, 'row').map((part) => normaliseSpan(asText(part, 'part')))),
  );
  return [...new Set(keys)].sort();
}

const RUNNERS: ReadonlyMap<string, (entry: JsonObject) => unknown> = new Map<
  string,
  (entry: JsonObject) => unknown
>([
  ['label_parse', labelCase],
  ['provider_outcome', providerCase],
  ['ner_parse', (entry) => entitiesCase(textAt(entry, 'raw'), schemaOf(objectAt(entry, 'schema')))],
  ['relation_parse', relationCase],
  ['levenshtein', distanceCase],
  ['hybrid_doc', (entry) => withCounts(documentSums(entry, objectAt(entry, 'config')), documentScores)],
  ['hybrid_card_literal', cardCase],
  ['hybrid_corpus', corpusCase],
  [
    'relation_score',
    (entry) => withCounts(matchTriples(triplesAt(entry, 'pred'), triplesAt(entry, 'gold')), matchScores),
  ],
  ['classification', classificationCase],
  ['outcome_summary', (entry) => outcomeSummary(textsAt(entry, 'outcomes'))],
  ['rouge', (entry) => rougeCase(textAt(entry, 'hyp'), textAt(entry, 'ref'))],
  [
    'rc_f1',
    (entry) => ({
      f1: characterF1(textAt(entry, 'pred'), textAt(entry, 'gold')),
      em: sameAnswer(textAt(entry, 'pred'), [textAt(entry, 'gold')]) ? 1 : 0,
    }),
  ],
  ['rc_f1_multi', multipleCase],
  ['normalise', (entry) => normaliseSpan(textAt(entry, 'input'))],
  ['amount_canonical', (entry) => canonicalYuan(textAt(entry, 'input'))],
  ['weight_canonical_grams', (entry) => canonicalGrams(textAt(entry, 'input'))],
  ['time_equal', (entry) => sameTime(textAt(entry, 'a'), textAt(entry, 'b'))],
]);

function labelCase(entry: JsonObject): unknown {
  const reading = readLabel(textAt(entry, 'raw'), specOf(textAt(entry, 'task') as TaskId).labels);
  return { status: reading.status, label: reading.status === 'ok' ? reading.label : null };
}

function providerCase(entry: JsonObject): unknown {
  const response = objectAt(entry, 'response');
  const status = numberAt(response, 'httpStatus');
  const reason = at(response, 'finishReason');
  const body =
    at(response, 'body') ??
    ({ choices: [{ message: { content: at(response, 'text') }, finish_reason: reason }] } as const);
  const family = at(asObject(body, 'body'), 'promptFeedback') === undefined ? 'openai' : 'google';
  const { answer, retryable } = readResponse({ status, body, family });
  if (answer === null) return { status: retryable ? 'retryable_error' : 'error' };
  if (answer.stop !== null) return { status: answer.stop.replaceAll('-', '_') };
  return {
    ...entitiesCase(answer.text, typeNames(specOf('drug-ner').types.map(({ id, names }) => [id, names]))),
    truncated: answer.finish === 'length',
  };
}

/** Names of types to ids. */
function schemaOf(schema: JsonObject) {
  return typeNames(Object.entries(schema).map(([name, id]) => [String(id), [name]]));
}

function entitiesCase(raw: string, types: ReturnType<typeof typeNames>) {
  const reading = readEntities(raw, types);
  const entities = reading.status === 'ok' ? reading.value : [];
  return { status: reading.status, entities: asSet(entities.map(({ type, text }) => [type, text])) };
}

function relationCase(entry: JsonObject): unknown {
  const reading = readTriples(textAt(entry, 'raw'), relationNames(specOf('drug-relation').relations));
  if (reading.status !== 'ok') return { status: reading.status };
  const { triples, schemaViolations } = reading.value;
  return {
    status: 'ok',
    tuples: asSet(triples.map(({ head, relation, tail }) => [head, relation, tail])),
    schemaViolations,
  };
}

function distanceCase(entry: JsonObject): unknown {
  const [a, b] = [textAt(entry, 'a'), textAt(entry, 'b')];
  // What packages give that compare UTF-16 units: each unit becomes a letter of its own.
  const known = [...new Set(`${a}${b}`.split(''))];
  const units = (text: string) =>
    text
      .split('')
      .map((unit) => String.fromCharCode(0x4e00 + known.indexOf(unit)))
      .join('');
  return {
    codePoints: levenshtein(a, b),
    utf16Units: levenshtein(units(a), units(b)),
    afterNormalise: levenshtein(normaliseSpan(a), normaliseSpan(b)),
  };
}

function entitiesAt(entry: JsonObject, key: string): Entity[] {
  return listAt(entry, key).map((pair) => {
    const [type, text] = asList(pair, key);
    return { type: asText(type, key), text: asText(text, key) };
  });
}

function triplesAt(entry: JsonObject, key: string): Triple[] {
  return listAt(entry, key).map((triple) => {
    const [head, relation, tail] = asList(triple, key);
    return { head: asText(head, key), relation: asText(relation, key), tail: asText(tail, key) };
  });
}

function documentSums(entry: JsonObject, config: JsonObject): MatchSums {
  const fuzzyWeight = numberAt(config, 'fuzzyCredit');
  const spec = {
    types: textsAt(config, 'fuzzyTypes').map(
      (id) => ({ id, names: [], match: 'fuzzy', canonical: null }) as const,
    ),
    threshold: numberAt(config, 'threshold'),
    exactWeight: 1 - fuzzyWeight,
    fuzzyWeight,
    lengthGuard: booleanAt(config, 'lengthGuard'),
    digitGuard: false,
  };
  return totalOf(matchEntities(entitiesAt(entry, 'pred'), entitiesAt(entry, 'gold'), spec));
}

function short({ precision, recall, f1 }: MatchScores) {
  return { p: precision, r: recall, f1 };
}

function withCounts(sums: MatchSums, scores: (sums: MatchSums) => MatchScores) {
  return { tp: sums.matched, nPred: sums.predicted, nGold: sums.gold, ...short(scores(sums)) };
}

function corpusCase(entry: JsonObject): unknown {
  const documents = listAt(entry, 'docs').map((value) =>
    documentSums(asObject(value, 'docs'), objectAt(entry, 'config')),
  );
  const docF1 = documents.map((sums) => documentScores(sums).f1);
  return {
    micro: short(matchScores(addSums(documents))),
    macroF1: docF1.reduce((sum, value) => sum + value, 0) / docF1.length,
    docF1,
  };
}

function cardCase(entry: JsonObject): unknown {
  const golds = textsAt(entry, 'gold');
  const sum = computeMetrics(textsAt(entry, 'pred'), golds, 'ie', numberAt(entry, 'threshold')) ?? Number.NaN;
  return { sum, meanOfSum: sum / golds.length };
}

function classificationCase(entry: JsonObject): unknown {
  const labels = textsAt(entry, 'labels');
  const [gold, pred] = [textsAt(entry, 'gold'), textsAt(entry, 'pred')];
  const sumsOver = (own: readonly string[]) =>
    gold
      .map((label, place) => classCounts(label, pred[place] ?? null, own))
      .reduce((sums, counts) => sums.map((sum, place) => sum + (counts[place] ?? 0)));
  const sums = sumsOver(labels);
  const three = (of: typeof macroOf, own = sums) => ({
    p: of(own, 'precision'),
    r: of(own, 'recall'),
    f1: of(own, 'f1'),
  });
  const positive = at(objectAt(entry, 'expected'), 'binary');
  const label = positive === undefined ? '' : textAt(asObject(positive, 'binary'), 'positive');
  return {
    accuracy: gold.filter((own, place) => own === pred[place]).length / gold.length,
    perClass: Object.fromEntries(
      labels.map((own) => [own, { ...three(macroOf, sumsOver([own])), support: sumsOver([own])[2] }]),
    ),
    macro: three(macroOf),
    weighted: three(weightedOf),
    micro: three(microOf),
    ...(label === '' ? {} : { binary: { positive: label, ...three(macroOf, sumsOver([label])) } }),
  };
}

function multipleCase(entry: JsonObject): unknown {
  const [golds, pred] = [textsAt(entry, 'golds'), textAt(entry, 'pred')];
  // CAIL's script: the mean of the highest values that remain when each reference is left out in turn.
  const left = golds.map((_, out) =>
    characterF1(
      pred,
      golds.filter((_gold, place) => place !== out),
    ),
  );
  return {
    maxF1: characterF1(pred, golds),
    leaveOneOutF1: left.reduce((sum, value) => sum + value, 0) / left.length,
  };
}
