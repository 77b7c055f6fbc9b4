import { execFile } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../testing/shared.ts';
import { createUseLite, type UseLite } from './index.ts';

/** The compiled form, as in `dist/`, since threads are started from compiled files only. */
const folder = path.join(projectRoot, `.dist-use-lite-${process.pid}`);
const index = path.join(folder, 'models/use-lite/index.js');

/** Compiles a file and what it imports or starts. */
async function compile(file: string, done: Set<string>): Promise<void> {
  if (done.has(file)) return;
  done.add(file);
  const source = await readFile(file, 'utf8');
  const options = {
    module: ts.ModuleKind.ESNext,
    target: ts.ScriptTarget.ES2023,
    rewriteRelativeImportExtensions: true,
  };
  const target = path
    .join(folder, path.relative(path.join(projectRoot, 'src'), file))
    .replace(/\.ts$/, '.js');
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, ts.transpileModule(source, { compilerOptions: options }).outputText);
  const imported = ts.preProcessFile(source).importedFiles.map(({ fileName }) => fileName);
  for (const name of imported.filter((specifier) => specifier.startsWith('.'))) {
    await compile(path.resolve(path.dirname(file), name), done);
  }
}

const texts = Array.from({ length: 24 }, (_, number) => `Report ${number}: rain, `.repeat(1 + (number % 9)));

/** Runs a script of the compiled form in a process of its own; `index` is its address. */
async function runScript(script: string): Promise<unknown> {
  const file = path.join(folder, 'script.js');
  await writeFile(file, script.replace('INDEX', pathToFileURL(index).href));
  const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: 50_000 });
  return JSON.parse(stdout);
}

const bits = (vectors: readonly Float32Array[]): string[] =>
  vectors.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('hex'));

describe('helper threads', () => {
  let wanted: string[];
  beforeAll(async () => {
    const done = new Set<string>();
    await compile(path.join(projectRoot, 'src/models/use-lite/index.ts'), done);
    await compile(path.join(projectRoot, 'src/models/use-lite/worker.ts'), done);
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
    const here: UseLite = await createUseLite({ workers: 0 });
    wanted = bits(await here.embed(texts));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([0, 1, 2, 3])('give the same bits: %d of them', async (workers) => {
    const compiled = (await import(/* @vite-ignore */ pathToFileURL(index).href)) as {
      createUseLite: typeof createUseLite;
    };
    const told: number[] = [];
    const model = await compiled.createUseLite({ workers, onProgress: (done) => told.push(done) });
    expect(bits(await model.embed(texts))).toEqual(wanted);
    expect(told.at(-1)).toBe(texts.length);
    // two jobs at once
    const [first, second] = await Promise.all([model.embed(texts), model.embed(texts.toReversed())]);
    expect(bits(first!)).toEqual(wanted);
    expect(bits(second!).reverse()).toEqual(wanted);
    await model.close();
    await expect(model.embed(texts)).rejects.toThrow('closed');
  });

  it('let the process end without being closed, and do their work in threads', async () => {
    const found = await runScript(`
      import { createUseLite } from 'INDEX';
      const threads = new Set();
      process.on('worker', (worker) => threads.add(worker.threadId));
      const model = await createUseLite({ workers: 2 });
      const vectors = await model.embed(${JSON.stringify(texts)});
      process.stdout.write(JSON.stringify({ count: vectors.length, threads: threads.size }));
    `);
    expect(found).toEqual({ count: texts.length, threads: 2 });
  });

  it('are replaced by the main thread when they cannot be started', async () => {
    await writeFile(path.join(folder, 'models/use-lite/worker.js'), 'throw new Error("no thread today");');
    const found = await runScript(`
      import { createHash } from 'node:crypto';
      import { createUseLite } from 'INDEX';
      const model = await createUseLite({ workers: 2 });
      const vectors = await model.embed(${JSON.stringify(texts)});
      const hex = vectors.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('hex'));
      process.stdout.write(JSON.stringify(hex));
    `);
    expect(found).toEqual(wanted);
  });
});
