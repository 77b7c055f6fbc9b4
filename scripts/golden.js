// Runs golden values over the files that they are about: npm run golden -- [--dir DIR] [--json]
import { runLoop } from './lib/loop.js';

await runLoop({
  name: 'golden',
  option: 'dir',
  beside: 'shared/data/birco',
  module: 'golden/index.js',
  function: 'runGolden',
});
