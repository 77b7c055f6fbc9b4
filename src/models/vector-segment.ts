import {
  closeSync,
  existsSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { QuadratError } from '../core/errors.ts';

/*
 * A segment of a vector store: two files that one process at a time appends to.
 *
 *   NNNN.rows    float32 numbers in the machine's order (little-endian on all that Node runs on), a row a vector
 *   NNNN.index   16 bytes (`QVEC`, version, dimension, 0), then a record a row: SHA-256 of the text, CRC-32 of the row
 *   NNNN.lock    is there while a process may append; a segment whose process was killed stays as it is
 *
 * Rows are written before their records, and whatever is not whole at the end does not count.
 */

const MAGIC = 0x43_45_56_51; // "QVEC"
const VERSION = 1;
const HEADER_BYTES = 16;
const HASH_BYTES = 32;
const RECORD_BYTES = HASH_BYTES + 4;
const FLOAT_BYTES = 4;

export interface SegmentRecord {
  /** SHA-256 of the text, one character a byte. */
  readonly key: string;
  readonly row: number;
  /** CRC-32 of the row's bytes. */
  readonly check: number;
}

export interface Segment {
  /** Path without the endings. */
  readonly base: string;
  readonly dimension: number;
  readonly records: readonly SegmentRecord[];
}

/** Reads up to `bytes.length` bytes from a place. @returns how many there were */
function readAt(file: number, bytes: Uint8Array, position: number): number {
  let done = 0;
  while (done < bytes.length) {
    const count = readSync(file, bytes, done, bytes.length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}

function writeAt(file: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(file, bytes, done, bytes.length - done, position + done);
}

function withFile<T>(file: string, flags: string, use: (file: number) => T): T {
  const handle = openSync(file, flags);
  try {
    return use(handle);
  } finally {
    closeSync(handle);
  }
}

/** Whole rows in the file of rows. */
function wholeRows(base: string, dimension: number): number {
  if (!existsSync(`${base}.rows`)) return 0;
  const bytes = withFile(`${base}.rows`, 'r', (file) => fstatSync(file).size);
  return Math.floor(bytes / (FLOAT_BYTES * dimension));
}

/**
 * Reads a segment's index.
 *
 * @returns undefined where nothing was written yet
 * @throws QuadratError `invalid-format` for a file of another kind
 */
export function readSegment(base: string): Segment | undefined {
  const index = `${base}.index`;
  const bytes = withFile(index, 'r', (file) => {
    const all = Buffer.alloc(fstatSync(file).size);
    return all.subarray(0, readAt(file, all, 0));
  });
  if (bytes.length < HEADER_BYTES) return undefined;
  const dimension = bytes.readUInt32LE(8);
  if (bytes.readUInt32LE(0) !== MAGIC || bytes.readUInt32LE(4) !== VERSION || dimension === 0) {
    throw new QuadratError('invalid-format', 'not an index of a vector store of this version', {
      file: index,
      next: 'Delete the folder that holds it: vectors are computed again.',
    });
  }
  const whole = Math.floor((bytes.length - HEADER_BYTES) / RECORD_BYTES);
  const count = Math.min(whole, wholeRows(base, dimension));
  const records = Array.from({ length: count }, (_, row): SegmentRecord => {
    const start = HEADER_BYTES + row * RECORD_BYTES;
    return {
      key: bytes.toString('latin1', start, start + HASH_BYTES),
      row,
      check: bytes.readUInt32LE(start + HASH_BYTES),
    };
  });
  return { base, dimension, records };
}

/**
 * Reads rows of a segment; neighbours are read together.
 *
 * @param records any, in the order of their rows
 * @param take gets each row; undefined where the row is not the one that was written
 */
export function readRows(
  base: string,
  dimension: number,
  records: readonly SegmentRecord[],
  take: (record: SegmentRecord, row: Float32Array | undefined) => void,
): void {
  const rowBytes = FLOAT_BYTES * dimension;
  const mostRows = Math.max(1, Math.floor(4_000_000 / rowBytes));
  withFile(`${base}.rows`, 'r', (file) => {
    for (let first = 0; first < records.length; ) {
      const start = records[first]?.row ?? 0;
      let last = first + 1;
      while (last < records.length && last - first < mostRows && records[last]?.row === start + last - first)
        last += 1;
      const bytes = Buffer.alloc((last - first) * rowBytes);
      const found = readAt(file, bytes, start * rowBytes);
      records.slice(first, last).forEach((record, index) => {
        const row = Uint8Array.from(bytes.subarray(index * rowBytes, (index + 1) * rowBytes));
        const right = (index + 1) * rowBytes <= found && crc32(row) === record.check;
        take(record, right ? new Float32Array(row.buffer) : undefined);
      });
      first = last;
    }
  });
}

/** Appends to a segment that no other process appends to. */
export interface SegmentWriter {
  readonly base: string;
  /** @returns the records of the rows, in order */
  append(rows: readonly { readonly key: string; readonly vector: Float32Array }[]): SegmentRecord[];
  close(): void;
}

/**
 * Takes the first segment of a folder that no process appends to, or a new one, and cuts off what is not whole.
 *
 * @param taken called with a segment that was there already and may have grown since it was read; may refuse it by
 *   an error
 */
export function claimSegment(
  folder: string,
  dimension: number,
  processId: number,
  taken: (segment: Segment) => void,
): SegmentWriter {
  for (let number = 0; ; number += 1) {
    const base = path.join(folder, String(number).padStart(4, '0'));
    if (!lock(`${base}.lock`, processId)) continue;
    const opened: number[] = [];
    const release = (): void => {
      for (const file of opened) closeSync(file);
      rmSync(`${base}.lock`, { force: true });
    };
    const open = (file: string): number => {
      const handle = openSync(file, existsSync(file) ? 'r+' : 'w+');
      opened.push(handle);
      return handle;
    };
    let [index, rows, count] = [0, 0, 0];
    try {
      index = open(`${base}.index`);
      rows = open(`${base}.rows`);
      const before = readSegment(base);
      if (before === undefined) writeAt(index, header(dimension), 0);
      else taken(before);
      count = before?.records.length ?? 0;
      ftruncateSync(rows, count * FLOAT_BYTES * dimension);
      ftruncateSync(index, HEADER_BYTES + count * RECORD_BYTES);
    } catch (error) {
      release();
      throw error;
    }
    return {
      base,
      append(added) {
        const rowBytes = Buffer.concat(
          added.map(({ vector }) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)),
        );
        const records = added.map(({ key, vector }, position): SegmentRecord => {
          const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
          return { key, row: count + position, check: crc32(bytes) };
        });
        const recordBytes = Buffer.alloc(records.length * RECORD_BYTES);
        records.forEach(({ key, check }, position) => {
          recordBytes.write(key, position * RECORD_BYTES, 'latin1');
          recordBytes.writeUInt32LE(check, position * RECORD_BYTES + HASH_BYTES);
        });
        writeAt(rows, rowBytes, count * FLOAT_BYTES * dimension);
        writeAt(index, recordBytes, HEADER_BYTES + count * RECORD_BYTES);
        count += records.length;
        return records;
      },
      close: release,
    };
  }
}

function header(dimension: number): Buffer {
  const bytes = Buffer.alloc(HEADER_BYTES);
  bytes.writeUInt32LE(MAGIC, 0);
  bytes.writeUInt32LE(VERSION, 4);
  bytes.writeUInt32LE(dimension, 8);
  return bytes;
}

/** @returns whether the lock was free and is ours now */
function lock(file: string, processId: number): boolean {
  try {
    withFile(file, 'wx', (handle) => writeSync(handle, `${processId}\n`));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
