import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import ts from 'typescript';
import { projectRoot } from '../../src/testing/shared.ts';

// The program as users start it: `bin/quadrat.js` over a build. `dist/` is taken where it is newer than every source;
// else the sources are built once, into a folder that all test files share.

/** Every file below a folder of sources that goes into a build. */
function sources(): { readonly file: string; readonly stamp: string; readonly time: number }[] {
  return readdirSync(path.join(projectRoot, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|json|wasm)$/.test(file) && !/\.(test|test-d|bench)\.ts$/.test(file))
    .sort()
    .map((file) => {
      const { mtimeMs, size } = statSync(path.join(projectRoot, 'src', file));
      return { file, stamp: `${file} ${mtimeMs} ${size}`, time: mtimeMs };
    });
}

/** The executable to start. */
function findProgram(): string {
  const files = sources();
  const built = path.join(projectRoot, 'dist/cli/main.js');
  const newest = Math.max(...files.map(({ time }) => time));
  if (existsSync(built) && statSync(built).mtimeMs > newest) return path.join(projectRoot, 'bin/quadrat.js');
  const hash = createHash('sha256')
    .update(files.map(({ stamp }) => stamp).join('\n'))
    .digest('hex');
  const home = path.join(projectRoot, 'node_modules/.cache/quadrat-cli');
  const folder = path.join(home, hash.slice(0, 16));
  if (!existsSync(folder)) {
    mkdirSync(home, { recursive: true });
    const old = readdirSync(home).filter(
      (name) => Date.now() - statSync(path.join(home, name)).mtimeMs > 3_600_000,
    );
    for (const name of old) rmSync(path.join(home, name), { recursive: true, force: true });
    const fresh = mkdtempSync(path.join(home, 'fresh-'));
    build(
      files.map(({ file }) => file),
      fresh,
    );
    try {
      renameSync(fresh, folder);
    } catch {
      // Another test file was faster.
      rmSync(fresh, { recursive: true, force: true });
    }
  }
  return path.join(folder, 'bin/quadrat.js');
}

function build(files: readonly string[], folder: string): void {
  const config = ts.readConfigFile(path.join(projectRoot, 'tsconfig.build.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, projectRoot);
  for (const file of files) {
    const target = path.join(folder, 'dist', file.replace(/\.ts$/, '.js'));
    mkdirSync(path.dirname(target), { recursive: true });
    const source = path.join(projectRoot, 'src', file);
    if (!file.endsWith('.ts')) copyFileSync(source, target);
    else {
      const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), {
        fileName: source,
        compilerOptions: { ...options, module: ts.ModuleKind.ESNext, declaration: false },
      });
      writeFileSync(target, outputText);
    }
  }
  mkdirSync(path.join(folder, 'bin'));
  copyFileSync(path.join(projectRoot, 'bin/quadrat.js'), path.join(folder, 'bin/quadrat.js'));
  for (const name of ['package.json', 'samples', 'node_modules']) {
    symlinkSync(path.join(projectRoot, name), path.join(folder, name));
  }
}

/** The executable. */
export const program: string = findProgram();

/** A working directory of its own, with a home of its own. */
export function workplace(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'quadrat-cli-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface Started {
  readonly pid: number;
  /** Resolves when it has ended; a killed process has no code. */
  readonly ended: Promise<Ended>;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Starts the program: in `cwd`, with a home in it, without keys, colours and whatever else the environment has.
 */
export function start(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Started {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { PATH: process.env.PATH, HOME: path.join(cwd, 'home'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, stdout, stderr }));
  });
  return { pid: child.pid ?? 0, ended };
}

/** Runs the program to its end. */
export function quadrat(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return start(args, cwd, env).ended;
}

/** Runs many short commands one after the other in one process: the start is what takes the time. */
export async function quadratMany(commands: readonly (readonly string[])[], cwd: string): Promise<Ended[]> {
  const driver = path.join(cwd, 'driver.mjs');
  writeFileSync(driver, DRIVER);
  const child = spawn(process.execPath, [driver, path.join(path.dirname(program), '../dist/cli/main.js')], {
    cwd,
    env: { PATH: process.env.PATH, HOME: path.join(cwd, 'home') },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(JSON.stringify(commands));
  let stdout = '';
  for await (const text of child.stdout.setEncoding('utf8')) stdout += String(text);
  return JSON.parse(stdout) as Ended[];
}

const DRIVER = `
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
const { main } = await import(pathToFileURL(process.argv[2]).href);
const commands = JSON.parse(await text(process.stdin));
const [out, err] = [process.stdout.write, process.stderr.write];
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0);
const all = [];
for (const args of commands) {
  const ended = { stdout: '', stderr: '' };
  process.stdout.write = (part) => { ended.stdout += part; return true; };
  process.stderr.write = (part) => { ended.stderr += part; return true; };
  process.exitCode = undefined;
  await main(args);
  all.push({ code: process.exitCode ?? 0, ...ended });
}
[process.stdout.write, process.stderr.write] = [out, err];
process.exitCode = 0;
process.stdout.write(JSON.stringify(all));
`;

/** The one JSON document on stdout. */
export function documentOf<T = unknown>({ stdout, stderr }: Ended): T {
  try {
    return JSON.parse(stdout) as T;
  } catch (cause) {
    throw new Error(
      `stdout is not one JSON document: ${stdout.slice(0, 300)}\nstderr: ${stderr.slice(0, 600)}`,
      {
        cause,
      },
    );
  }
}

/** Rankings of a set of the samples: best first by grade, or in the stored order turned over. */
export function sampleRanking(set: string, order: 'best' | 'turned' = 'best'): Map<string, string[]> {
  const file = path.join(projectRoot, `samples/birco/source/${set}.json`);
  const { queries } = JSON.parse(readFileSync(file, 'utf8')) as {
    queries: { id: string; pool: [string, number][] }[];
  };
  return new Map(
    queries.map(({ id, pool }) => [
      id,
      (order === 'best' ? [...pool].sort((a, b) => b[1] - a[1]) : pool.toReversed()).map(([doc]) => doc),
    ]),
  );
}

/** JSON of a map, with its keys in order. */
export function jsonOf(map: ReadonlyMap<string, unknown>): string {
  return `{${[...map].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
}
