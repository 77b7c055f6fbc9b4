export * from './agreement.ts';
export { type ClassCount, type ClassCounts, countClasses, type PredictedLabel } from './class-counts.ts';
export {
  type Averages,
  averageJaccard,
  averageScores,
  type ClassScores,
  classScores,
  type Scores,
  scoresOf,
  type ZeroDivision,
} from './class-scores.ts';
export * from './classification.ts';
export * from './confusion.ts';
export * from './correlation.ts';
export * from './descriptions.ts';
export * from './multilabel.ts';
export * from './ranking.ts';
export * from './ranking-measures.ts';
export * from './ranking-set.ts';
export * from './rbo.ts';
export * from './text/index.ts';
