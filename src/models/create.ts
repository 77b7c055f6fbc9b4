import { QuadratError } from '../core/index.ts';
import { LOCAL_MODELS, localModel } from './local.ts';
import { type NetworkModelOptions, networkModel } from './network-model.ts';
import { PROVIDERS } from './providers.ts';
import { type CallLookup, replayModel } from './replay.ts';
import { loadScript } from './script.ts';
import type { Model } from './types.ts';

export interface ModelOptions extends NetworkModelOptions {
  /** Language of the task, for `local/default`. */
  readonly language?: 'en' | 'zh';
  /** Where relative paths of `script/FILE` start. */
  readonly directory?: string;
  /** Opens the recorded answers of a run, for `replay/RUN`. */
  readonly openRun?: (run: string) => Promise<CallLookup>;
}

/** The forms that a model id can have, for help and messages. */
export const MODEL_FORMS: readonly string[] = [
  ...PROVIDERS.map((provider) => `${provider.id}/NAME${provider.baseUrl === null ? ' with --base-url' : ''}`),
  ...LOCAL_MODELS.map((name) => `local/${name}`),
  'script/FILE',
  'replay/RUN',
];

/**
 * Makes a model of its id. Nothing is sent yet; provider packages and weights are loaded when they are needed.
 *
 * @param id `openai/gpt-4o`, `openai-compatible/NAME`, `local/use-lite`, `script/FILE`, …
 * @throws QuadratError `unknown-model`, `missing-key`, `unsuitable-model`, `usage`, `file-not-found`, `invalid-format`
 */
export async function createModel(id: string, options: ModelOptions): Promise<Model> {
  const slash = id.indexOf('/');
  const prefix = slash < 0 ? id : id.slice(0, slash);
  const name = slash < 0 ? '' : id.slice(slash + 1);
  if (name === '') throw unknownModel(id);
  if (prefix === 'local') return localModel(name, options.language);
  if (prefix === 'script') return loadScript(name, options.directory ?? '.', options.timeoutMs);
  if (prefix === 'replay') return replay(id, name, options);
  const provider = PROVIDERS.find((one) => one.id === prefix);
  if (provider === undefined) throw unknownModel(id);
  return networkModel(provider, name, options);
}

async function replay(id: string, run: string, { openRun }: ModelOptions): Promise<Model> {
  if (openRun === undefined) {
    throw new QuadratError('unknown-model', `${id}: recorded runs cannot be read here`, {
      next: 'Pass openRun, which opens the calls of a run folder.',
    });
  }
  return replayModel(id, await openRun(run));
}

function unknownModel(id: string): QuadratError {
  return new QuadratError('unknown-model', `there is no model “${id}”`, {
    next: `A model id is one of: ${MODEL_FORMS.join(', ')}.`,
  });
}
