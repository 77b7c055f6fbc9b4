// Changes the code in small ways, one at a time, and sees whether the tests notice:
//   npm run mutate -- [--only TEXT] [--check]
// The changes are kept in mutations/: lists of {file, find, replace}. Each is applied in a temporary copy of the
// project, where the tests beside the file run (without such tests: all that import it). Exits 1 if a change survives
// or does not apply any more, or if a file has fewer than ten.
//   --only TEXT  only files whose path contains it
//   --check      only looks whether every change applies
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled, root } from './lib.js';

const FEWEST = 10;
const FOLDERS = ['src/metrics', 'src/stats'];
const TIMEOUT_MS = 60_000;

function stop(message) {
  console.error(`mutate: ${message}`);
  process.exit(1);
}

function readOptions() {
  try {
    return parseArgs({
      options: { only: { type: 'string', default: '' }, check: { type: 'boolean', default: false } },
    }).values;
  } catch (error) {
    return stop(`${error.message}\nusage: npm run mutate -- [--only TEXT] [--check]`);
  }
}

const filesBelow = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .sort();

/** The kept changes by file. */
function readMutations() {
  const byFile = new Map();
  for (const list of filesBelow('mutations').filter((name) => name.endsWith('.json'))) {
    for (const mutation of JSON.parse(readFileSync(path.join(root, list), 'utf8'))) {
      byFile.set(mutation.file, [...(byFile.get(mutation.file) ?? []), mutation]);
    }
  }
  return byFile;
}

/** Faults of the lists themselves. */
function faultsOf(mutations, sources) {
  const faults = [];
  for (const file of sources) {
    const count = mutations.get(file)?.length ?? 0;
    if (count < FEWEST) faults.push(`${file}: ${count} changes, ${FEWEST} are needed`);
  }
  for (const [file, list] of mutations) {
    if (!existsSync(path.join(root, file))) {
      faults.push(`${file}: there is no such file`);
      continue;
    }
    const text = readFileSync(path.join(root, file), 'utf8');
    for (const { find, replace } of list) {
      const times = text.split(find).length - 1;
      if (times !== 1) faults.push(`${file}: ${JSON.stringify(find)} stands there ${times} times, not once`);
      if (find === replace) faults.push(`${file}: ${JSON.stringify(find)} is not changed`);
    }
  }
  return faults;
}

/** A copy of the project in which files can be changed; it goes with the process. */
function layCopy() {
  const copy = mkdtempSync(path.join(tmpdir(), 'quadrat-mutate-'));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  for (const name of ['src', 'tests', 'samples', 'package.json', 'tsconfig.json', 'vitest.config.ts']) {
    const source = path.join(root, name);
    if (existsSync(source)) cpSync(source, path.join(copy, name), { recursive: true });
  }
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

/** Runs tests in the copy. In threads, so that an endless loop ends with the process. */
function testsPass(copy, args) {
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const options = [
    '--run',
    '--pool=threads',
    '--bail=1',
    '--reporter=dot',
    '--typecheck.enabled=false',
    '--passWithNoTests',
  ];
  const made = spawnSync(process.execPath, [vitest, ...args, ...options], {
    cwd: copy,
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
    encoding: 'utf8',
  });
  return { pass: made.status === 0, output: `${made.stdout}\n${made.stderr}` };
}

/** The tests beside a file, or all that import it if there are none. */
function testsOf(file) {
  const beside = file.replace(/\.ts$/, '.test.ts');
  return existsSync(path.join(root, beside)) ? [beside] : ['related', file];
}

const options = readOptions();
ensureInstalled();
const mutations = readMutations();
const sources = FOLDERS.flatMap(filesBelow).filter(
  (name) => /\.ts$/.test(name) && !/(\.test|\.test-d|\/index)\.ts$/.test(name),
);
const wanted = (file) => file.includes(options.only);
const faults = faultsOf(new Map([...mutations].filter(([file]) => wanted(file))), sources.filter(wanted));
for (const fault of faults) console.log(fault);
if (options.check) {
  const count = [...mutations.values()].reduce((sum, list) => sum + list.length, 0);
  console.log(`${count} changes in ${mutations.size} files, ${faults.length} faults in the lists`);
  process.exit(faults.length > 0 ? 1 : 0);
}

const copy = layCopy();
let killed = 0;
const survivors = [];
for (const [file, list] of mutations) {
  if (!wanted(file) || !existsSync(path.join(root, file))) continue;
  const text = readFileSync(path.join(root, file), 'utf8');
  const tests = testsOf(file);
  const sound = testsPass(copy, tests);
  if (!sound.pass) stop(`the tests of ${file} fail as it is:\n${sound.output}`);
  let noticed = 0;
  for (const { find, replace } of list) {
    if (text.split(find).length !== 2) continue;
    writeFileSync(
      path.join(copy, file),
      text.replace(find, () => replace),
    );
    if (testsPass(copy, tests).pass) survivors.push({ file, find, replace });
    else noticed += 1;
  }
  writeFileSync(path.join(copy, file), text);
  killed += noticed;
  console.log(`${file}: ${noticed} of ${list.length} noticed`);
}
for (const { file, find, replace } of survivors) {
  console.log(`survives  ${file}: ${JSON.stringify(find)} -> ${JSON.stringify(replace)}`);
}
console.log(`${killed} changes noticed, ${survivors.length} survive, ${faults.length} faults in the lists`);
process.exitCode = survivors.length + faults.length > 0 ? 1 : 0;
