import type { VectorAdapter } from './adapter.ts';
import { irLearnVectors } from './ir-learn.ts';
import { rankingVectors } from './ranking.ts';
import { recipeVectors } from './recipes.ts';

/** One adapter a vector file. */
export const VECTOR_ADAPTERS: readonly VectorAdapter[] = [irLearnVectors, rankingVectors, recipeVectors];
