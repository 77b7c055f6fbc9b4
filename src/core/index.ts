export * from './call.ts';
export * from './error-meanings.ts';
export * from './errors.ts';
export * from './item.ts';
export * from './measure.ts';
export * from './outcome.ts';
export * from './result.ts';
export * from './task.ts';
