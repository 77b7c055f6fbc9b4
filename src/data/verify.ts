import { statSync } from 'node:fs';
import type { SourceFile } from '../core/task.ts';
import { isPinned } from './hash.ts';
import { type FileState, type Installation, inspectFile, targetOf } from './installed.ts';
import { lockEntryOf, pinOf, readLock } from './lock.ts';

export interface VerifyResult {
  /** Path below the benchmark's folder. */
  readonly path: string;
  readonly split: string;
  readonly state: FileState;
  readonly target: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** What the file must hash to and what it does, where they differ. */
  readonly want: string | null;
  readonly got: string | null;
}

/** Hashes each installed file and compares it with what it must be. */
export async function verifyFiles(
  files: readonly SourceFile[],
  place: Installation,
): Promise<readonly VerifyResult[]> {
  const lock = await readLock(place.dataFolder);
  const results: VerifyResult[] = [];
  for (const file of files) {
    const { state, target, hashes, want, got } = await inspectFile(place, file, lock);
    const { bytes, sha256 } = hashes ?? { bytes: null, sha256: null };
    results.push({ path: file.path, split: file.split, state, target, bytes, sha256, want, got });
  }
  return results;
}

export interface StatusResult {
  readonly path: string;
  readonly split: string;
  readonly target: string;
  readonly present: boolean;
  /** Size of the copy that is there. */
  readonly bytes: number | null;
  /** Size that it should have, where known. */
  readonly expectedBytes: number | null;
  /** `specification` or `lock`: where its hash comes from; null: none is known yet. */
  readonly pinnedBy: 'specification' | 'lock' | null;
}

/** What is installed, without reading the files. */
export async function statusOfFiles(
  files: readonly SourceFile[],
  place: Installation,
): Promise<readonly StatusResult[]> {
  const lock = await readLock(place.dataFolder);
  return files.map((file) => {
    const target = targetOf(place, file);
    const found = statSync(target, { throwIfNoEntry: false });
    const pin = pinOf(file, lockEntryOf(lock, place.benchmark, file));
    return {
      path: file.path,
      split: file.split,
      target,
      present: found?.isFile() === true,
      bytes: found?.size ?? null,
      expectedBytes: pin.bytes ?? null,
      pinnedBy: isPinned(file) ? 'specification' : isPinned(pin) ? 'lock' : null,
    };
  });
}
