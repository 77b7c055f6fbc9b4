import { QuadratError } from '../core/errors.ts';
import { idText } from './dataset.ts';
import type { JsonValue } from './json-map.ts';
import { readJsonMapLines } from './jsonl.ts';

/** One line of a file of outputs that were made elsewhere. */
export interface PredictionLine {
  /** Counted from 1. */
  readonly line: number;
  readonly id: string;
  /** Counted from 0; 0 where the line has none. */
  readonly repeat: number;
  /** Raw model text, or the texts of several calls in their order; undefined where the line has an `answer`. */
  readonly output: string | readonly string[] | undefined;
  /** An answer that was already read; undefined where the line has an `output`. */
  readonly answer: JsonValue | undefined;
  /** Why the model stopped, as the file says it, e.g. `length`. */
  readonly finishReason: string | null;
  readonly firstToken: string | null;
  /** Alternatives of the first token, as the file has them. */
  readonly topLogprobs: JsonValue | undefined;
}

/** Whether a text looks like JSONL of `{id, output}` or `{id, answer}`: its first line alone is such an object. */
export function looksLikePredictionLines(text: string): boolean {
  const start = text.trimStart();
  const end = start.indexOf('\n');
  try {
    const row: unknown = JSON.parse(end < 0 ? start : start.slice(0, end));
    return typeof row === 'object' && row !== null && 'id' in row && ('output' in row || 'answer' in row);
  } catch {
    return false;
  }
}

/**
 * Reads JSONL of `{id, output | answer, repeat?, finishReason?, firstToken?, topLogprobs?}`.
 *
 * @param file its name, for messages
 * @throws QuadratError `invalid-json`, `invalid-format`, `duplicate-item` (an id twice in one repeat), each with the line
 */
export function readPredictionLines(text: string, file: string): PredictionLine[] {
  const seen = new Set<string>();
  return readJsonMapLines(text, file).map(({ line, value }) => {
    const row = readLine(value, line, file);
    const key = `${row.repeat} ${row.id}`;
    if (seen.has(key)) {
      throw new QuadratError(
        'duplicate-item',
        `id ${row.id} stands twice${row.repeat > 0 ? ' in a repeat' : ''}`,
        {
          file,
          line,
          item: row.id,
          next: 'Keep one line an id; repeats of an item are told apart by `repeat`.',
        },
      );
    }
    seen.add(key);
    return row;
  });
}

function readLine(value: JsonValue, line: number, file: string): PredictionLine {
  const fault = (message: string) =>
    new QuadratError('invalid-format', message, {
      file,
      line,
      next: 'A line is {"id": …, "output": "the model’s text"} or {"id": …, "answer": …}.',
    });
  if (!(value instanceof Map)) throw fault('the line is no object');
  const id = idText(value.get('id'));
  if (id === undefined) throw fault('the line has no `id`');
  const answer = value.get('answer');
  const output = value.get('output');
  if (answer === undefined && output === undefined) throw fault('the line has neither `output` nor `answer`');
  if (answer !== undefined && output !== undefined) throw fault('the line has both `output` and `answer`');
  const repeat = value.get('repeat') ?? 0;
  if (!Number.isSafeInteger(repeat) || Number(repeat) < 0)
    throw fault('`repeat` is no whole number from 0 up');
  return {
    line,
    id,
    repeat: Number(repeat),
    output: output === undefined ? undefined : outputOf(output, fault),
    answer,
    finishReason: textOrNull(value.get('finishReason')),
    firstToken: textOrNull(value.get('firstToken')),
    topLogprobs: value.get('topLogprobs'),
  };
}

function outputOf(value: JsonValue, fault: (message: string) => QuadratError): string | readonly string[] {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((text) => typeof text === 'string' || text === null))
    return value.map((text) => (typeof text === 'string' ? text : ''));
  throw fault('`output` is neither a text nor a list of texts');
}

function textOrNull(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

/** Lines by repeat, in the order of the repeats' numbers; at least one repeat. Numbers may start anywhere. */
export function byRepeat(lines: readonly PredictionLine[]): readonly (readonly PredictionLine[])[] {
  const repeats = new Map<number, PredictionLine[]>();
  for (const line of lines) {
    const list = repeats.get(line.repeat);
    if (list === undefined) repeats.set(line.repeat, [line]);
    else list.push(line);
  }
  const ordered = [...repeats].sort(([a], [b]) => a - b).map(([, list]) => list);
  return ordered.length === 0 ? [[]] : ordered;
}

/**
 * Refuses a file none of whose ids is of the data: it is for other data, and would count as wrong all over.
 *
 * @param known how many ids are of the data
 * @throws QuadratError `wrong-dataset`
 */
export function checkSomeIdIsKnown(path: string, known: number, surplus: ReadonlySet<string>): void {
  if (known > 0 || surplus.size === 0) return;
  const first = [...surplus].slice(0, 3).join(', ');
  throw new QuadratError('wrong-dataset', `none of the ids of this file is in the data; first: ${first}`, {
    file: path,
    next: 'Name the data that it is for (--data, --split), or give it the ids that `quadrat export` writes.',
  });
}
