import type { Answer } from '../core/index.ts';
import type { AttemptErrorKind } from './attempt-error.ts';
import type { HeaderSource } from './headers.ts';

/** The shape of a provider's bodies. Mistral, DeepSeek and compatible servers speak `openai`. */
export type BodyFamily = 'openai' | 'anthropic' | 'google';

export type ResponseKind =
  | 'ok'
  | 'truncated'
  | 'empty'
  | 'refusal'
  | 'filtered'
  | 'input-too-long'
  | 'provider-error'
  | 'invalid-body';

/** A failed attempt, as data. */
export interface ResponseError {
  readonly kind: AttemptErrorKind;
  /** The provider's words, with the address where that is what is wrong. May quote a key: redact before use. */
  readonly message: string;
  readonly retryAfterMs: number | null;
}

/** What a response means. */
export interface ReadResponse {
  readonly kind: ResponseKind;
  /** A complete answer. */
  readonly ok: boolean;
  /** The answer's text; reasoning is no part of it. */
  readonly text: string;
  /** Whether it may be stored and served again. */
  readonly cacheable: boolean;
  /** Whether the same request may get a better response. */
  readonly retryable: boolean;
  /** Null for `provider-error` and `invalid-body`. */
  readonly answer: Answer | null;
  /** Only for `provider-error` and `invalid-body`. */
  readonly error: ResponseError | null;
  /** The model that the provider says has answered. */
  readonly servedModel: string | null;
}

export interface ResponseInput {
  readonly family?: BodyFamily;
  readonly status: number;
  /** The body as it came, or the value that was read from it. */
  readonly bodyText?: string;
  readonly body?: unknown;
  readonly headers?: HeaderSource;
  readonly url?: string;
  readonly nowMs?: number;
}

/** What a family's reader finds in a body without an error. */
export interface BodyReading {
  readonly answer: Answer;
  /** Set where the body says that the provider failed on the way. */
  readonly failure?: string;
}
