import {
  AGREEMENT_MEASURES,
  CLASSIFICATION_MEASURES,
  RANK_SIMILARITIES,
  RANKING_MEASURES,
  TEXT_MEASURES,
} from '../metrics/index.ts';
import type { LibraryMeasure } from './measures.ts';

/** What the two libraries measure, whether a task uses it or not. */
export const libraryMeasures: readonly LibraryMeasure[] = [
  ...RANKING_MEASURES,
  ...RANK_SIMILARITIES,
  ...CLASSIFICATION_MEASURES,
  ...TEXT_MEASURES,
  ...AGREEMENT_MEASURES,
].map((description) => ({
  description,
  library: /^pass[@^]k$/.test(description.id) ? 'quadrat/stats' : 'quadrat/metrics',
}));
