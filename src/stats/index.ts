export * from './bootstrap-legacy.ts';
export * from './mt19937.ts';
export * from './numpy-sum.ts';
export * from './quantile.ts';
