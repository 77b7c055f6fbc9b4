import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { type Answer, QuadratError } from '../core/index.ts';
import { readLineAt, readLines } from './line-reader.ts';
import { anyCallSchema, callLineSchema } from './schema.ts';

/** Which item asked, for a record where several did. */
export interface Asker {
  readonly task: string;
  readonly item: string;
  readonly repeat: number;
}

/**
 * Finds a recorded answer by request hash and number among equal requests of an item; without `asker` the first
 * recorded answer to such a request.
 */
export type RecordedAnswers = (hash: string, ordinal: number, asker?: Asker) => Promise<Answer | undefined>;

/**
 * The recorded answers of a run.
 *
 * @param folder a run folder
 * @throws QuadratError `file-not-found`, `run-corrupt`
 */
export async function recordedAnswers(folder: string): Promise<RecordedAnswers> {
  const file = path.join(folder, 'calls.jsonl');
  if (!existsSync(file)) {
    throw new QuadratError('file-not-found', 'this is no run folder: it has no calls.jsonl', {
      file: folder,
    });
  }
  const places = new Map<string, { offset: number; length: number }>();
  for (const { value, offset, length } of readLines(file)) {
    const read = anyCallSchema.safeParse(value);
    if (!read.success || read.data.kind !== 'text') continue;
    const place = { offset, length };
    const { hash, ordinal, task, item, repeat } = read.data;
    const any = keyOf(hash, ordinal);
    if (!places.has(any)) places.set(any, place);
    places.set(keyOf(hash, ordinal, { task, item, repeat }), place);
  }
  return async (hash, ordinal, asker) => {
    const place = places.get(keyOf(hash, ordinal, asker));
    if (place === undefined) return undefined;
    const reader = openSync(file, 'r');
    try {
      return callLineSchema.parse(readLineAt(reader, place.offset, place.length)).answer;
    } finally {
      closeSync(reader);
    }
  };
}

function keyOf(hash: string, ordinal: number, asker?: Asker): string {
  return JSON.stringify(
    asker === undefined ? [hash, ordinal] : [hash, ordinal, asker.task, asker.item, asker.repeat],
  );
}
