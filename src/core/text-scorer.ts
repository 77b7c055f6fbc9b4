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

/** Makes vectors of texts. */
export interface TextEmbedder {
  readonly id: string;
  /** One vector a text, in order. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}
