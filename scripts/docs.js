// Makes docs/measures.md and docs/errors.md from the code: npm run docs [-- --check]
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ensureBuilt, root } from './lib.js';

ensureBuilt();
const { benchmarks, ERROR_CODES, ERROR_MEANINGS, libraryMeasures, measuresMarkdown } = await import(
  path.join(root, 'dist/index.js')
);

const uses = benchmarks.flatMap(({ tasks }) =>
  tasks.flatMap((task) =>
    task.measures.map(({ description, protocol, headline }) => ({
      description,
      task: task.id,
      protocol,
      ...(headline === true ? { headline } : {}),
    })),
  ),
);
const errors = [
  '# Error codes',
  'Made from the code. A message names the file, item and line where it can, and what to do next. The same codes stand in `errors` of results.',
  [
    '| code | what it means |',
    '|---|---|',
    ...ERROR_CODES.map((code) => `| \`${code}\` | ${ERROR_MEANINGS[code]} |`),
  ].join('\n'),
].join('\n\n');

const pages = [
  ['docs/measures.md', measuresMarkdown([...uses, ...libraryMeasures])],
  ['docs/errors.md', `${errors}\n`],
];
const check = process.argv.includes('--check');
let stale = 0;
for (const [file, text] of pages) {
  const full = path.join(root, file);
  if (!check) writeFileSync(full, text);
  else if (readFileSync(full, 'utf8') !== text) {
    console.error(`${file} is not what the code says; run \`npm run docs\`.`);
    stale += 1;
  }
}
process.exitCode = stale === 0 ? 0 : 1;
