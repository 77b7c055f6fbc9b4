import type { VectorAdapter } from './adapter.ts';
import { bertScoreVectors } from './bertscore.ts';
import { classificationVectors } from './classification.ts';
import { irLearnVectors } from './ir-learn.ts';
import { rankingVectors } from './ranking.ts';
import { recipeVectors } from './recipes.ts';
import { statisticsVectors } from './statistics.ts';
import { textVectors } from './text.ts';

/** One adapter a vector file. */
export const VECTOR_ADAPTERS: readonly VectorAdapter[] = [
  bertScoreVectors,
  classificationVectors,
  irLearnVectors,
  rankingVectors,
  recipeVectors,
  statisticsVectors,
  textVectors,
];
