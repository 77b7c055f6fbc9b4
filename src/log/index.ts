export * from './line-reader.ts';
export * from './line-writer.ts';
export * from './run-folder.ts';
export * from './schema.ts';
export { readItems, unitKey } from './stored-items.ts';
export * from './text-scores.ts';
