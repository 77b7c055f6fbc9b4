import { createRequire } from 'node:module';

const packageFile: unknown = createRequire(import.meta.url)('../../package.json');

/** The version of this program, as its package says. */
export const VERSION: string =
  typeof packageFile === 'object' &&
  packageFile !== null &&
  'version' in packageFile &&
  typeof packageFile.version === 'string'
    ? packageFile.version
    : 'unknown';
