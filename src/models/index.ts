export type { AiEmbeddingModel, AiLanguageModel } from './ai-sdk-types.ts';
export { AttemptError, type AttemptErrorKind } from './attempt-error.ts';
export { type BaseUrl, chatCompletionsUrl, parseBaseUrl } from './base-url.ts';
export { type CacheNote, openCache, type ResponseCache } from './cache.ts';
export { canonicalJson } from './canonical-json.ts';
export { createModel, MODEL_FORMS, type ModelOptions } from './create.ts';
export { createFetch, type Exchange, type FetchOptions, type OwnFetch } from './fetch.ts';
export { LOCAL_MODELS } from './local.ts';
export { costUsd, type Price, type PriceTable, priceOf, priceTable } from './prices.ts';
export { PROVIDERS, type Provider } from './providers.ts';
export { createRedactor, REDACTED, type Redactor, secretsOf } from './redact.ts';
export { type CallLookup, replayModel } from './replay.ts';
export { requestHash, requestKey, requestParts } from './request-key.ts';
export { isCacheable, readResponse } from './response.ts';
export type { BodyFamily, ReadResponse, ResponseInput, ResponseKind } from './response-types.ts';
export {
  type RetryDecision,
  type RetryInput,
  type RetryOptions,
  type RetryTools,
  retryDecision,
  withRetry,
} from './retry.ts';
export { type Script, type ScriptCall, type ScriptReply, scriptModel } from './script.ts';
export { createTokenCounter, TOKEN_COUNT_NOTE, type TokenCounter } from './tokens.ts';
export * from './types.ts';
export { type WrapOptions, wrapEmbeddingModel, wrapLanguageModel } from './wrap.ts';
