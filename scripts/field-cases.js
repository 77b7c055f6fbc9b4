// Runs cases of trouble that people met with evaluation tools: npm run field-cases -- [--file FILE] [--json]
import { runLoop } from './lib/loop.js';

await runLoop({
  name: 'field-cases',
  option: 'file',
  beside: 'shared/field-cases/cases.jsonl',
  module: 'field-cases/index.js',
  function: 'runFieldCases',
});
