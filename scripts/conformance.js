// Runs files of inputs with the values that reference implementations give:
//   npm run conformance -- [--dir DIR] [--json]
// Exits 1 if a case fails, or if it cannot run.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const USAGE = 'usage: npm run conformance -- [--dir DIR] [--json]';

function stop(message) {
  console.error(`conformance: ${message}`);
  process.exit(1);
}

function readArguments() {
  try {
    return parseArgs({ options: { dir: { type: 'string' }, json: { type: 'boolean', default: false } } })
      .values;
  } catch (error) {
    return stop(`${error.message}\n${USAGE}`);
  }
}

const options = readArguments();
const beside = path.join(root, '../shared/conformance');
const folder = options.dir ?? (existsSync(beside) ? beside : undefined);
if (folder === undefined)
  stop(`there is no folder ../shared/conformance beside the project; name one with --dir.\n${USAGE}`);

const loop = path.join(root, 'dist/testing/loops/conformance/index.js');
if (!existsSync(loop)) {
  const built = spawnSync(process.execPath, [path.join(root, 'scripts/build.js')], {
    stdio: ['ignore', 2, 2],
  });
  if (built.status !== 0) stop('the build failed.');
}
const { runConformance } = await import(loop);
const reports = await runConformance(folder).catch((error) => stop(error.describe?.() ?? error.message));

if (options.json) console.log(JSON.stringify(reports, null, 2));
else {
  console.table(
    Object.fromEntries(
      reports.map(({ file, passed, failed, notCovered }) => [file, { passed, failed, notCovered }]),
    ),
  );
  for (const { file, failures } of reports) {
    for (const { id, at, want, got } of failures.slice(0, 10)) {
      console.log(
        `${file}: ${id}${at === undefined ? '' : ` ${at}`}: ${JSON.stringify(got)} instead of ${JSON.stringify(want)}`,
      );
    }
    if (failures.length > 10) console.log(`${file}: ${failures.length - 10} more`);
  }
}
process.exitCode = reports.some(({ failed }) => failed > 0) ? 1 : 0;
