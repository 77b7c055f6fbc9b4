import { existsSync } from 'node:fs';
import type { SourceFile } from '../core/task.ts';
import { differenceFrom, type Hashes, hashFile, isPinned } from './hash.ts';
import { pathInside } from './inside.ts';
import { type LockEntry, lockEntryOf, pinOf } from './lock.ts';

/** A benchmark's folder in the data home and what is known of its files. */
export interface Installation {
  /** The folder of all installed data. */
  readonly dataFolder: string;
  readonly benchmark: string;
}

/**
 * How an installed file stands to what it must be:
 * - `ok`: its hash is the one of the specification, or the one learned at the first download;
 * - `own`: a copy of the user's own that was imported by its form, unchanged since;
 * - `unknown`: it is there, but no hash is known for it;
 * - `mismatch`: its hash is another one;
 * - `missing`.
 */
export type FileState = 'ok' | 'own' | 'unknown' | 'mismatch' | 'missing';

export interface Inspected {
  readonly state: FileState;
  /** Where the file is or would be. */
  readonly target: string;
  readonly hashes: Hashes | null;
  readonly want: string | null;
  readonly got: string | null;
}

export function targetOf({ dataFolder, benchmark }: Installation, file: SourceFile): string {
  return pathInside(pathInside(dataFolder, benchmark), file.path);
}

/** Hashes an installed file and compares it with what it must be. */
export async function inspectFile(
  place: Installation,
  file: SourceFile,
  lock: readonly LockEntry[],
): Promise<Inspected> {
  const target = targetOf(place, file);
  if (!existsSync(target)) return { state: 'missing', target, hashes: null, want: null, got: null };
  const hashes = await hashFile(target);
  const entry = lockEntryOf(lock, place.benchmark, file);
  const pin = pinOf(file, entry);
  const difference = differenceFrom(pin, hashes);
  const found = { target, hashes, want: difference?.want ?? null, got: difference?.got ?? null };
  if (isPinned(pin) && difference === undefined) return { ...found, state: 'ok' };
  if (entry?.origin === 'import' && entry.sha256 === hashes.sha256) return { ...found, state: 'own' };
  return { ...found, state: isPinned(pin) || entry !== undefined ? 'mismatch' : 'unknown' };
}
