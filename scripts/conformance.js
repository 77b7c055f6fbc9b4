// Runs inputs with the values that reference implementations give: npm run conformance -- [--dir DIR] [--json]
import { runLoop } from './lib/loop.js';

await runLoop({
  name: 'conformance',
  option: 'dir',
  beside: 'shared/conformance',
  module: 'conformance/index.js',
  function: 'runConformance',
});
