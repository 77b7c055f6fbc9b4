import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { QuadratError } from '../core/index.ts';

const CHUNK_BYTES = 1 << 20;
const NEWLINE = 0x0a;

export interface Line {
  readonly value: unknown;
  /** Counted from 1. */
  readonly number: number;
  /** Byte offset of the line's start, and its length without the newline. */
  readonly offset: number;
  readonly length: number;
}

/**
 * Reads a file of JSON lines one by one, in bounded memory. Lines end at LF only. A torn last line, which a killed
 * writer leaves and one at work shows for a moment, is passed over.
 *
 * @throws QuadratError `run-corrupt` at any other line that is not JSON
 */
export function* readLines(path: string): Generator<Line> {
  if (!existsSync(path)) return;
  const file = openSync(path, 'r');
  try {
    let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0);
    let offset = 0;
    let number = 0;
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const count = readSync(file, chunk, 0, CHUNK_BYTES, null);
      if (count === 0) break;
      const bytes =
        rest.length === 0 ? chunk.subarray(0, count) : Buffer.concat([rest, chunk.subarray(0, count)]);
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE, start); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        number += 1;
        if (end > start) yield parseLine(bytes.subarray(start, end), path, number, offset + start);
        start = end + 1;
      }
      rest = Buffer.from(bytes.subarray(start));
      offset += start;
    }
    if (isJson(rest)) yield parseLine(rest, path, number + 1, offset);
  } finally {
    closeSync(file);
  }
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
}

function parseLine(bytes: Buffer, path: string, number: number, offset: number): Line {
  try {
    return { value: JSON.parse(bytes.toString('utf8')), number, offset, length: bytes.length };
  } catch (cause) {
    throw new QuadratError('run-corrupt', 'the line is not JSON', {
      file: path,
      line: number,
      next: 'The file was changed by something else; restore it, or start again with --new.',
      cause,
    });
  }
}

/** Reads one line again by its place. */
export function readLineAt(file: number, offset: number, length: number): unknown {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; ) {
    const count = readSync(file, bytes, at, length - at, offset + at);
    if (count === 0) break;
    at += count;
  }
  return JSON.parse(bytes.toString('utf8'));
}

/**
 * Mends the end of a file that a killed process left: a torn last line is cut off, a whole one without its newline
 * gets it.
 *
 * @returns how many bytes were cut off
 */
export function mendLines(path: string): number {
  if (!existsSync(path)) return 0;
  const file = openSync(path, 'r+');
  try {
    const { size } = fstatSync(file);
    const tail = lastLine(file, size);
    if (tail.length === 0) return 0;
    if (isJson(tail)) {
      writeSync(file, '\n', size);
      return 0;
    }
    ftruncateSync(file, size - tail.length);
    return tail.length;
  } finally {
    closeSync(file);
  }
}

/** Bytes after the last newline. */
function lastLine(file: number, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let end = size; end > 0; ) {
    const start = Math.max(0, end - CHUNK_BYTES);
    const bytes = Buffer.alloc(end - start);
    readSync(file, bytes, 0, bytes.length, start);
    const newline = bytes.lastIndexOf(NEWLINE);
    parts.unshift(bytes.subarray(newline + 1));
    if (newline >= 0) break;
    end = start;
  }
  return Buffer.concat(parts);
}
