import { type Context, type PredictionFile, type Predictions, QuadratError } from '../../core/index.ts';
import { decodeText } from '../../data/encoding.ts';
import { readJsonMaps } from '../../data/json-map.ts';
import { readJsonMapLines } from '../../data/jsonl.ts';
import { readPickle } from '../../data/pickle.ts';
import { readRun } from '../../data/trec.ts';
import { orderByScore } from '../../metrics/ranking.ts';
import { asMap, type RankingItem } from './data.ts';
import type { Ranking } from './ranking.ts';
import { readRawTexts } from './raw-texts.ts';
import type { BircoSettings } from './settings.ts';

/**
 * Reads a file of rankings in any of the forms: rank pickle, JSON lists, JSON scores, TREC run, JSONL answers, and
 * JSONL of raw texts for the pointwise methods.
 *
 * @returns null where the file is in none of them
 */
export function readRankings(
  file: PredictionFile,
  items: readonly RankingItem[] | undefined,
  settings: BircoSettings,
  context: Context,
): Predictions<Ranking> | null {
  const { bytes, path } = file;
  if (bytes[0] === 0x80 || /\.(pickle|pkl)(\.gz)?$/.test(path)) {
    return keyed(asMap(readPickle(bytes, path), path, 'the file'), path, items);
  }
  const text = decodeText(bytes, path).text;
  const start = /^\s*(\S)/.exec(text)?.[1];
  if (start === undefined) throw invalid(path, 'the file is empty');
  if (start !== '{') return fromRun(text, path, items);
  if (looksLikeJsonl(text)) return fromJsonl(text, path, items, settings, context);
  return keyed(asMap(readJsonMaps(text, path), path, 'the file'), path, items);
}

/** JSONL if its first line alone is an object with an `id` and an `output` or `answer`. */
function looksLikeJsonl(text: string): boolean {
  const line = text.slice(0, text.indexOf('\n') < 0 ? undefined : text.indexOf('\n'));
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === 'object' && row !== null && 'id' in row && ('output' in row || 'answer' in row);
  } catch {
    return false;
  }
}

function keyed(
  map: ReadonlyMap<unknown, unknown>,
  path: string,
  items: readonly RankingItem[] | undefined,
): Predictions<Ranking> {
  const rankings = new Map<string, Ranking>();
  for (const [query, value] of map)
    rankings.set(String(query), { ranking: rankingOf(value, path, String(query)) });
  return withSurplus(rankings, items);
}

/** A list of ids, best first, or scores by id (ties: id descending in byte order). */
function rankingOf(value: unknown, path: string, query: string): readonly string[] {
  if (Array.isArray(value)) {
    for (const doc of value)
      if (typeof doc !== 'string' && typeof doc !== 'number') throw notIds(path, query);
    return value.map(String);
  }
  if (!(value instanceof Map)) throw notIds(path, query);
  const scored = [...value].map(([doc, score]): { id: string; score: number } => {
    if (typeof score !== 'number' || !Number.isFinite(score)) {
      throw new QuadratError('invalid-score', `the score of document ${String(doc)} is not a finite number`, {
        file: path,
        item: query,
      });
    }
    return { id: String(doc), score };
  });
  return orderByScore(scored).map(({ id }) => String(id));
}

function notIds(path: string, query: string): QuadratError {
  return invalid(
    path,
    'a ranking is a list of document ids, best first, or a mapping of document id to score',
    query,
  );
}

function fromRun(
  text: string,
  path: string,
  items: readonly RankingItem[] | undefined,
): Predictions<Ranking> {
  const rankings = new Map<string, Ranking>();
  for (const [query, scored] of readRun(text, path)) {
    rankings.set(query, { ranking: orderByScore(scored).map(({ id }) => String(id)) });
  }
  return withSurplus(rankings, items);
}

function fromJsonl(
  text: string,
  path: string,
  items: readonly RankingItem[] | undefined,
  settings: BircoSettings,
  context: Context,
): Predictions<Ranking> {
  const outputs = new Map<string, string>();
  const rankings = new Map<string, Ranking>();
  for (const { line, value } of readJsonMapLines(text, path)) {
    const entry = asRow(value, path, line);
    const id = String(entry.id);
    if (rankings.has(id) || outputs.has(id)) {
      throw new QuadratError('duplicate-item', `id ${id} stands twice in the file`, {
        file: path,
        line,
        item: id,
      });
    }
    if (entry.answer !== undefined) rankings.set(id, { ranking: rankingOf(entry.answer, path, id) });
    else if (typeof entry.output === 'string') outputs.set(id, entry.output);
    else
      throw new QuadratError('invalid-format', 'a row needs `output` (text) or `answer` (a ranking)', {
        file: path,
        line,
      });
  }
  if (outputs.size === 0) return withSurplus(rankings, items);
  if (rankings.size > 0) throw invalid(path, 'the file mixes rows with `answer` and rows with `output`');
  return readRawTexts(outputs, path, items, settings, context.seed);
}

function asRow(row: unknown, path: string, line: number): { id: unknown; answer: unknown; output: unknown } {
  const id: unknown = row instanceof Map ? row.get('id') : undefined;
  if (row instanceof Map && (typeof id === 'string' || typeof id === 'number')) {
    return { id, answer: row.get('answer'), output: row.get('output') };
  }
  throw new QuadratError('invalid-format', 'a row needs an `id`', { file: path, line });
}

/** Notes which queries are not in the data. */
export function withSurplus(
  rankings: ReadonlyMap<string, Ranking>,
  items: readonly RankingItem[] | undefined,
): Predictions<Ranking> {
  const repeats = [new Map([...rankings].map(([id, value]) => [id, { outcome: 'scored' as const, value }]))];
  if (items === undefined) return { repeats, surplus: [] };
  const known = new Set(items.map((item) => item.id));
  return { repeats, surplus: [...rankings.keys()].filter((id) => !known.has(id)) };
}

function invalid(path: string, message: string, item?: string): QuadratError {
  return new QuadratError('invalid-format', message, {
    file: path,
    ...(item === undefined ? {} : { item }),
    next: 'Rankings come as rank pickle, TREC run, JSON {query: [document, …]} or {query: {document: score}}, or JSONL {id, answer}.',
  });
}

/** A ranking given with `initial=FILE`: ids by query. */
export function readInitial(
  file: PredictionFile,
  settings: BircoSettings,
  context: Context,
): ReadonlyMap<string, readonly string[]> {
  const read = readRankings(file, undefined, settings, context);
  if (read === null) throw invalid(file.path, 'this is no file of rankings');
  const rankings = new Map<string, readonly string[]>();
  for (const [id, parsed] of read.repeats[0] ?? []) {
    if (parsed.outcome === 'scored') rankings.set(id, parsed.value.ranking);
  }
  return rankings;
}
