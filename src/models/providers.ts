import type { AiEmbeddingModel, AiLanguageModel } from './ai-sdk-types.ts';
import type { BodyFamily } from './response-types.ts';

/** What a provider package is made with. */
export interface ProviderSettings {
  readonly baseUrl: string;
  readonly query: ReadonlyMap<string, string>;
  /** Undefined only where none is needed; then no Authorization header is sent. */
  readonly apiKey: string | undefined;
  readonly fetch: typeof globalThis.fetch;
}

/** The two kinds of models of a package that are used. */
export interface LoadedProvider {
  text(name: string): AiLanguageModel;
  embedding?(name: string): AiEmbeddingModel;
}

/** A provider: how its models are named, reached and asked. */
export interface Provider {
  /** The first part of model ids. */
  readonly id: string;
  readonly title: string;
  /** Environment variables that may hold the key, the first one that is set counts. */
  readonly keyNames: readonly string[];
  readonly needsKey: boolean;
  /** Null: the user must name one. */
  readonly baseUrl: string | null;
  /** The path of a base address that is given without any. */
  readonly version: string;
  readonly family: BodyFamily;
  /** The name of its options in the AI SDK. */
  readonly optionsName: string;
  /** Options that ask for the alternatives of each token; null: its AI SDK package has none that does. */
  readonly logprobOptions: ((count: number) => Readonly<Record<string, unknown>>) | null;
  /** Names of its embedding models; null: it has none. */
  readonly embeddingNames: RegExp | null;
  /** Loads the package. It takes some time, so that it is left until a model is made. */
  readonly load: (settings: ProviderSettings) => Promise<LoadedProvider>;
}

/** Every provider behind a network. */
export const PROVIDERS: readonly Provider[] = [
  {
    id: 'openai',
    title: 'OpenAI',
    keyNames: ['OPENAI_API_KEY'],
    needsKey: true,
    baseUrl: 'https://api.openai.com/v1',
    version: '/v1',
    family: 'openai',
    optionsName: 'openai',
    logprobOptions: (count) => ({ logprobs: count }),
    embeddingNames: /^text-embedding-/,
    async load({ baseUrl, apiKey = '', fetch }) {
      const { createOpenAI } = await import('@ai-sdk/openai');
      const provider = createOpenAI({ baseURL: baseUrl, apiKey, fetch });
      // Chat completions: the plain call is the Responses API.
      return { text: (name) => provider.chat(name), embedding: (name) => provider.embeddingModel(name) };
    },
  },
  {
    id: 'anthropic',
    title: 'Anthropic',
    keyNames: ['ANTHROPIC_API_KEY'],
    needsKey: true,
    baseUrl: 'https://api.anthropic.com/v1',
    version: '/v1',
    family: 'anthropic',
    optionsName: 'anthropic',
    logprobOptions: null,
    embeddingNames: null,
    async load({ baseUrl, apiKey = '', fetch }) {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      const provider = createAnthropic({ baseURL: baseUrl, apiKey, fetch });
      return { text: (name) => provider.chat(name) };
    },
  },
  {
    id: 'google',
    title: 'Google',
    keyNames: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY'],
    needsKey: true,
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    version: '/v1beta',
    family: 'google',
    optionsName: 'google',
    logprobOptions: null,
    embeddingNames: /embedding/,
    async load({ baseUrl, apiKey = '', fetch }) {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google');
      const provider = createGoogleGenerativeAI({ baseURL: baseUrl, apiKey, fetch });
      return { text: (name) => provider.chat(name), embedding: (name) => provider.embeddingModel(name) };
    },
  },
  {
    id: 'mistral',
    title: 'Mistral',
    keyNames: ['MISTRAL_API_KEY'],
    needsKey: true,
    baseUrl: 'https://api.mistral.ai/v1',
    version: '/v1',
    family: 'openai',
    optionsName: 'mistral',
    logprobOptions: null,
    embeddingNames: /embed/,
    async load({ baseUrl, apiKey = '', fetch }) {
      const { createMistral } = await import('@ai-sdk/mistral');
      const provider = createMistral({ baseURL: baseUrl, apiKey, fetch });
      return { text: (name) => provider.chat(name), embedding: (name) => provider.embeddingModel(name) };
    },
  },
  {
    id: 'deepseek',
    title: 'DeepSeek',
    keyNames: ['DEEPSEEK_API_KEY'],
    needsKey: true,
    baseUrl: 'https://api.deepseek.com',
    version: '',
    family: 'openai',
    optionsName: 'deepseek',
    logprobOptions: (count) => ({ topLogprobs: count }),
    embeddingNames: null,
    async load({ baseUrl, apiKey = '', fetch }) {
      const { createDeepSeek } = await import('@ai-sdk/deepseek');
      const provider = createDeepSeek({ baseURL: baseUrl, apiKey, fetch });
      return { text: (name) => provider.chat(name) };
    },
  },
  {
    id: 'openai-compatible',
    title: 'an OpenAI-compatible server',
    // Not OPENAI_API_KEY: that key is for one provider, and the address may be anybody's.
    keyNames: ['OPENAI_COMPATIBLE_API_KEY'],
    needsKey: false,
    baseUrl: null,
    version: '/v1',
    family: 'openai',
    optionsName: 'compatible',
    // Passed through into the body as they are.
    logprobOptions: (count) => ({ logprobs: true, top_logprobs: count }),
    embeddingNames: /(?:^|[-_/.])embed/i,
    async load({ baseUrl, query, apiKey, fetch }) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const provider = createOpenAICompatible({
        name: 'compatible',
        baseURL: baseUrl,
        fetch,
        ...(apiKey === undefined ? {} : { apiKey }),
        ...(query.size === 0 ? {} : { queryParams: Object.fromEntries(query) }),
      });
      return { text: (name) => provider.chatModel(name), embedding: (name) => provider.embeddingModel(name) };
    },
  },
];
