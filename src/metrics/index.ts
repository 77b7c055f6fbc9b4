export * from './correlation.ts';
export * from './ranking.ts';
export * from './ranking-measures.ts';
export * from './ranking-set.ts';
export * from './rbo.ts';
export * from './text/index.ts';
