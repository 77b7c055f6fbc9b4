// Readers and sources. What reaches the network (`download`, `get`) is imported by its own file.
export * from './csv.ts';
export * from './dataset.ts';
export * from './encoding.ts';
export * from './json-map.ts';
export * from './jsonl.ts';
export * from './pickle.ts';
export * from './source.ts';
export * from './text-file.ts';
export * from './trec.ts';
