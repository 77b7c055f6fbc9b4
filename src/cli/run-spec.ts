import { existsSync } from 'node:fs';
import path from 'node:path';
import type { AnyTask } from '../core/index.ts';
import type { RunSpec } from '../log/index.ts';
import type { RunTask } from '../run/run.ts';
import type { OpenModels } from './models.ts';
import { type DataFlags, prepareTask } from './prepared.ts';
import type { CommandContext } from './program.ts';

/** Every task with its data and its model. */
export async function runTasksOf(
  context: CommandContext,
  tasks: readonly AnyTask[],
  models: OpenModels,
  flags: DataFlags,
): Promise<RunTask[]> {
  const list: RunTask[] = [];
  for (const task of tasks) {
    const candidate = await models.of(task);
    list.push({ candidate, prepared: await prepareTask(context, task, candidate, flags) });
  }
  return list;
}

/** What the user asked for, as it names the run's folder. */
export function specOf(tasks: readonly RunTask[], flags: DataFlags & { readonly model: string }): RunSpec {
  const [first] = tasks;
  return {
    tasks: tasks.map(({ prepared }) => ({
      task: prepared.task.id,
      settings: { ...prepared.settings.shown },
    })),
    model: flags.model,
    endpoint: first?.candidate.endpoint ?? null,
    data: existsSync(flags.data) ? path.resolve(flags.data) : flags.data,
    split: first?.prepared.context.split ?? '',
    limit: flags.limit ?? null,
    seed: flags.seed,
    repeats: flags.repeats ?? null,
  };
}
