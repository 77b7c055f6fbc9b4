import type { TextRequest } from '../core/index.ts';
import { aiEmbeddingModel } from './ai-embedding-model.ts';
import type { AiEmbeddingModel, AiLanguageModel } from './ai-sdk-types.ts';
import { aiTextModel } from './ai-text-model.ts';
import { PROVIDERS } from './providers.ts';
import { createRedactor } from './redact.ts';
import type { EmbeddingModel, TextModel } from './types.ts';

export interface WrapOptions {
  /** Id in results and cache; by default provider and model of the object. Two servers need two ids. */
  readonly id?: string;
  /** The time for one attempt, in ms. */
  readonly timeoutMs?: number;
  readonly now?: () => number;
}

const DEFAULT_TIMEOUT_MS = 300_000;
const close = async () => {};

/**
 * Makes a text model of any language model object of the AI SDK (specification 2 or 3), such as `openai.chat('gpt-4o')`.
 * It keeps its own fetch and its own key.
 */
export function wrapLanguageModel(model: AiLanguageModel, options: WrapOptions = {}): TextModel {
  const name = model.provider.split('.')[0] ?? model.provider;
  return aiTextModel({
    ...sharedSetup(model, options),
    description: `language model ${model.modelId} of ${model.provider}`,
    model,
    family: null,
    providerOptions: (request) => logprobOptions(name, request),
  });
}

/** Makes an embedding model of any embedding model object of the AI SDK. */
export function wrapEmbeddingModel(
  model: AiEmbeddingModel,
  options: WrapOptions = {},
): Promise<EmbeddingModel> {
  return aiEmbeddingModel({
    ...sharedSetup(model, options),
    description: `embedding model ${model.modelId} of ${model.provider}`,
    model,
  });
}

function sharedSetup(model: { readonly provider: string; readonly modelId: string }, options: WrapOptions) {
  return {
    id: options.id ?? `${model.provider.split('.')[0]}/${model.modelId}`,
    endpoint: null,
    parameters: { provider: model.provider },
    exchanges: new WeakMap(),
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    redact: createRedactor([]).text,
    maskKeys: (text: string) => text,
    now: options.now ?? Date.now,
    close,
  };
}

/** Providers that are not in the table are asked as a compatible server is. */
function logprobOptions(name: string, request: TextRequest): Readonly<Record<string, unknown>> {
  const asked = request.topLogprobs;
  if (asked === undefined) return {};
  const known = PROVIDERS.find((provider) => provider.optionsName === name);
  const options =
    known === undefined ? { logprobs: true, top_logprobs: asked } : known.logprobOptions?.(asked);
  return options === undefined ? {} : { [name]: options };
}
