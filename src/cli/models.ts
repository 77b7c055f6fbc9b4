import path from 'node:path';
import { type AnyTask, QuadratError, type Role } from '../core/index.ts';
import { refuseIdleAddresses, roleOptions, type ServerAddresses } from '../models/role-models.ts';
import type { Model } from '../models/types.ts';
import type { CommandContext } from './command.ts';

export interface ModelFlags extends ServerAddresses {
  readonly model: string;
  readonly judge?: string;
  readonly embedder?: string;
  /** Seconds for one attempt. */
  readonly timeout?: number;
  /** Seconds of silence within a response. */
  readonly idleTimeout?: number;
}

/** The models of a command, one for each name; `local/default` is another model for each language. */
export interface OpenModels {
  of(task: AnyTask): Promise<Model>;
  /** A model by its name, for another role. */
  named(id: string, role: Role): Promise<Model>;
  close(): Promise<void>;
}

const ADDRESS_FLAGS = {
  baseUrl: '--base-url',
  judgeBaseUrl: '--judge-base-url',
  embedderBaseUrl: '--embedder-base-url',
} as const;

/** @throws QuadratError `usage` for an address that no model would be reached at */
export function openModels(context: CommandContext, flags: ModelFlags): OpenModels {
  const ids: [Role, string | undefined][] = [
    ['candidate', flags.model],
    ['judge', flags.judge],
    ['embedder', flags.embedder],
  ];
  refuseIdleAddresses(
    new Map(ids.flatMap(([role, id]) => (id === undefined ? [] : [[role, id] as const]))),
    flags,
    ADDRESS_FLAGS,
  );
  const open = new Map<string, Promise<Model>>();
  const named = (id: string, role: Role): Promise<Model> => {
    const options = roleOptions(id, role, flags);
    const key = JSON.stringify([id, options]);
    let model = open.get(key);
    if (model === undefined) {
      model = create(context, id, flags, options);
      open.set(key, model);
    }
    return model;
  };
  return {
    named,
    of: (task) => named(flags.model === 'local/default' ? defaultModel(task) : flags.model, 'candidate'),
    async close() {
      for (const model of open.values()) await model.then((made) => made.close()).catch(() => undefined);
    },
  };
}

/** English: sentence vectors; Chinese: a lexical ranker. */
function defaultModel(task: AnyTask): string {
  return task.language === 'zh' ? 'local/lexical' : 'local/use-lite';
}

async function create(
  context: CommandContext,
  id: string,
  flags: ModelFlags,
  options: ReturnType<typeof roleOptions>,
): Promise<Model> {
  const { createModel } = await import('../models/create.ts');
  if (context.offline && !/^(local|script|replay)\//.test(id)) {
    throw new QuadratError('offline', `${id} lies behind the network, and --offline forbids it`, {
      next: 'Take a local model, or leave --offline away.',
    });
  }
  return createModel(id, {
    env: context.env,
    directory: context.cwd,
    openRun: async (run) => {
      const { recordedAnswers } = await import('../log/recorded.ts');
      return recordedAnswers(path.resolve(context.cwd, run));
    },
    ...(flags.timeout === undefined ? {} : { timeoutMs: flags.timeout * 1000 }),
    ...(flags.idleTimeout === undefined ? {} : { idleMs: flags.idleTimeout * 1000 }),
    ...options,
  });
}
