import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { QuadratError } from '../core/errors.ts';
import type { DataSource } from '../core/task.ts';
import { pathInside } from './inside.ts';
import { readLock } from './lock.ts';
import { readFileBytes } from './text-file.ts';

export interface SourceOptions {
  /** `full` (installed data), `sample`, or the path of a folder or file. */
  readonly data: string;
  readonly benchmark: string;
  /** The folder that holds installed data, one folder a benchmark below it. */
  readonly dataFolder: string;
  /** The folder that holds the samples, one folder a benchmark below it. */
  readonly samplesFolder: string;
}

/**
 * Where a task's files come from. A named folder may hold the benchmark's files itself or in a folder of the
 * benchmark's name; a file that is there only as `.gz` or `.xz` is found too.
 *
 * @throws QuadratError `file-not-found` for a path that does not exist
 */
export function openSource(options: SourceOptions): DataSource {
  const { data, benchmark } = options;
  if (data === 'full') {
    const folder = pathInside(options.dataFolder, benchmark);
    return {
      ...folderSource('full', `the installed data (${folder})`, [folder]),
      async isDownloaded(sha256) {
        const lock = await readLock(options.dataFolder);
        return lock.some(
          (entry) => entry.benchmark === benchmark && entry.origin === 'download' && entry.sha256 === sha256,
        );
      },
    };
  }
  if (data === 'sample')
    return folderSource('sample', 'the samples', [pathInside(options.samplesFolder, benchmark)]);
  if (!existsSync(data)) {
    throw new QuadratError('file-not-found', 'there is no such file or folder', {
      file: data,
      next: 'Check the path given with --data.',
    });
  }
  if (statSync(data).isDirectory()) return folderSource('own', data, [data, pathInside(data, benchmark)]);
  return { kind: 'own', label: data, file: data, find: () => undefined, read: readFileBytes };
}

function folderSource(kind: DataSource['kind'], label: string, folders: readonly string[]): DataSource {
  return {
    kind,
    label,
    file: undefined,
    find(...paths) {
      for (const relative of paths) {
        for (const folder of folders) {
          const full = pathInside(folder, relative);
          const found = [full, `${full}.gz`, `${full}.xz`].find((candidate) => isFile(candidate));
          if (found !== undefined) return found;
        }
      }
      return undefined;
    },
    read: (file) => readFileBytes(path.resolve(file)),
  };
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
