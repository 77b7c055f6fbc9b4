import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readTextFile } from '../../../data/text-file.ts';

/** A folder with golden values and the files that they are about. */
export interface GoldenFolder {
  readonly path: string;
  /** Paths below it, with `/`, sorted. */
  readonly files: readonly string[];
  readText(file: string): Promise<string>;
}

export async function openGoldenFolder(folder: string): Promise<GoldenFolder> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();
  return { path: folder, files, readText: (file) => readTextFile(path.join(folder, file)) };
}
