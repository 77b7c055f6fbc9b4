export { createModel, MODEL_FORMS, type ModelOptions } from './create.ts';
export { openTextScorer, type TextScorerOptions } from './text-scorer.ts';
export * from './types.ts';
export * from './use-lite/index.ts';
export { type WrapOptions, wrapEmbeddingModel, wrapLanguageModel } from './wrap.ts';
