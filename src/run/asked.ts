import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Role } from '../core/index.ts';
import type { RunSpec } from '../log/index.ts';
import { takesAddress } from '../models/role-models.ts';
import type { RunTask } from './run.ts';

/** What a user asks for beside the tasks with their settings and models. */
interface Asked {
  readonly modelName: string;
  readonly others?: ReadonlyMap<Role, { readonly name: string }>;
  readonly data: string;
  readonly limit?: number | undefined;
  readonly seed: number;
  readonly repeats?: number | undefined;
}

/** What the user asked for, as it names the run's folder. */
export function specOf(tasks: readonly RunTask[], options: Asked): RunSpec {
  const [first] = tasks;
  return {
    tasks: tasks.map(({ prepared }) => ({
      task: prepared.task.id,
      settings: { ...prepared.settings.shown },
    })),
    model: options.modelName,
    endpoint: first?.candidate.endpoint ?? null,
    others: usedRoles(tasks).map((role) => ({
      role,
      model: options.others?.get(role)?.name ?? '',
      ...ownEndpoint(role, tasks),
    })),
    data: existsSync(options.data) ? path.resolve(options.data) : options.data,
    split: first?.prepared.context.split ?? '',
    limit: options.limit ?? null,
    seed: options.seed,
    repeats: options.repeats ?? null,
  };
}

/** The server of a model in another role, where the user named one that is not the candidate's. */
function ownEndpoint(role: Role, tasks: readonly RunTask[]): { readonly endpoint?: string } {
  const models = tasks.flatMap(({ candidate, others }) => {
    const model = others?.get(role);
    return model === undefined ? [] : [{ model, candidate }];
  });
  const [first] = models;
  if (first === undefined || !takesAddress(first.model.id)) return {};
  const { endpoint } = first.model;
  return endpoint === null || endpoint === first.candidate.endpoint ? {} : { endpoint };
}

function usedRoles(tasks: readonly RunTask[]): Role[] {
  return [...new Set(tasks.flatMap(({ others }) => [...(others?.keys() ?? [])]))].sort();
}
