import type { OpenAIProvider } from '@ai-sdk/openai';
import type { Decoding, TextRequest } from '../core/index.ts';

/** The parts of the AI SDK's language-model specification that are used here; models of its versions 2 and 3 fit. */
export interface AiLanguageModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: AiCallOptions): PromiseLike<AiGenerateResult>;
}

/** The same for its embedding models. */
export interface AiEmbeddingModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly maxEmbeddingsPerCall: PromiseLike<number | undefined> | number | undefined;
  doEmbed(options: { values: string[]; abortSignal?: AbortSignal }): PromiseLike<AiEmbedResult>;
}

/** What one call is given, in the specification's own type. */
export type AiCallOptions = Parameters<ReturnType<OpenAIProvider['chat']>['doGenerate']>[0];
type ProviderOptions = NonNullable<AiCallOptions['providerOptions']>;

/** Read by hand: its members differ between the versions of the specification. */
export interface AiGenerateResult {
  readonly content: readonly unknown[];
  readonly finishReason: unknown;
  readonly usage: unknown;
  readonly providerMetadata?: unknown;
  readonly response?: { readonly body?: unknown; readonly modelId?: string };
  readonly warnings?: readonly unknown[];
}

export interface AiEmbedResult {
  readonly embeddings: readonly (readonly number[])[];
  readonly usage?: { readonly tokens: number };
  readonly response?: { readonly body?: unknown };
}

/**
 * A request in the specification's form. What is absent is not passed on, so that it is not sent.
 *
 * @param providerOptions options of one provider, by its name in the specification
 */
export function callOptions(
  request: TextRequest,
  abortSignal: AbortSignal,
  providerOptions: Readonly<Record<string, unknown>>,
): AiCallOptions {
  return {
    prompt: request.messages.map((message) =>
      message.role === 'system'
        ? { role: 'system', content: message.content }
        : { role: message.role, content: [{ type: 'text', text: message.content }] },
    ),
    ...decodingOptions(request.decoding),
    abortSignal,
    // The packages check their own options; anything that JSON can hold is allowed here.
    ...(Object.keys(providerOptions).length === 0
      ? {}
      : { providerOptions: providerOptions as ProviderOptions }),
  };
}

function decodingOptions(decoding: Decoding): Partial<AiCallOptions> {
  const { stop, ...numbers } = decoding;
  const given = Object.entries(numbers).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(given), ...(stop === undefined ? {} : { stopSequences: [...stop] }) };
}
