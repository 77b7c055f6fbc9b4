export * from './benchmarks/index.ts';
export * from './core/index.ts';
export {
  createModel,
  type EmbeddingModel,
  type Model,
  type ModelOptions,
  type RankerModel,
  type TextModel,
  type TrivialModel,
  wrapEmbeddingModel,
  wrapLanguageModel,
} from './models/index.ts';
export * from './report/index.ts';
export * from './run/library.ts';
export type { RunOutcome, RunProgress } from './run/run.ts';
export { VERSION } from './run/version.ts';
