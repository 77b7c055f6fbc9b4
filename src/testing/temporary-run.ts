import path from 'node:path';
import { benchmarks } from '../benchmarks/index.ts';
import type { AnyTask, Result } from '../core/index.ts';
import type { RetryTools } from '../models/retry.ts';
import type { Model } from '../models/types.ts';
import { type EvaluationOptions, evaluate } from '../run/evaluate.ts';
import type { RunOutcome } from '../run/run.ts';
import { projectRoot } from './shared.ts';

export interface TemporaryRunOptions extends Partial<Omit<EvaluationOptions, 'tasks' | 'settings'>> {
  /** Takes run folders below `runs`; installed data lie in `data`. */
  readonly folder: string;
  readonly model: Model;
  /** Ids of tasks; `birco/relic` by default. */
  readonly tasks?: readonly string[];
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** No time passes: waits end at once, chance is always a half. */
export const INSTANT: RetryTools = {
  now: () => Date.parse('2026-03-01T12:00:00Z'),
  random: () => 0.5,
  sleep: async (_, signal) => signal.throwIfAborted(),
};

/** Runs a model on samples, or what else is named, in a folder that the caller removes. */
export async function temporaryRun(options: TemporaryRunOptions): Promise<RunOutcome> {
  const { folder, model, tasks = ['birco/relic'], settings = {}, ...rest } = options;
  return evaluate({
    benchmarks,
    modelName: model.id,
    modelOf: async () => model,
    data: 'sample',
    seed: 42,
    places: {
      data: path.join(folder, 'data'),
      samples: path.join(projectRoot, 'samples'),
      cache: 'off',
      out: path.join(folder, 'runs'),
    },
    tools: INSTANT,
    ...rest,
    tasks: tasks.map(taskOf),
    settings: new Map(Object.entries(settings)),
  });
}

/** A task by its id. */
export function taskOf(id: string): AnyTask {
  const task = benchmarks.flatMap((benchmark) => benchmark.tasks).find((one) => one.id === id);
  if (task === undefined) throw new Error(`no task ${id}`);
  return task;
}

/** The headline of the only result, or of a task's. */
export function headlineOf({ results }: RunOutcome, task = results[0]?.task): number | null | undefined {
  const result = results.find((one) => one.task === task);
  return result?.metrics.find((metric) => metric.headline && metric.slice === null)?.value;
}

/** A result without what differs from run to run. */
export function scoresOf(result: Result | undefined): unknown {
  if (result === undefined) return undefined;
  const { calls: _calls, source: _source, ...scores } = result;
  return scores;
}
