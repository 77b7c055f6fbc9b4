import {
  type Parsed,
  type PredictionFile,
  type Predictions,
  QuadratError,
  type ResultWarning,
  type SetCheck,
} from '../../core/index.ts';
import { decodeText } from '../../data/encoding.ts';
import { type JsonValue, readJsonMaps } from '../../data/json-map.ts';
import {
  byRepeat,
  looksLikePredictionLines,
  type PredictionLine,
  readPredictionLines,
} from '../../data/predictions.ts';
import { readRun } from '../../data/trec.ts';
import { orderByScore } from '../../metrics/ranking.ts';
import { type QuestionItem, RELEASED_QUESTIONS } from './pool.ts';
import { type CallAnswer, callsOf, type RankingReading, readRankingAnswers } from './rank-answers.ts';
import type { RankingSettings } from './settings.ts';
import { mergeThirds } from './thirds.ts';

type Rankings = ReadonlyMap<string, readonly string[]>;

/** Reads rankings of the pool: JSONL of texts or answers, a TREC run, JSON lists, JSON scores. */
export function readQuestionPredictions(
  file: PredictionFile,
  items: readonly QuestionItem[] | undefined,
  settings: RankingSettings,
): Predictions<RankingReading> | null {
  const { path } = file;
  const text = decodeText(file.bytes, path).text;
  if (looksLikePredictionLines(text))
    return fromLines(readPredictionLines(text, path), items ?? [], settings, path);
  if (/^\s*\{/.test(text))
    return fromRankings(fromJson(readJsonMaps(text, path), path), items ?? [], settings, path);
  if (/^\s*\[/.test(text)) return null;
  const run = [...readRun(text, path)].map(
    ([query, entries]) => [query, orderByScore(entries).map(({ id }) => String(id))] as const,
  );
  return fromRankings(new Map(run), items ?? [], settings, path);
}

function fromJson(value: JsonValue, file: string): Rankings {
  if (!(value instanceof Map)) throw fault('the file is no object of question to ranking', file);
  return new Map(
    [...(value as ReadonlyMap<string, JsonValue>)].map(([query, ranking]) => [
      query,
      documentsOf(ranking, file, { item: query }),
    ]),
  );
}

type Place = { readonly item: string; readonly line?: number };

/** A list, best first, or scores by document; equal scores by id, descending in byte order. */
function documentsOf(value: JsonValue | undefined, file: string, place: Place): readonly string[] {
  if (Array.isArray(value)) {
    return value.map((document: JsonValue) => {
      if (typeof document === 'string' || typeof document === 'number') return String(document);
      throw fault('a ranking is a list of passage numbers', file, place);
    });
  }
  if (!(value instanceof Map))
    throw fault('a ranking is a list, best first, or an object of number to score', file, place);
  const scored = [...(value as ReadonlyMap<string, JsonValue>)].map(([id, score]) => {
    if (typeof score !== 'number')
      throw new QuadratError('invalid-score', `the score of passage ${id} is no number`, { file, ...place });
    return { id, score };
  });
  return orderByScore(scored).map(({ id }) => String(id));
}

function fromRankings(
  rankings: Rankings,
  items: readonly QuestionItem[],
  settings: RankingSettings,
  file: string,
): Predictions<RankingReading> {
  const read = new Map<string, Parsed<RankingReading>>();
  for (const item of items) {
    const documents = rankings.get(item.id);
    read.set(
      item.id,
      documents === undefined ? ABSENT : ranked(documents, item, settings, file, { item: item.id }),
    );
  }
  const known = new Set(items.map(({ id }) => id));
  return { repeats: [read], surplus: [...rankings.keys()].filter((id) => !known.has(id)) };
}

const ABSENT: Parsed<RankingReading> = {
  outcome: 'stopped',
  reason: 'empty',
  value: { order: null, paper: null },
  diagnostics: [{ id: 'dropped-by-paper', value: 1, n: 1 }],
};

/** A ranking that was read elsewhere; the authors' methods take it as the list that their code would end with. */
function ranked(
  documents: readonly string[],
  item: QuestionItem,
  settings: RankingSettings,
  file: string,
  place: Place,
): Parsed<RankingReading> {
  const n = item.passages.length;
  const numbers = documents.map((document) => {
    const number = Number(/^(?:passage_)?(\d{1,9})$/.exec(document)?.[1]);
    if (Number.isInteger(number)) return number;
    throw fault(
      `"${document}" is no passage; passages are passage_1 to passage_${n}, or the bare numbers`,
      file,
      place,
    );
  });
  const valid = [...new Set(numbers)].filter((number) => number >= 1 && number <= n);
  const authors = settings.method === 'two-stage' || settings.method === 'single-call';
  const paper = authors && numbers.length > 0 ? numbers : null;
  const diagnostics = [
    { id: 'answers-with-repeats', value: Number(new Set(numbers).size < numbers.length), n: 1 },
    {
      id: 'out-of-range-numbers',
      value: numbers.filter((number) => number < 1 || number > n).length,
      n: numbers.length,
    },
    { id: 'unnamed-passages', value: n - valid.length, n },
    { id: 'dropped-by-paper', value: Number(paper === null), n: 1 },
  ];
  if (valid.length === 0)
    return { outcome: 'unparsed', reason: 'invalid', value: { order: null, paper }, diagnostics };
  return { outcome: 'scored', value: { order: mergeThirds([valid], n), paper }, diagnostics };
}

function fromLines(
  lines: readonly PredictionLine[],
  items: readonly QuestionItem[],
  settings: RankingSettings,
  file: string,
): Predictions<RankingReading> {
  const known = new Set(items.map(({ id }) => id));
  const repeats = byRepeat(lines).map((repeat) => {
    const byId = new Map(repeat.map((line) => [line.id, line]));
    return new Map(
      items.map((item): [string, Parsed<RankingReading>] => {
        const line = byId.get(item.id);
        return [item.id, line === undefined ? ABSENT : fromLine(line, item, settings, file)];
      }),
    );
  });
  const surplus = new Set(lines.map(({ id }) => id).filter((id) => !known.has(id)));
  return { repeats, surplus: [...surplus] };
}

function fromLine(
  line: PredictionLine,
  item: QuestionItem,
  settings: RankingSettings,
  file: string,
): Parsed<RankingReading> {
  const place = { item: line.id, line: line.line };
  if (line.answer !== undefined)
    return ranked(documentsOf(line.answer, file, place), item, settings, file, place);
  const texts = typeof line.output === 'string' ? [line.output] : (line.output ?? []);
  const calls = callsOf(item, settings);
  if (texts.length !== calls) {
    throw new QuadratError(
      'invalid-format',
      `\`output\` has ${texts.length} ${texts.length === 1 ? 'text' : 'texts'}; method=${settings.method} makes ${calls} calls a question`,
      {
        file,
        ...place,
        next: 'Give the texts of all calls in their order, or name the method that was used with --set method=….',
      },
    );
  }
  const truncated = line.finishReason === 'length';
  const answers = texts.map((text, at): CallAnswer => {
    const cut = truncated && at === texts.length - 1;
    if (text.trim() === '') return { text: null, stop: cut ? 'truncated' : 'empty', truncated: cut };
    return { text, stop: null, truncated: cut };
  });
  return readRankingAnswers(answers, item, settings);
}

function fault(message: string, file: string, place: Partial<Place> = {}): QuadratError {
  return new QuadratError('invalid-format', message, {
    file,
    ...place,
    next: 'Rankings come as JSONL {id, output | answer}, TREC run, JSON {question: [passage, …]} or {question: {passage: score}}.',
  });
}

/** What every result must say about the data and the rankings. */
export function checkQuestions(
  values: ReadonlyMap<string, RankingReading>,
  items: readonly QuestionItem[],
  surplus: readonly string[],
  planned: readonly QuestionItem[],
): SetCheck {
  const read = [...values.values()].some(({ order, paper }) => order !== null || paper !== null);
  if (items.length > 0 && !read && surplus.length > 0) {
    const message = `none of the questions has a ranking in this file; its ${surplus.length} ids are others`;
    const details = { ids: surplus.slice(0, 10) };
    return {
      errors: (['standard', 'paper', 'card'] as const).map((protocol) => ({
        protocol,
        code: 'wrong-dataset',
        message,
        details,
      })),
      warnings: [],
    };
  }
  const warnings: ResultWarning[] = [];
  const loaded = planned[0]?.loaded;
  if (loaded !== undefined && !loaded.sample && loaded.questions < RELEASED_QUESTIONS) {
    warnings.push({
      code: 'partial',
      message: `partial data: ${loaded.questions} of the ${RELEASED_QUESTIONS} questions; these figures cannot be compared with those over all of them`,
    });
  }
  if (surplus.length > 0) {
    warnings.push({
      code: 'surplus-rows',
      message: `${surplus.length} rankings are for questions that are not in the data and are not scored: ${surplus.slice(0, 10).join(', ')}${surplus.length > 10 ? ', …' : ''}`,
    });
  }
  return { errors: [], warnings };
}
