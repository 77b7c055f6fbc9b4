// `npm test`: installs and builds what is missing, then runs the tests; arguments go to vitest.
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './lib.js';

ensureInstalled();
ensureBuilt();
process.exit(
  run(process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...process.argv.slice(2)]),
);
