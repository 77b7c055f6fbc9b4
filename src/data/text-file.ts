import { randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { QuadratError } from '../core/errors.ts';
import { decodeText } from './encoding.ts';
import { unxz } from './xz.ts';

/** Bytes that a file may have, before and after unpacking, where the caller names no other limit. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;

export interface ReadOptions {
  /** Refuse more than this, also after unpacking. */
  readonly maxBytes?: number;
}

/**
 * Reads a file whole, unpacked if its name ends in `.gz`, or in `.xz` where the program xz is there.
 *
 * @throws QuadratError `file-not-found`, `too-large`, `invalid-format` (not gzip, not xz)
 */
export async function readFileBytes(file: string, options: ReadOptions = {}): Promise<Uint8Array> {
  const maxBytes = options.maxBytes ?? MAX_FILE_BYTES;
  const bytes = await readWhole(file, maxBytes);
  if (file.endsWith('.xz')) return unxz(bytes, file, maxBytes);
  return file.endsWith('.gz') ? gunzip(bytes, file, maxBytes) : bytes;
}

/** Reads a file as it is on disk, packed or not; see {@link readFileBytes}. */
export function readRawBytes(file: string, maxBytes: number): Promise<Uint8Array> {
  return readWhole(file, maxBytes);
}

/** Reads a text file; see {@link readFileBytes} and `decodeText`. */
export async function readTextFile(
  file: string,
  options: ReadOptions & { readonly encoding?: string } = {},
): Promise<string> {
  return decodeText(await readFileBytes(file, options), file, options.encoding).text;
}

async function readWhole(file: string, maxBytes: number): Promise<Uint8Array> {
  let handle: FileHandle | undefined;
  try {
    // Before it is opened: to open a pipe that nobody writes to would wait for ever.
    refuseSpecial(file, await stat(file));
    handle = await open(file, 'r');
    const state = await handle.stat();
    if (!state.isFile()) return await readStream(file, handle, maxBytes);
    if (state.size > maxBytes) throw tooLarge(file, maxBytes, state.size);
    return await handle.readFile();
  } catch (error) {
    throw fileError(file, error);
  } finally {
    await handle?.close();
  }
}

/** The pipe of a shell's `<(command)` is read; a named pipe or a device never ends, or never begins. */
function refuseSpecial(file: string, state: Stats): void {
  if (state.isFile()) return;
  if (state.isDirectory()) {
    throw new QuadratError('file-not-found', 'it is a folder, not a file', {
      file,
      next: 'Name a file in it.',
    });
  }
  if (state.isFIFO() && /^\/(?:dev\/stdin|(?:dev|proc\/self)\/fd\/\d+)$/.test(file)) return;
  throw new QuadratError('file-not-found', 'it is a pipe or a device, not a file', {
    file,
    next: 'Write its content to a file and name that.',
  });
}

async function readStream(file: string, handle: FileHandle, maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of handle.createReadStream({ autoClose: false })) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > maxBytes) throw tooLarge(file, maxBytes, size);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function fileError(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new QuadratError('file-not-found', 'there is no such file', {
      file,
      next: 'Check the path.',
      cause: error,
    });
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return new QuadratError('file-not-found', 'the file may not be read', {
      file,
      next: 'Check its permissions.',
      cause: error,
    });
  }
  return error;
}

function tooLarge(file: string, maxBytes: number, size?: number): QuadratError {
  const has =
    size === undefined
      ? `unpacks to more than ${maxBytes} bytes`
      : `has ${size} bytes, the limit is ${maxBytes}`;
  return new QuadratError('too-large', `the file ${has}`, { file, next: 'Check that it is the right file.' });
}

/**
 * Unpacks gzip.
 *
 * @throws QuadratError `too-large` as soon as the limit is passed; `invalid-format`
 */
function gunzip(bytes: Uint8Array, file: string, maxBytes: number = MAX_FILE_BYTES): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes });
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(file, maxBytes);
    const what = code === 'Z_BUF_ERROR' ? 'the gzip file is cut' : 'the file is named .gz, but is not gzip';
    throw new QuadratError('invalid-format', what, { file, next: 'Fetch or write it again.', cause });
  }
}

/** Writes a text or bytes whole or not at all, packed if the name ends in `.gz`; makes the folders that it needs. */
export async function writeFileWhole(file: string, content: string | Uint8Array): Promise<void> {
  await writeBytesWhole(file, file.endsWith('.gz') ? gzipSync(content) : content);
}

/** Writes a file whole or not at all, as it is; makes the folders that it needs. */
export async function writeBytesWhole(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(fresh, 'w');
    try {
      await handle.writeFile(content);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, file);
  } finally {
    await rm(fresh, { force: true });
  }
}
