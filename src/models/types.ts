import type { Answer, Message, ModelAbility, RankRequest, TextRequest, Usage } from '../core/index.ts';

/** What every model has. */
interface ModelBase {
  /** As the user named it: `openai/gpt-4o`, `local/lexical`, … */
  readonly id: string;
  /** What it is in words, shown in every result: "lexical ranker (BM25), not a language model". */
  readonly description: string;
  /** Where requests go, without keys; null for a model on this machine. */
  readonly endpoint: string | null;
  readonly abilities: ReadonlySet<ModelAbility>;
  /** Parameters that are sent with every request and are no part of it. They belong to the cache key. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Lets go of connections and memory. The model must not be used afterwards. */
  close(): Promise<void>;
}

/** Which call a request belongs to, for models that answer from a script or a record. */
export interface CallContext {
  /** Number of this try, from 1. */
  readonly attempt?: number;
  /** How many equal requests came before in the same item and repeat, from 0. */
  readonly ordinal?: number;
  /** Repeat index, from 0. */
  readonly repeat?: number;
}

/** What crossed the wire in one attempt, without headers. */
export interface Wire {
  readonly url: string;
  readonly requestBody: string;
  readonly responseBody: string;
}

/** What one attempt gave. */
export interface GenerateResult {
  readonly answer: Answer;
  /** HTTP status; null where no request was made. */
  readonly status: number | null;
  /** The model that the provider says has answered; null where it does not say. */
  readonly servedModel: string | null;
  /** What was left out of the request or changed, in words ("temperature is not supported …"). */
  readonly warnings: readonly string[];
  /** What the user should hear of, once for a model. */
  readonly notice?: string;
  /** Null for a model that is not behind our own fetch. */
  readonly wire: Wire | null;
}

/** A model that writes text. */
export interface TextModel extends ModelBase {
  readonly kind: 'text';
  /**
   * One attempt, never repeated here.
   *
   * @returns an answer, perhaps with a `stop`; an `empty` one is worth asking for once more
   * @throws {@link AttemptError} when the attempt failed; the signal's reason when it was aborted
   */
  generate(request: TextRequest, signal: AbortSignal, context?: CallContext): Promise<GenerateResult>;
}

export interface EmbedResult {
  /** One a text, in order, length 1 each. */
  readonly vectors: readonly Float32Array[];
  readonly usage: Usage;
  readonly status: number | null;
}

/** A model that turns texts into vectors. */
export interface EmbeddingModel extends ModelBase {
  readonly kind: 'embedding';
  /** How many texts one `embed` takes. */
  readonly maxTextsPerCall: number;
  /**
   * One attempt (one request where the model is behind a network), never repeated here.
   *
   * @param texts at most {@link maxTextsPerCall}
   * @throws {@link AttemptError} when the attempt failed; the signal's reason when it was aborted
   */
  embed(texts: readonly string[], signal: AbortSignal): Promise<EmbedResult>;
}

/** A local ranker without vectors. */
export interface RankerModel extends ModelBase {
  readonly kind: 'ranker';
  /** Scores in the order of `documents`, larger is better. */
  rank(request: RankRequest): Promise<readonly number[]>;
}

/** A name for a value that a task makes without a model: `gold`, `echo`, `random`, `majority`. */
export interface TrivialModel extends ModelBase {
  readonly kind: 'trivial';
  readonly name: string;
}

export type Model = TextModel | EmbeddingModel | RankerModel | TrivialModel;

/** A finished call: what the engine has after retries. */
export interface CallResult {
  readonly answer: Answer;
  /** How many attempts it took, from 1. */
  readonly attempts: number;
  readonly status: number | null;
  /** Start of the first attempt, in ms since 1970. */
  readonly startedAtMs: number;
  /** From the start of the first attempt to the end of the last one, waits included. */
  readonly durationMs: number;
  readonly servedModel: string | null;
  readonly warnings: readonly string[];
}

/** Everything that decides an answer. */
export interface RequestParts {
  readonly provider: string;
  readonly endpoint: string | null;
  readonly model: string;
  readonly role: string;
  readonly messages: readonly Message[];
  /** Decoding, log-probabilities and whatever else is sent. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Repeat index, from 0. */
  readonly repeat: number;
}

/** Usage where a provider says nothing. */
export const NO_USAGE: Usage = {
  inputTokens: null,
  outputTokens: null,
  reasoningTokens: null,
  cachedInputTokens: null,
};
