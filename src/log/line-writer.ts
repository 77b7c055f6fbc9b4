import { closeSync, fstatSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs';

/**
 * Appends JSON lines; each `append` resolves when its line has reached the operating system. After a write that failed
 * (a full disk) the part of it is taken back and every later `append` is rejected too, so that no line follows a torn
 * one.
 */
export interface LineWriter {
  /** Says where the line stands. */
  append(value: unknown): Promise<LinePlace>;
  /** Writes what waits, syncs the disk and closes. */
  close(): void;
}

/** Byte offset of a line's start, and its length without the newline. */
export interface LinePlace {
  readonly offset: number;
  readonly length: number;
}

/** A power cut loses at most this much. */
const SYNC_MS = 1000;

interface Waiting {
  readonly line: string;
  readonly resolve: (place: LinePlace) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Opens a file of JSON lines for appending. Lines that are given in one turn of the event loop are written together,
 * so many calls in flight cost few writes. The disk is synced once a second.
 *
 * @param path the file; made if it is absent
 */
export function openLineWriter(path: string): LineWriter {
  const file = openSync(path, 'a');
  let waiting: Waiting[] = [];
  let scheduled: NodeJS.Immediate | undefined;
  let dirty = false;
  let closed = false;
  let failure: { readonly error: unknown } | undefined;

  const flush = () => {
    scheduled = undefined;
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    try {
      if (failure !== undefined) throw failure.error;
      const parts = batch.map(({ line }) => Buffer.from(line));
      let offset = appendAll(file, parts.length === 1 ? parts[0] : Buffer.concat(parts));
      dirty = true;
      for (const [at, { resolve }] of batch.entries()) {
        const length = parts[at]?.length ?? 0;
        resolve({ offset, length: length - 1 });
        offset += length;
      }
    } catch (error) {
      failure ??= { error };
      for (const { reject } of batch) reject(error);
    }
  };
  const sync = () => {
    if (!dirty) return;
    dirty = false;
    fsyncSync(file);
  };
  const timer = setInterval(sync, SYNC_MS);
  timer.unref();

  return {
    append(value) {
      if (closed) return Promise.reject(new Error(`${path} is closed`));
      const line = `${JSON.stringify(value)}\n`;
      return new Promise((resolve, reject) => {
        waiting.push({ line, resolve, reject });
        scheduled ??= setImmediate(flush);
      });
    },
    close() {
      if (closed) return;
      closed = true;
      clearInterval(timer);
      if (scheduled !== undefined) clearImmediate(scheduled);
      flush();
      sync();
      closeSync(file);
    },
  };
}

/**
 * All or nothing.
 *
 * @returns where the bytes begin
 */
function appendAll(file: number, bytes: Uint8Array = new Uint8Array()): number {
  const { size } = fstatSync(file);
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  } catch (error) {
    ftruncateSync(file, size);
    throw error;
  }
  return size;
}
