import type { AnyTask } from '../core/index.ts';
import type { Model } from '../models/types.ts';
import type { CommandContext } from './program.ts';

export interface ModelFlags {
  readonly model: string;
  readonly baseUrl?: string;
}

/** The models of a command, one for each name; `local/default` is another model for each language. */
export interface OpenModels {
  of(task: AnyTask): Promise<Model>;
  close(): Promise<void>;
}

export function openModels(context: CommandContext, flags: ModelFlags): OpenModels {
  const open = new Map<string, Promise<Model>>();
  const named = (id: string): Promise<Model> => {
    let model = open.get(id);
    if (model === undefined) {
      model = create(context, id, flags);
      open.set(id, model);
    }
    return model;
  };
  return {
    of: (task) => named(flags.model === 'local/default' ? defaultModel(task) : flags.model),
    async close() {
      for (const model of open.values()) await model.then((made) => made.close()).catch(() => undefined);
    },
  };
}

/** English: sentence vectors; Chinese: a lexical ranker. */
function defaultModel(task: AnyTask): string {
  return task.language === 'zh' ? 'local/lexical' : 'local/use-lite';
}

async function create(context: CommandContext, id: string, flags: ModelFlags): Promise<Model> {
  const { createModel } = await import('../models/create.ts');
  return createModel(id, {
    env: context.env,
    offline: context.offline,
    ...(flags.baseUrl === undefined ? {} : { baseUrl: flags.baseUrl }),
  });
}
