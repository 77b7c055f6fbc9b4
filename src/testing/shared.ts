import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** The folder with reference values and real files beside the checkout; a clone of the project alone has none. */
const shared = path.join(root, '..', 'shared');

/**
 * A path in the folder of reference values and real files, for the project's own tests.
 *
 * @param relative a path below that folder
 * @returns the absolute path, or undefined where the folder or the file is absent
 */
export function sharedPath(relative: string): string | undefined {
  const full = path.join(shared, relative);
  return existsSync(full) ? full : undefined;
}

/** The project's own folder. */
export const projectRoot: string = root;
