import type { Parsed, PredictionFile, Predictions, StopReason } from '../../core/index.ts';
import { QuadratError } from '../../core/index.ts';
import { readCsv } from '../../data/csv.ts';
import { decodeText } from '../../data/encoding.ts';
import {
  checkSomeIdIsKnown,
  looksLikePredictionLines,
  type PredictionLine,
  readPredictionLines,
} from '../../data/predictions.ts';
import type { CpsItem } from './items.ts';
import type { CpsSettings } from './settings.ts';
import { fromAnswer, parse } from './solve.ts';

/**
 * Reads outputs that were made elsewhere: JSONL `{id, output | answer, finishReason?, repeat?}`, or CSV with `id` and
 * `output` or `answer`.
 *
 * @returns null for a file in another form
 */
export function readOutputs(
  file: PredictionFile,
  items: readonly CpsItem[] | undefined,
  settings: CpsSettings,
): Predictions<unknown> | null {
  if (settings.judge !== undefined)
    throw new QuadratError('invalid-setting', 'a file of outputs holds no verdicts of a judge', {
      file: file.path,
      next: 'Leave the setting judge away, or run the task with --judge.',
    });
  const { text } = decodeText(file.bytes, file.path, 'auto');
  const lines = looksLikePredictionLines(text)
    ? // JSONL is UTF-8: a torn file must not pass for one in GB18030, as tables may be.
      readPredictionLines(decodeText(file.bytes, file.path).text, file.path)
    : csvLines(text, file.path);
  if (lines === null) return null;
  const known = new Map((items ?? []).map((item) => [item.id, item]));
  const surplus = new Set<string>();
  const repeats: Map<string, Parsed<unknown>>[] = [];
  for (const line of lines) {
    const item = known.get(line.id);
    if (item === undefined) surplus.add(line.id);
    else {
      while (repeats.length <= line.repeat) repeats.push(new Map());
      repeats[line.repeat]?.set(line.id, readLine(line, item, settings, file.path));
    }
  }
  if (items !== undefined) checkSomeIdIsKnown(file.path, repeats.length, surplus);
  return { repeats: repeats.length === 0 ? [new Map()] : repeats, surplus: [...surplus] };
}

function readLine(
  { answer, output, finishReason, line }: PredictionLine,
  item: CpsItem,
  settings: CpsSettings,
  path: string,
): Parsed<unknown> {
  if (answer !== undefined) {
    try {
      return { outcome: 'scored', value: fromAnswer(plain(answer), item) };
    } catch (error) {
      if (!(error instanceof QuadratError)) throw error;
      throw new QuadratError(error.code, error.message, {
        file: path,
        line,
        item: item.id,
        ...(error.next === undefined ? {} : { next: error.next }),
      });
    }
  }
  const text = typeof output === 'string' ? output : (output?.at(-1) ?? '');
  const reason = finishReason?.toLowerCase() ?? '';
  return parse({ kind: 'text', text, stop: STOPS.get(reason) ?? null, cut: CUT.has(reason) }, item, settings);
}

/** Reasons as providers give them; a filtered answer is never read, even if text came along. */
const STOPS: ReadonlyMap<string, StopReason> = new Map([
  ['content_filter', 'filtered-output'],
  ['content-filter', 'filtered-output'],
  ['sensitive', 'filtered-output'],
  ['safety', 'filtered-output'],
  ['filtered', 'filtered-output'],
  ['filtered-output', 'filtered-output'],
  ['filtered-input', 'filtered-input'],
  ['input-too-long', 'input-too-long'],
  ['refusal', 'refusal'],
]);
const CUT: ReadonlySet<string> = new Set(['length', 'max_tokens', 'max_output_tokens', 'model_length']);

/** Maps become plain objects; keys are those of the schema. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([key, inner]) => [String(key), plain(inner)]));
  return value;
}

function csvLines(text: string, file: string): PredictionLine[] | null {
  const head = text.slice(0, 200).split('\n')[0] ?? '';
  const columns = head.split(',').map((name) => name.trim().replace(/^"|"$/g, ''));
  const column = columns.find((name) => name === 'output' || name === 'answer');
  if (!columns.includes('id') || column === undefined) return null;
  const seen = new Set<string>();
  return readCsv(text, file).rows.map(({ line, cells }) => {
    const id = cells.get('id') ?? '';
    if (seen.has(id))
      throw new QuadratError('duplicate-item', `id ${id} stands twice`, { file, line, item: id });
    seen.add(id);
    const cell = cells.get(column) ?? '';
    return {
      line,
      id,
      repeat: 0,
      output: column === 'output' ? cell : undefined,
      answer: column === 'answer' ? cell : undefined,
      finishReason: null,
      firstToken: null,
      topLogprobs: undefined,
    };
  });
}
