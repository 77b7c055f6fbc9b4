import type { VectorAdapter } from './adapter.ts';
import { rankingVectors } from './ranking.ts';
import { recipeVectors } from './recipes.ts';

/** One adapter a vector file. */
export const VECTOR_ADAPTERS: readonly VectorAdapter[] = [rankingVectors, recipeVectors];
