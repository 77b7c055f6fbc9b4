import { existsSync } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { QuadratError } from '../core/errors.ts';
import type { SourceFile } from '../core/task.ts';
import { differenceFrom, type Hashes, hashBytes, hashFile, isPinned } from './hash.ts';
import { type Installation, targetOf } from './installed.ts';
import { lockEntryOf, pinOf, readLock, writeLockEntry } from './lock.ts';
import { readFileBytes, readRawBytes, writeBytesWhole } from './text-file.ts';

export interface ImportOptions extends Installation {
  /** A file, or a folder that is searched with all folders in it. */
  readonly from: string;
  /**
   * Says what is wrong with a content that is to become a file; null: nothing. Without it only files with a known
   * hash are taken.
   */
  readonly check?: (file: SourceFile, bytes: Uint8Array) => string | null | Promise<string | null>;
  /** Says what is odd in a content that passed the check. */
  readonly notices?: (file: SourceFile, bytes: Uint8Array) => readonly string[];
}

export interface ImportResult {
  /** The local copy. */
  readonly from: string;
  /** The file that it is, by its path below the benchmark's folder; null: none that is known. */
  readonly path: string | null;
  readonly state: 'imported' | 'already-there' | 'refused' | 'unknown';
  readonly recognisedBy: 'hash' | 'schema' | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** Why it was refused. */
  readonly problem: string | null;
  /** What is odd in a content that was taken by its form. */
  readonly notices: readonly string[];
}

const MAX_FILES = 20_000;
const PACKED = /\.(gz|xz)$/;

/**
 * Takes local copies of a benchmark's files: by their hash whatever their name, else by their path or name if the
 * content passes the check.
 *
 * @returns one entry for each local file
 * @throws QuadratError `file-not-found`, `too-large` (a folder with more files than a data set can have)
 */
export async function importFiles(
  files: readonly SourceFile[],
  options: ImportOptions,
): Promise<readonly ImportResult[]> {
  const local = await localFiles(options.from);
  const single = local.length === 1 && local[0] === options.from;
  const results = new Map<string, ImportResult>();
  // What is known by its hash goes first, so that no look-alike takes its place.
  for (const copy of local) {
    const found = await byHash(copy, files, options);
    if (found !== undefined) results.set(copy, found);
  }
  for (const copy of local) {
    if (!results.has(copy)) results.set(copy, await bySchema(copy, candidates(copy, files, single), options));
  }
  return local.map((copy) => results.get(copy) ?? unknown(copy));
}

const unknown = (from: string): ImportResult => ({
  from,
  path: null,
  state: 'unknown',
  recognisedBy: null,
  bytes: null,
  sha256: null,
  problem: null,
  notices: [],
});

async function localFiles(from: string): Promise<readonly string[]> {
  if (!existsSync(from)) {
    throw new QuadratError('file-not-found', 'there is no such file or folder', {
      file: from,
      next: 'Check the path given with --from.',
    });
  }
  if ((await stat(from)).isFile()) return [from];
  const found: string[] = [];
  const waiting = [from];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for await (const entry of await opendir(folder)) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const full = path.join(folder, entry.name);
      if (entry.isDirectory()) waiting.push(full);
      else if (entry.isFile()) found.push(full);
    }
    if (found.length > MAX_FILES) {
      throw new QuadratError('too-large', `more than ${MAX_FILES} files`, {
        file: from,
        next: 'Name the folder that holds the data.',
      });
    }
  }
  return found.sort();
}

async function byHash(
  copy: string,
  files: readonly SourceFile[],
  options: ImportOptions,
): Promise<ImportResult | undefined> {
  const lock = await readLock(options.dataFolder);
  const wanted = files.flatMap((file) => {
    const pin = pinOf(file, lockEntryOf(lock, options.benchmark, file));
    return isPinned(pin) ? [{ file, pin }] : [];
  });
  const { size } = await stat(copy);
  const fits = wanted.filter(({ file, pin }) => (pin.bytes ?? size) === size && size <= file.maxBytes);
  const hashes = fits.length === 0 ? undefined : await hashFile(copy);
  const plain = hashes && fits.find(({ pin }) => differenceFrom(pin, hashes) === undefined);
  if (hashes !== undefined && plain !== undefined) {
    return place(copy, plain.file, hashes, () => readRawBytes(copy, plain.file.maxBytes), options);
  }
  if (!PACKED.test(copy) || wanted.length === 0) return undefined;
  const bytes = await readOrNull(copy, Math.max(...wanted.map(({ file }) => file.maxBytes)));
  if (bytes === null) return undefined;
  const inner = hashBytes(bytes);
  const packed = wanted.find(({ pin }) => differenceFrom(pin, inner) === undefined);
  return packed && place(copy, packed.file, inner, async () => bytes, options);
}

