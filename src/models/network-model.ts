import { QuadratError, type TextRequest } from '../core/index.ts';
import { aiEmbeddingModel } from './ai-embedding-model.ts';
import { aiTextModel } from './ai-text-model.ts';
import type { Exchanges } from './attempt.ts';
import { parseBaseUrl } from './base-url.ts';
import { captureFetch } from './capture-fetch.ts';
import { createFetch } from './fetch.ts';
import type { LoadedProvider, Provider } from './providers.ts';
import { createRedactor, secretsOf } from './redact.ts';
import type { EmbeddingModel, TextModel } from './types.ts';

/** What a model behind a network is made with. */
export interface NetworkModelOptions {
  /** The environment: keys are read from here and nowhere else. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What the model is wanted for. By default its name decides. */
  readonly ability?: 'text' | 'embed';
  /** Address of the server; needed for `openai-compatible/…`. */
  readonly baseUrl?: string;
  /**
   * Parameters that are sent with every request: for `openai-compatible/…` members of the body as they are, else
   * options of the provider's AI SDK package (`{reasoningEffort: 'low'}`).
   */
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** The time for one attempt, in ms. */
  readonly timeoutMs?: number;
  /** The longest silence within a response, in ms; by default half of `timeoutMs`. */
  readonly idleMs?: number;
  /** Stands in for our own fetch. */
  readonly fetch?: typeof globalThis.fetch;
  readonly now?: () => number;
}

/** Reasoning models think for minutes. */
const DEFAULT_TIMEOUT_MS = 300_000;

/**
 * A model of a provider.
 *
 * @param name the part of the id behind the provider
 * @throws QuadratError `missing-key`, `usage` (no or a wrong base URL), `unsuitable-model` (no embeddings there)
 */
export async function networkModel(
  provider: Provider,
  name: string,
  options: NetworkModelOptions,
): Promise<TextModel | EmbeddingModel> {
  const id = `${provider.id}/${name}`;
  const embeds = wantsEmbedding(provider, name, options.ability);
  const { url, query } = addressOf(provider, options.baseUrl);
  const apiKey = keyOf(provider, id, options.env);
  const redactor = createRedactor([...secretsOf(options.env), ...(apiKey === undefined ? [] : [apiKey])]);
  const exchanges: Exchanges = new WeakMap();
  const timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  const seen: Parameters<typeof createFetch>[0] = {
    timeoutMs,
    idleMs: options.idleMs ?? Math.ceil(timeoutMs / 2),
    onExchange: (exchange, signal) => {
      if (signal !== undefined) exchanges.set(signal, exchange);
    },
  };
  const own = options.fetch === undefined ? await createFetch(seen) : captureFetch(options.fetch, seen);
  const loaded = await provider.load({ baseUrl: url, query, apiKey, fetch: own.fetch });
  const search = new URLSearchParams([...query]).toString();
  const endpoint = redactor.text(search === '' ? url : `${url}?${search}`);
  const parameters = options.parameters ?? {};
  const shared = {
    id,
    endpoint,
    parameters,
    exchanges,
    timeoutMs: options.fetch === undefined ? null : timeoutMs,
    redact: redactor.text,
    maskKeys: redactor.known,
    now: options.now ?? Date.now,
    close: own.close,
  };
  const where = options.baseUrl === undefined ? provider.title : `${provider.title} at ${endpoint}`;
  if (embeds) {
    const model = embeddingOf(loaded, provider, name);
    return aiEmbeddingModel({ ...shared, model, description: `embedding model ${name} of ${where}` });
  }
  return aiTextModel({
    ...shared,
    model: loaded.text(name),
    family: provider.family,
    description: `language model ${name} of ${where}`,
    providerOptions: (request) => providerOptions(provider, parameters, request),
  });
}

function providerOptions(
  provider: Provider,
  parameters: Readonly<Record<string, unknown>>,
  request: TextRequest,
): Readonly<Record<string, unknown>> {
  const asked = request.topLogprobs;
  const logprobs = asked === undefined ? {} : (provider.logprobOptions?.(asked) ?? {});
  const options = { ...parameters, ...logprobs };
  return Object.keys(options).length === 0 ? {} : { [provider.optionsName]: options };
}

function wantsEmbedding(provider: Provider, name: string, ability: 'text' | 'embed' | undefined): boolean {
  if (ability === 'text') return false;
  if (ability === undefined) return provider.embeddingNames?.test(name) ?? false;
  if (provider.embeddingNames !== null) return true;
  throw noEmbeddings(provider);
}

function embeddingOf(loaded: LoadedProvider, provider: Provider, name: string) {
  if (loaded.embedding === undefined) throw noEmbeddings(provider);
  return loaded.embedding(name);
}

function noEmbeddings(provider: Provider): QuadratError {
  return new QuadratError('unsuitable-model', `${provider.title} has no embedding models`, {
    next: 'Use local/use-lite, openai/text-embedding-3-small or another embedding model.',
  });
}

function addressOf(provider: Provider, given: string | undefined) {
  const address = given ?? provider.baseUrl;
  if (address !== null) return parseBaseUrl(address, provider.version);
  throw new QuadratError('usage', `${provider.id}/… needs the address of the server`, {
    next: 'Add --base-url, for example --base-url http://localhost:11434/v1.',
  });
}

function keyOf(provider: Provider, id: string, env: NetworkModelOptions['env']): string | undefined {
  for (const name of provider.keyNames) {
    const key = env[name]?.trim();
    if (key !== undefined && key !== '') return key;
  }
  if (!provider.needsKey) return undefined;
  const [first, ...others] = provider.keyNames;
  const more = others.length === 0 ? '' : ` (or ${others.join(' or ')})`;
  throw new QuadratError('missing-key', `${id} needs a key in the environment variable ${first}${more}`, {
    next: `Set it: export ${first}=…`,
    data: { variables: provider.keyNames },
  });
}
