// Makes the sample data sets from their readable sources: npm run samples
// Exits 1, and writes nothing, if a source breaks a rule.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pickleOf, problemsOf, problemsOfAll, SETS } from './lib/birco-samples.js';
import * as climaqa from './lib/climaqa-samples.js';
import * as wximpactbench from './lib/wximpactbench-samples.js';

const samples = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../samples');
const folder = path.join(samples, 'birco');

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    console.error(`samples: ${file} cannot be read: ${error.message}`);
    return process.exit(1);
  }
}

const sources = SETS.map((set) => read(path.join(folder, 'source', `${set}.json`)));
const articles = read(path.join(samples, 'wximpactbench/source/articles.json'));
const questions = read(path.join(samples, 'climaqa/source/questions.json'));
const problems = [
  ...sources.flatMap((source, at) =>
    problemsOf(source, SETS[at]).map((problem) => `samples/birco/source/${SETS[at]}.json: ${problem}`),
  ),
  ...problemsOfAll(sources),
  ...wximpactbench
    .problemsOf(articles)
    .map((problem) => `samples/wximpactbench/source/articles.json: ${problem}`),
  ...climaqa.problemsOf(questions).map((problem) => `samples/climaqa/source/questions.json: ${problem}`),
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
for (const [name, text] of wximpactbench.filesOf(articles)) {
  writeFileSync(path.join(samples, 'wximpactbench', name), text);
  console.log(`samples/wximpactbench/${name}: ${Buffer.byteLength(text)} bytes`);
}
for (const [name, text] of climaqa.filesOf(questions)) {
  const file = path.join(samples, 'climaqa', name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  console.log(`samples/climaqa/${name}: ${Buffer.byteLength(text)} bytes`);
}
