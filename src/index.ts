export * from './benchmarks/index.ts';
export * from './core/index.ts';
export * from './data/index.ts';
export * from './models/index.ts';
export * from './parse/index.ts';
export * from './report/index.ts';
export * from './run/library.ts';
export type { RunOutcome, RunProgress } from './run/run.ts';
export { VERSION } from './run/version.ts';
