import { type Context, type PredictionFile, type Predictions, QuadratError } from '../../core/index.ts';
import { idText } from '../../data/dataset.ts';
import { decodeText } from '../../data/encoding.ts';
import { readJsonMaps } from '../../data/json-map.ts';
import { readPickle } from '../../data/pickle.ts';
import { byRepeat, looksLikePredictionLines, readPredictionLines } from '../../data/predictions.ts';
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
  if (start === '[') throw invalid(path, 'the file is a JSON list, which names no queries');
  if (start !== '{') return fromRun(text, path, items);
  if (looksLikePredictionLines(text)) return fromJsonl(text, path, items, settings, context);
  return keyed(asMap(readJsonMaps(text, path), path, 'the file'), path, items);
}

function keyed(
  map: ReadonlyMap<unknown, unknown>,
  path: string,
  items: readonly RankingItem[] | undefined,
): Predictions<Ranking> {
  const rankings = new Map<string, Ranking>();
  for (const [query, value] of map)
    rankings.set(String(query), { ranking: rankingOf(value, path, String(query)) });
  return withSurplus([rankings], items);
}

/** A list of ids, best first, or scores by id (ties: id descending in byte order). */
function rankingOf(value: unknown, path: string, query: string): readonly string[] {
  if (Array.isArray(value)) {
    return value.map((doc) => {
      const id = idText(doc);
      if (id === undefined) throw notIds(path, query);
      return id;
    });
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
  return withSurplus([rankings], items);
}

function fromJsonl(
  text: string,
  path: string,
  items: readonly RankingItem[] | undefined,
  settings: BircoSettings,
  context: Context,
): Predictions<Ranking> {
  const lines = readPredictionLines(text, path);
  const answered = lines.filter(({ answer }) => answer !== undefined).length;
  if (answered > 0 && answered < lines.length)
    throw invalid(path, 'the file mixes rows with `answer` and rows with `output`');
  const repeats = byRepeat(lines);
  if (answered === 0) return readRawTexts(repeats, path, items, settings, context.seed);
  return withSurplus(
    repeats.map(
      (own) => new Map(own.map(({ id, answer }) => [id, { ranking: rankingOf(answer, path, id) }])),
    ),
    items,
  );
}

/** Notes which queries are not in the data. */
function withSurplus(
  rankings: readonly ReadonlyMap<string, Ranking>[],
  items: readonly RankingItem[] | undefined,
): Predictions<Ranking> {
  const repeats = rankings.map(
    (own) => new Map([...own].map(([id, value]) => [id, { outcome: 'scored' as const, value }])),
  );
  if (items === undefined) return { repeats, surplus: [] };
  const known = new Set(items.map((item) => item.id));
  const ids = new Set(rankings.flatMap((own) => [...own.keys()]));
  return { repeats, surplus: [...ids].filter((id) => !known.has(id)) };
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
