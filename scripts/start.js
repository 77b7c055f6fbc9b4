// `npm start`: the main job on the invented samples with the models that need neither key nor network.
import path from 'node:path';
import { ensureBuilt, ensureInstalled, root, run } from './lib.js';

ensureInstalled();
ensureBuilt();
const code = run(process.execPath, [
  path.join(root, 'bin/quadrat.js'),
  'run',
  'all',
  '--data',
  'sample',
  '--model',
  'local/default',
  '--report',
  'runs/report.md',
]);
process.exit(code);
