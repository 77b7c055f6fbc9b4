import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs';
import { z } from 'zod';
import type { Answer } from '../core/index.ts';
import { parseJson } from './json.ts';
import { isCacheable } from './response.ts';

/** One file of the response cache. */
export interface Shard {
  get(key: string): Answer | undefined;
  put(key: string, answer: Answer, note: object): void;
  close(): void;
}

interface Span {
  readonly offset: number;
  readonly length: number;
}

/** A line starts with this and the key, so that the index needs no JSON. */
const LINE_START = '{"v":1,"key":"';
const KEY_LENGTH = 64;
const NEWLINE = 0x0a;
const CHUNK_BYTES = 1 << 16;

const count = z.number().nullable();
const entrySchema = z.object({
  v: z.literal(1),
  key: z.string(),
  answer: z.object({
    text: z.string(),
    finish: z.enum(['stop', 'length', 'filtered', 'refusal', 'other']),
    stop: z.null(),
    firstToken: z.array(z.object({ token: z.string(), logprob: z.number() })).nullable(),
    usage: z.object({
      inputTokens: count,
      outputTokens: count,
      reasoningTokens: count,
      cachedInputTokens: count,
    }),
  }),
});

/**
 * Opens a file of the cache, or starts it. Its system calls are short and are made at once: a turn of the thread pool for
 * each would cost several times what they do.
 */
export function openShard(file: string): Shard {
  const handle = openSync(file, 'a+');
  const index = new Map<string, Span>();
  /** Up to here the file is indexed: the end of a line. */
  let indexed = 0;

  /** Takes in what this and other processes have written since. */
  const catchUp = () => {
    const { size } = fstatSync(handle);
    if (size > indexed) indexed = indexLines(handle, indexed, size, index);
  };

  return {
    get(key) {
      if (!index.has(key)) catchUp();
      const span = index.get(key);
      const answer = span === undefined ? undefined : readEntry(handle, span, key);
      if (answer === undefined) index.delete(key);
      return answer;
    },
    put(key, answer, note) {
      const { size } = fstatSync(handle);
      // A torn last line of another process must not swallow this one.
      const torn = size > indexed && byteAt(handle, size - 1) !== NEWLINE;
      const line = `${LINE_START}${key}",${JSON.stringify({ ...note, answer }).slice(1)}\n`;
      const bytes = Buffer.from(torn ? `\n${line}` : line);
      // One write in append mode: lines of several processes do not mix.
      if (writeSync(handle, bytes) !== bytes.length)
        throw new Error(`only a part of an answer could be written to ${file}`);
      // Nobody else has written since: the line is known without reading it.
      if (size !== indexed || fstatSync(handle).size !== size + bytes.length) return;
      index.set(key, { offset: size, length: bytes.length - 1 });
      indexed = size + bytes.length;
    },
    close: () => closeSync(handle),
  };
}

/**
 * Indexes the lines that are complete.
 *
 * @returns the end of the last complete line
 */
function indexLines(handle: number, from: number, to: number, index: Map<string, Span>): number {
  let lineStart = from;
  let head = '';
  const buffer = Buffer.alloc(CHUNK_BYTES);
  for (let position = from; position < to; ) {
    const bytesRead = readSync(handle, buffer, 0, Math.min(CHUNK_BYTES, to - position), position);
    if (bytesRead === 0) break;
    let cursor = 0;
    while (cursor < bytesRead) {
      const newline = buffer.subarray(0, bytesRead).indexOf(NEWLINE, cursor);
      const end = newline < 0 ? bytesRead : newline;
      // The head of a line is ASCII; the rest of the line is not looked at.
      const missing = LINE_START.length + KEY_LENGTH - head.length;
      if (missing > 0) head += buffer.toString('latin1', cursor, Math.min(end, cursor + missing));
      if (newline < 0) break;
      const length = position + newline - lineStart;
      const key = keyOf(head);
      // The last line counts: an earlier one with this key may be torn.
      if (key !== null) index.set(key, { offset: lineStart, length });
      head = '';
      lineStart = position + newline + 1;
      cursor = newline + 1;
    }
    position += bytesRead;
  }
  return lineStart;
}

function keyOf(head: string): string | null {
  const key = head.slice(LINE_START.length);
  return head.startsWith(LINE_START) && /^[0-9a-f]{64}$/.test(key) ? key : null;
}

function readEntry(handle: number, { offset, length }: Span, key: string): Answer | undefined {
  const buffer = Buffer.alloc(length);
  const bytesRead = readSync(handle, buffer, 0, length, offset);
  const entry = entrySchema.safeParse(parseJson(buffer.toString('utf8', 0, bytesRead)));
  if (!entry.success || entry.data.key !== key || !isCacheable(entry.data.answer)) return undefined;
  return entry.data.answer;
}

function byteAt(handle: number, position: number): number | undefined {
  const buffer = Buffer.alloc(1);
  return readSync(handle, buffer, 0, 1, position) === 1 ? buffer[0] : undefined;
}