/** Puts a copy that is known by its hash in place. */
async function place(
  copy: string,
  file: SourceFile,
  { bytes, sha256 }: Hashes,
  content: () => Promise<Uint8Array>,
  options: ImportOptions,
): Promise<ImportResult> {
  const target = targetOf(options, file);
  const there = await isThere(target, sha256);
  if (!there) await writeBytesWhole(target, await content());
  const state = there ? 'already-there' : 'imported';
  const known = { recognisedBy: 'hash', problem: null, notices: [] } as const;
  return { from: copy, path: file.path, state, bytes, sha256, ...known };
}

/** The files that a copy may be by its path or name; any, if it alone was named. */
function candidates(copy: string, files: readonly SourceFile[], single: boolean): readonly SourceFile[] {
  const plain = copy.replace(PACKED, '');
  const whole = path.resolve(plain).split(path.sep).join('/');
  const byPath = files.filter((file) =>
    [file.path, ...(file.otherPaths ?? [])].some((known) => whole.endsWith(`/${known}`)),
  );
  if (byPath.length > 0) return byPath;
  const name = path.basename(plain);
  const byName = files.filter((file) =>
    [path.posix.basename(file.path), ...(file.otherNames ?? [])].includes(name),
  );
  if (byName.length === 1) return byName;
  return single ? [...byName, ...files.filter((file) => !byName.includes(file))] : [];
}

async function bySchema(
  copy: string,
  wanted: readonly SourceFile[],
  options: ImportOptions,
): Promise<ImportResult> {
  if (wanted.length === 0) return unknown(copy);
  const { check } = options;
  let refused: ImportResult | undefined;
  for (const file of wanted) {
    const bytes = await readOrNull(copy, file.maxBytes);
    if (bytes === null) return unknown(copy);
    const problem =
      check === undefined
        ? 'its hash is not the known one, and its form cannot be checked'
        : await check(file, bytes);
    const { sha256 } = hashBytes(bytes);
    const result = {
      from: copy,
      path: file.path,
      recognisedBy: 'schema',
      bytes: bytes.length,
      sha256,
      notices: [],
    } as const;
    if (problem === null) {
      const notices = options.notices?.(file, bytes) ?? [];
      return take(file, bytes, { ...result, problem: null, notices }, options);
    }
    refused ??= { ...result, state: 'refused', recognisedBy: null, problem };
  }
  return refused ?? unknown(copy);
}

async function take(
  file: SourceFile,
  bytes: Uint8Array,
  result: Omit<ImportResult, 'state'> & { readonly sha256: string },
  options: ImportOptions,
): Promise<ImportResult> {
  const { dataFolder, benchmark } = options;
  const target = targetOf(options, file);
  if (await isThere(target, result.sha256)) return { ...result, state: 'already-there' };
  if (existsSync(target) && differenceFrom(file, await hashFile(target)) === undefined && isPinned(file)) {
    return { ...result, state: 'refused', problem: 'the published file is already there' };
  }
  await writeBytesWhole(target, bytes);
  const { sha256 } = result;
  await writeLockEntry(dataFolder, {
    benchmark,
    path: file.path,
    sha256,
    bytes: bytes.length,
    origin: 'import',
  });
  return { ...result, state: 'imported' };
}

async function isThere(target: string, sha256: string): Promise<boolean> {
  return existsSync(target) && (await hashFile(target)).sha256 === sha256;
}

/** @returns null for a file that is too large or not what its name says */
async function readOrNull(file: string, maxBytes: number): Promise<Uint8Array | null> {
  try {
    return await readFileBytes(file, { maxBytes });
  } catch (error) {
    if (error instanceof QuadratError) return null;
    throw error;
  }
}
