import type { AiEmbeddingModel } from './ai-sdk-types.ts';
import {
  type Exchanges,
  foreignFailure,
  networkFailure,
  readExchange,
  responseFailure,
  runAttempt,
} from './attempt.ts';
import { AttemptError } from './attempt-error.ts';
import { asArray, asCount, asNumber, member } from './json.ts';
import { type EmbeddingModel, NO_USAGE } from './types.ts';

export interface AiEmbeddingModelSetup {
  readonly id: string;
  readonly description: string;
  readonly endpoint: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly model: AiEmbeddingModel;
  readonly exchanges: Exchanges;
  readonly timeoutMs: number | null;
  readonly redact: (text: string) => string;
  readonly now: () => number;
  readonly close: () => Promise<void>;
}

/** Providers take up to 2,048 texts at once, but also limit the tokens of a request; this many passages fit. */
const MOST_TEXTS = 96;

const EMBED_ABILITIES: EmbeddingModel['abilities'] = new Set(['embed', 'rank']);

/** Makes an embedding model of one of the AI SDK. */
export async function aiEmbeddingModel(setup: AiEmbeddingModelSetup): Promise<EmbeddingModel> {
  const { id, description, endpoint, parameters, close } = setup;
  const limit = (await setup.model.maxEmbeddingsPerCall) ?? MOST_TEXTS;
  const maxTextsPerCall = Math.min(limit, MOST_TEXTS);
  return {
    kind: 'embedding',
    id,
    description,
    endpoint,
    parameters,
    abilities: EMBED_ABILITIES,
    maxTextsPerCall,
    close,
    async embed(texts, signal) {
      if (texts.length === 0) return { vectors: [], usage: NO_USAGE, status: null };
      if (texts.length > maxTextsPerCall)
        throw new RangeError(`${id} takes ${maxTextsPerCall} texts at once`);
      const { value, error, exchange } = await runAttempt(
        (own) => setup.model.doEmbed({ values: [...texts], abortSignal: own }),
        signal,
        setup.exchanges,
        setup.timeoutMs,
      );
      if (value === undefined) {
        if (exchange === undefined) throw foreignFailure(error, setup.now(), setup.redact);
        if (exchange.error !== null) throw networkFailure(exchange.error, exchange.url, setup.redact);
        const read = readExchange(exchange, 'openai', setup.now());
        if (exchange.status === 200 && read.error === null)
          throw new AttemptError('invalid-body', `${exchange.url} answered with a body without vectors`, {
            status: 200,
          });
        throw responseFailure(read, exchange.status, setup.redact);
      }
      const ordered = inOrder(value.embeddings, value.response?.body);
      const tokens = asCount(value.usage?.tokens);
      return {
        vectors: unitVectors(ordered, texts.length),
        usage: tokens === null ? NO_USAGE : { ...NO_USAGE, inputTokens: tokens },
        status: exchange?.status ?? null,
      };
    },
  };
}

/** Servers number the vectors of a response, and not all of them keep the order of the texts. */
function inOrder(vectors: AiVectors, body: unknown): AiVectors {
  const numbers = asArray(member(body, 'data')).map((entry) => asNumber(member(entry, 'index')));
  if (numbers.length !== vectors.length || numbers.every((number, place) => number === place)) return vectors;
  const sorted: (readonly number[])[] = [];
  for (const [place, number] of numbers.entries()) {
    const vector = vectors[place];
    if (number === null || vector === undefined || number >= vectors.length || sorted[number] !== undefined)
      return vectors;
    sorted[number] = vector;
  }
  return sorted;
}

type AiVectors = readonly (readonly number[])[];

/** Checks that there is a vector for each text, all of one size, and brings each to length 1. */
function unitVectors(vectors: AiVectors, count: number): Float32Array[] {
  if (vectors.length !== count) throw unusable(`${vectors.length} vectors for ${count} texts`);
  const size = vectors[0]?.length ?? 0;
  return vectors.map((vector, place) => {
    const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
    if (vector.length !== size || size === 0)
      throw unusable(`vector ${place} has ${vector.length} values, not ${size}`);
    if (!Number.isFinite(length) || length === 0) throw unusable(`vector ${place} has the length ${length}`);
    return Float32Array.from(vector, (value) => value / length);
  });
}

function unusable(what: string): AttemptError {
  return new AttemptError('invalid-body', `unusable embeddings: ${what}`);
}
