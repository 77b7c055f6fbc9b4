import path from 'node:path';
import { QuadratError } from '../core/errors.ts';

/**
 * A path below a folder.
 *
 * @param relative parts divided by `/`
 * @throws QuadratError `usage` for a path that leaves the folder
 */
export function pathInside(folder: string, relative: string): string {
  const parts = relative.split(/[/\\]/);
  const leaves = parts.some((part) => part === '..' || part === '' || part === '.' || part.includes('\0'));
  if (leaves || path.isAbsolute(relative) || /^[a-z]:/i.test(relative)) {
    throw new QuadratError('usage', `the path ${JSON.stringify(relative)} does not stay in its folder`, {
      next: 'Use a plain relative path.',
    });
  }
  return path.join(folder, ...parts);
}
