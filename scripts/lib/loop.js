// One of the three loops of reference values: arguments, table or JSON, exit code.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt, root } from '../lib.js';

/**
 * @param {object} loop
 * @param {string} loop.name the npm script
 * @param {'dir' | 'file'} loop.option what it takes
 * @param {string} loop.beside where that lies by default, beside the project
 * @param {string} loop.module below dist/testing/loops
 * @param {string} loop.function what the module exports
 */
export async function runLoop(loop) {
  const usage = `usage: npm run ${loop.name} -- [--${loop.option} ${loop.option.toUpperCase()}] [--json]`;
  const stop = (message) => {
    console.error(`${loop.name}: ${message}`);
    process.exit(1);
  };
  const options = readArguments(loop.option, (message) => stop(`${message}\n${usage}`));
  const beside = path.join(root, '..', loop.beside);
  const place = options[loop.option] ?? (existsSync(beside) ? beside : undefined);
  if (place === undefined)
    stop(`there is no ../${loop.beside} beside the project; name one with --${loop.option}.\n${usage}`);
  if (!existsSync(place)) stop(`there is no ${place}.`);
  ensureBuilt();
  const module = await import(path.join(root, 'dist/testing/loops', loop.module));
  const reports = await module[loop.function](place).catch((error) =>
    stop(error.describe?.() ?? error.stack),
  );
  if (options.json) console.log(JSON.stringify(reports, null, 2));
  else print(reports);
  if (reports.length === 0) stop(`there is nothing to run in ${place}.`);
  process.exitCode = reports.some(({ failed }) => failed > 0) ? 1 : 0;
}

function readArguments(option, stop) {
  try {
    return parseArgs({ options: { [option]: { type: 'string' }, json: { type: 'boolean', default: false } } })
      .values;
  } catch (error) {
    return stop(error.message);
  }
}

function print(reports) {
  console.table(
    Object.fromEntries(
      reports.map(({ file, passed, failed, notCovered }) => [file, { passed, failed, notCovered }]),
    ),
  );
  for (const { file, failures, open, withoutEntry } of reports) {
    for (const { id, at, want, got } of failures.slice(0, 10)) {
      console.log(
        `${file}: ${id}${at === undefined ? '' : ` ${at}`}: ${JSON.stringify(got)} instead of ${JSON.stringify(want)}`,
      );
    }
    if (failures.length > 10) console.log(`${file}: ${failures.length - 10} more`);
    for (const line of withoutEntry ?? []) console.log(`${file}: ${line}`);
    if (open?.length > 0) console.log(`${file}: not covered: ${open.join(', ')}`);
  }
}
