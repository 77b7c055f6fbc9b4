import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  type Benchmark,
  type PublishedFolder,
  type PublishedOutputs,
  QuadratError,
  type Result,
} from '../core/index.ts';
import { readFileBytes, readTextFile } from '../data/text-file.ts';
import type { ScoredOutput } from '../report/reproduce-tables.ts';
import type { CommandContext } from './command.ts';
import { isScoreOnly, tasksFrom } from './options.ts';
import { homeOf, SAMPLES, sourceOf } from './places.ts';

/** Scores the published outputs of a folder, in the order of the benchmark's tasks. */
export async function scorePublished(
  context: CommandContext,
  benchmark: Benchmark,
  published: PublishedOutputs,
  folder: string,
  data: string | undefined,
): Promise<ScoredOutput[]> {
  const progress = context.terminal.progress();
  const scored: ScoredOutput[] = [];
  const { scoreFiles } = await import('../run/score-predictions.ts');
  const { newBootstrap } = await import('../run/summary.ts');
  const bootstrap = newBootstrap();
  for (const task of benchmark.tasks) {
    const own = published.outputs.filter((output) => output.task === task.id);
    const options = {
      split: undefined,
      given: new Map(),
      seed: 42,
      baselines: [],
      perItem: false,
      read: readFileBytes,
      bootstrap,
    };
    const files = own.map(({ file }) => path.join(folder, file));
    const results: Result[] = [];
    if (isScoreOnly(task)) {
      // Such a file is its own gold.
      for (const file of files) {
        const source = sourceOf(context, benchmark.id, file);
        results.push(...(await scoreFiles(task, [file], { ...options, source })));
      }
    } else {
      const source = await goldOf(context, benchmark.id, task.id, folder, data);
      results.push(...(await scoreFiles(task, files, { ...options, source })));
    }
    own.forEach((output, at) => {
      const result = results[at];
      if (result !== undefined) scored.push({ output, file: output.file, result });
    });
    progress.update({ label: 'published outputs', done: scored.length, total: published.outputs.length });
  }
  progress.done();
  return scored;
}

/** Gold of the folder itself where it has it, else the installed data. */
async function goldOf(
  context: CommandContext,
  benchmark: string,
  taskId: string,
  folder: string,
  data: string | undefined,
) {
  const { openSource } = await import('../data/source.ts');
  const places = { benchmark, dataFolder: homeOf(context).data, samplesFolder: SAMPLES };
  if (data !== undefined) return openSource({ ...places, data });
  const beside = openSource({ ...places, data: folder });
  const [task] = tasksFrom([taskId]);
  const file = (task?.files.find(({ split }) => split === 'test') ?? task?.files[0])?.path ?? '';
  const set = taskId.split('/')[1] ?? '';
  if (beside.find(file, `datasets/${file}`, `${set}.qrels`, `${set}.qrels.json`) !== undefined) return beside;
  const full = openSource({ ...places, data: 'full' });
  return full.find(file) === undefined ? beside : full;
}

const MAX_FILES = 20_000;

/** A folder in which nothing lies. */
export const NO_FOLDER: PublishedFolder = {
  files: [],
  readText: (file) => Promise.reject(new QuadratError('file-not-found', 'there is no such file', { file })),
};

/** Lists a folder of published outputs. */
export async function listFolder(folder: string): Promise<PublishedFolder> {
  let files: string[];
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    files = entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
      )
      .sort();
  } catch (cause) {
    throw new QuadratError('file-not-found', 'the folder cannot be read', { file: folder, cause });
  }
  if (files.length > MAX_FILES) {
    throw new QuadratError('too-large', `the folder has ${files.length} files`, {
      file: folder,
      next: 'Name the folder of the outputs alone.',
    });
  }
  return { files, readText: (file) => readTextFile(path.join(folder, file)) };
}
