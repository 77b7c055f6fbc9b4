import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { QuadratError } from '../core/errors.ts';
import type { SourceFile } from '../core/task.ts';
import { isPinned, type Pin } from './hash.ts';
import { readTextFile, writeFileWhole } from './text-file.ts';

const entrySchema = z.object({
  benchmark: z.string(),
  path: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.number().int().nonnegative(),
  /** `download`: the hash that the first download had; `import`: a copy of the user's own, checked by its form. */
  origin: z.enum(['download', 'import']),
});
const lockSchema = z.object({ version: z.literal(1), files: z.array(entrySchema) });

/** A file whose hash was learned here, as no specification gives one or another copy was imported. */
export type LockEntry = z.infer<typeof entrySchema>;

/** The lock file of learned hashes. */
export function lockFile(dataFolder: string): string {
  return path.join(dataFolder, 'data.lock.json');
}

/**
 * @returns the entries; none where there is no lock file
 * @throws QuadratError `invalid-format` for a lock file that cannot be read
 */
export async function readLock(dataFolder: string): Promise<readonly LockEntry[]> {
  const file = lockFile(dataFolder);
  if (!existsSync(file)) return [];
  try {
    return lockSchema.parse(JSON.parse(await readTextFile(file))).files;
  } catch (cause) {
    throw new QuadratError('invalid-format', 'the lock file of the data cannot be read', {
      file,
      next: 'Remove it; hashes are then learned again.',
      cause,
    });
  }
}

/** Writes an entry in place of the one for the same file, if there is one. */
export async function writeLockEntry(dataFolder: string, entry: LockEntry): Promise<void> {
  const others = (await readLock(dataFolder)).filter((known) => !sameFile(known, entry));
  const files = [...others, entry].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await writeFileWhole(lockFile(dataFolder), `${JSON.stringify({ version: 1, files }, null, 2)}\n`);
}

export function lockEntryOf(
  lock: readonly LockEntry[],
  benchmark: string,
  file: Pick<SourceFile, 'path'>,
): LockEntry | undefined {
  return lock.find((entry) => sameFile(entry, { benchmark, path: file.path }));
}

/** What a download of a file must be: what the specification gives, else what was learned at the first download. */
export function pinOf(file: SourceFile, learned: LockEntry | undefined): Pin {
  if (isPinned(file) || learned?.origin !== 'download') return file;
  return { sha256: learned.sha256, bytes: learned.bytes };
}

type FileKey = Pick<LockEntry, 'benchmark' | 'path'>;
const keyOf = (entry: FileKey): string => `${entry.benchmark}/${entry.path}`;
const sameFile = (a: FileKey, b: FileKey): boolean => keyOf(a) === keyOf(b);
