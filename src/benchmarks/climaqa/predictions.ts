import {
  type Context,
  type Parsed,
  type PredictionFile,
  type Predictions,
  QuadratError,
  type StopReason,
} from '../../core/index.ts';
import { decodeText } from '../../data/encoding.ts';
import type { JsonValue } from '../../data/json-map.ts';
import { readJsonMapLines } from '../../data/jsonl.ts';
import {
  checkSomeIdIsKnown,
  looksLikePredictionLines,
  type PredictionLine,
  readPredictionLines,
} from '../../data/predictions.ts';
import type { ClimaItem } from './data.ts';
import { parse } from './parse.ts';
import { csvToLines } from './predictions-csv.ts';
import { importedFields, tokensOf } from './predictions-fields.ts';
import type { ClimaqaSettings } from './settings.ts';
import type { Solution } from './solution.ts';
import type { Value } from './values.ts';

/** Reasons to finish with which a text is no answer. */
const STOPS: ReadonlyMap<string, StopReason> = new Map([
  ['content_filter', 'filtered-output'],
  ['content-filter', 'filtered-output'],
  ['filtered', 'filtered-output'],
  ['filtered-output', 'filtered-output'],
  ['refusal', 'refusal'],
]);

/**
 * Reads outputs that were made elsewhere: JSONL or CSV of `{id, output | answer}`, with what a judge, a scorer and an
 * embedder said of them. A bare row number is an id, too. Texts are read as those of a run are.
 *
 * @returns null for a file in another form
 */
export function readPredictions(
  file: PredictionFile,
  items: readonly ClimaItem[] | undefined,
  settings: ClimaqaSettings,
  context: Context,
): Predictions<Value> | null {
  const decoded = decodeText(file.bytes, file.path).text;
  const text = /\.csv(\.gz)?$/i.test(file.path) ? csvToLines(decoded, file.path) : decoded;
  if (!looksLikePredictionLines(text)) return null;
  const lines = readPredictionLines(text, file.path);
  if (items === undefined) return { repeats: [new Map()], surplus: [] };
  const fields = new Map(readJsonMapLines(text, file.path).map(({ line, value }) => [line, value]));
  const byId = new Map(items.flatMap((item) => [[item.id, item] as const, [rowOf(item), item] as const]));
  const repeats = new Map<number, Map<string, Parsed<Value>>>();
  const surplus = new Set<string>();
  for (const line of lines) {
    const item = byId.get(line.id);
    if (item === undefined) {
      surplus.add(line.id);
      continue;
    }
    const repeat = repeats.get(line.repeat) ?? new Map<string, Parsed<Value>>();
    repeats.set(line.repeat, repeat);
    if (repeat.has(item.id)) throw twice(item, file.path, line.line);
    const solution = solutionFrom(line, fields.get(line.line) ?? null, item, settings, file.path);
    repeat.set(item.id, parse(solution, item, settings, context));
  }
  checkSomeIdIsKnown(file.path, repeats.size, surplus);
  const ordered = [...repeats].sort(([a], [b]) => a - b).map(([, map]) => map);
  return { repeats: ordered.length === 0 ? [new Map()] : ordered, surplus: [...surplus] };
}

/** The bare row number of an item. */
export function rowOf({ id, origin }: ClimaItem): string {
  return id.slice(`${origin.split}/${origin.kind}/`.length);
}

function twice(item: ClimaItem, file: string, line: number): QuadratError {
  return new QuadratError('duplicate-item', `item ${item.id} stands twice, by its id and by its row`, {
    file,
    line,
    item: item.id,
    next: 'Keep one line an item.',
  });
}

function solutionFrom(
  line: PredictionLine,
  fields: JsonValue,
  item: ClimaItem,
  settings: ClimaqaSettings,
  file: string,
): Solution {
  const text = textOf(line, file);
  const reason = line.finishReason?.toLowerCase() ?? 'stop';
  const stop = STOPS.get(reason) ?? (text.trim() === '' && reason !== 'length' ? 'empty' : null);
  const tokens = tokensOf(line.topLogprobs);
  return {
    text,
    finish: reason === 'length' ? 'length' : 'stop',
    stop,
    firstToken: tokens ?? (line.firstToken === null ? null : [{ token: line.firstToken, logprob: 0 }]),
    ...importedFields(fields, { item, settings, file, line: line.line }),
  };
}

function textOf({ output, answer, line }: PredictionLine, file: string): string {
  const given = output ?? answer;
  if (typeof given === 'string') return given;
  // A word such as 25 may stand as a number.
  if (typeof given === 'number' || typeof given === 'bigint') return String(given);
  if (given === null) return '';
  throw new QuadratError('invalid-format', '`output` and `answer` are texts here', {
    file,
    line,
    next: 'An answer is a letter, a word or a text.',
  });
}
