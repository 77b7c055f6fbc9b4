export * from './choice.ts';
export * from './json.ts';
export * from './labels.ts';
export * from './ranking.ts';
export * from './reasoning.ts';
export * from './score.ts';
