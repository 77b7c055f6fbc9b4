// Makes samples/birco/SET/test_set.pickle from samples/birco/source/SET.json: npm run samples
// Exits 1, and writes nothing, if a source breaks a rule.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pickleOf, problemsOf, problemsOfAll, SETS } from './lib/birco-samples.js';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../samples/birco');

function read(set) {
  const file = path.join(folder, 'source', `${set}.json`);
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`samples: ${file} cannot be read: ${error.message}`);
    return process.exit(1);
  }
}

const sources = SETS.map(read);
const problems = [
  ...sources.flatMap((source, at) =>
    problemsOf(source, SETS[at]).map((problem) => `samples/birco/source/${SETS[at]}.json: ${problem}`),
  ),
  ...problemsOfAll(sources),
];
if (problems.length > 0) {
  for (const problem of problems) console.error(`samples: ${problem}`);
  console.error('samples: nothing was written; mend the sources and run `npm run samples` again.');
  process.exit(1);
}
for (const source of sources) {
  const file = path.join(folder, source.set, 'test_set.pickle');
  mkdirSync(path.dirname(file), { recursive: true });
  const bytes = pickleOf(source);
  writeFileSync(file, bytes);
  console.log(
    `samples/birco/${source.set}/test_set.pickle: ${source.queries.length} queries, ${source.corpus.length} passages, ${bytes.length} bytes`,
  );
}
