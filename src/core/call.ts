/** Who answers a call. A run gives each role its own model. */
export type Role = 'candidate' | 'judge' | 'embedder' | 'generator';

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Decoding. What is absent is not sent. */
export interface Decoding {
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly topP?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  readonly stop?: readonly string[];
  readonly seed?: number;
}

/** A request for text. Everything in it but `step` decides the answer and goes into the cache key. */
export interface TextRequest {
  readonly role: Role;
  readonly messages: readonly Message[];
  readonly decoding: Decoding;
  /** How many alternatives of the first token to ask for; absent: none. */
  readonly topLogprobs?: number;
  /** A label for people and logs ("window 3", "passage c_12"); no part of the request. */
  readonly step?: string;
  /**
   * The id of this request's answer in files of `{id, output}`; absent: the item's id; null: the request depends on
   * an answer and cannot be written beforehand. No part of the request.
   */
  readonly exportId?: string | null;
}

/** Why no usable answer came. */
export const STOP_REASONS = [
  'empty',
  'refusal',
  'filtered-input',
  'filtered-output',
  'input-too-long',
  'truncated',
] as const;
export type StopReason = (typeof STOP_REASONS)[number];

export interface Usage {
  /** Tokens; null where the provider does not say. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly reasoningTokens: number | null;
  readonly cachedInputTokens: number | null;
}

export interface TokenLogprob {
  readonly token: string;
  readonly logprob: number;
}

/** What came back for a {@link TextRequest}. A call that failed for good throws instead. */
export interface Answer {
  readonly text: string;
  /** The provider's reason, mapped; `length` means the output limit was reached. */
  readonly finish: 'stop' | 'length' | 'filtered' | 'refusal' | 'other';
  /** Set where no usable answer came; such a text is never parsed. A cut answer has `finish: 'length'` and no `stop`. */
  readonly stop: StopReason | null;
  /** Alternatives of the first token, best first; null where the provider gives none. */
  readonly firstToken: readonly TokenLogprob[] | null;
  readonly usage: Usage;
}

/** A request to order documents without a prompt: an embedding model or a lexical ranker does it. */
export interface RankRequest {
  readonly query: string;
  /** Objective or instruction; an embedding model gets it before the query, a lexical ranker never sees it. */
  readonly instruction?: string;
  readonly documents: readonly { readonly id: string; readonly text: string }[];
}

/**
 * The one door from a benchmark to models: cached, budgeted, retried, logged.
 * It resolves with an answer (perhaps a `stop`), or throws when the call failed for good.
 */
export interface Ask {
  (request: TextRequest): Promise<Answer>;
  /** Scores in the order of `documents`, larger is better. */
  rank(request: RankRequest): Promise<readonly number[]>;
  /**
   * True where prompts are only counted: every answer is an empty text. What depends on an answer must then ask as it
   * would for a good one.
   */
  readonly planning: boolean;
  /** One vector a text, in order, length 1 each; by the embedder, or by the candidate if it is one. */
  embed(texts: readonly string[], role?: Role): Promise<readonly Float32Array[]>;
}

/** What a door has beside the call for text. */
export type AskParts = Pick<Ask, 'rank' | 'embed' | 'planning'>;

/** Puts a door together of its parts. */
export function makeAsk(text: (request: TextRequest) => Promise<Answer>, parts: AskParts): Ask {
  return Object.assign((request: TextRequest) => text(request), parts);
}
