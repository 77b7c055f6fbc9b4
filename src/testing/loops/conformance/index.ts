export * from './adapter.ts';
export * from './adapters.ts';
export * from './run.ts';
