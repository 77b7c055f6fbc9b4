/** A text and what it is compared with. */
export interface ReferencePair {
  readonly candidate: string;
  readonly reference: string;
}

/** BERTScore of a pair; null: the scorer has none. */
export interface TextScore {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

/** Scores pairs of texts with a model that is not ours. */
export interface TextScorer {
  /** Its name with a hash of model and settings: scores of two do not compare. */
  readonly id: string;
  /** One score a pair, in order. */
  score(pairs: readonly ReferencePair[]): Promise<readonly TextScore[]>;
}

/** How a task's read values get scores of a scorer of texts. */
export interface ScoredTexts<I, V> {
  /** What is to be compared, in an order that `withScores` knows; none: there is no answer, or it has its scores. */
  pairsOf(value: V, item: I): readonly ReferencePair[];
  /** The value with the scores of these pairs. */
  withScores(value: V, scores: readonly TextScore[]): V;
}

/** Makes vectors of texts. */
export interface TextEmbedder {
  readonly id: string;
  /** One vector a text, in order. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}
