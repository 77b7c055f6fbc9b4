import path from 'node:path';
import { type AnyTask, type Benchmark, QuadratError, type Resamples, type Result } from '../core/index.ts';
import type { KeptResamples } from './aggregate.ts';
import { type ScoreOptions, scoreFiles } from './score-predictions.ts';
import { newBootstrap } from './summary.ts';

/** One `TASK=FILE` of the command line. */
export interface TaskFile {
  readonly task: string;
  readonly file: string;
}

/** Cuts `TASK=FILE`; the task is the full id. */
export function parseTaskFile(text: string, benchmark: Benchmark): TaskFile {
  const at = text.indexOf('=');
  const task = text.slice(0, Math.max(0, at));
  const file = text.slice(at + 1);
  if (at < 1 || file === '' || !benchmark.tasks.some(({ id }) => id === task)) {
    throw new QuadratError('usage', `"${text}" is not TASK=FILE with a task of ${benchmark.id}`, {
      next: `For example: ${benchmark.tasks[0]?.id}=ranks.json. Tasks: ${benchmark.tasks.map(({ id }) => id).join(', ')}.`,
    });
  }
  return { task, file };
}

/**
 * Scores files of several tasks and adds the benchmark's own object: one if each task has one file, else one for
 * each file name, or group of names, that every task has.
 *
 * @param optionsOf options of a task, which may come from another folder each
 */
export async function scoreBenchmark(
  benchmark: Benchmark,
  files: readonly TaskFile[],
  optionsOf: (task: AnyTask) => ScoreOptions,
): Promise<Result[]> {
  const results: Result[] = [];
  const bootstrap = newBootstrap();
  const keep: KeptResamples = new Map();
  for (const task of benchmark.tasks) {
    const own = files.filter((entry) => entry.task === task.id).map(({ file }) => file);
    if (own.length > 0)
      results.push(...(await scoreFiles(task, own, { bootstrap, ...optionsOf(task), keep })));
  }
  return [...results, ...overallOf(benchmark, results, keep)];
}

/** The benchmark's own objects over results of its tasks. */
export function overallOf(benchmark: Benchmark, results: readonly Result[], keep: KeptResamples): Result[] {
  const resamples: Resamples = (metric) => keep.get(metric);
  const { overall } = benchmark;
  if (overall === undefined) return [];
  const tasks = new Set(results.map(({ task }) => task));
  if (results.length === tasks.size) return [overall(results, resamples)].filter((result) => result !== null);
  const groups = new Map<string, Result[]>();
  for (const result of results) {
    const base = path.basename(result.source).replace(/(\.[a-z]+)+$/i, '');
    const name = benchmark.groupOf?.(base) ?? base;
    groups.set(name, [...(groups.get(name) ?? []), result]);
  }
  return [...groups.values()].map((group) => overall(group, resamples)).filter((result) => result !== null);
}
