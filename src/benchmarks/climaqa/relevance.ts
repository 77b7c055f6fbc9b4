/** Passages that are shown at most, and the least relevance, as in the authors' code. */
export const MAX_PASSAGES = 4;
export const THRESHOLD = 0.5;

/** Squared Euclidean distance of two unit vectors with this cosine. */
export function squaredDistance(cos: number): number {
  return 2 - 2 * cos;
}

/** Relevance of a passage: 1 - d/√2, d the squared distance. 0.5 means a cosine of 0.646447. */
export function relevanceOf(cos: number): number {
  return 1 - squaredDistance(cos) / Math.SQRT2;
}
