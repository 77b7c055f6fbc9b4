import { QuadratError } from '../../core/errors.ts';

/** One vector a token, all of one length. */
export type TokenStates = readonly ArrayLike<number>[];

/** A text's token states and weights. */
export interface BertScoreText {
  readonly states: TokenStates;
  /** One weight a token, such as idf; absent: all 1, but 0 for special tokens. */
  readonly weights?: readonly number[];
}

/** Similarities of unrelated texts that scores are rescaled by, each with its own value. */
export interface BertScoreBaseline {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface BertScoreOptions {
  /**
   * The first and last row are markers such as [CLS] and [SEP]: without weight, yet candidates for the best match of
   * others. A text of these two rows alone is empty. False if absent.
   */
  readonly specialTokens?: boolean;
  readonly baseline?: BertScoreBaseline;
}

/** Cosines, usually 0 to 1; null: undefined. */
export interface BertScoreValues {
  readonly precision: number | null;
  readonly recall: number | null;
  readonly f1: number | null;
}

export interface BertScore extends BertScoreValues {
  /** (value - b) / (1 - b), where a baseline was given. F1 is rescaled by its own b, not made again. */
  readonly rescaled: BertScoreValues | null;
  /** Why a value is null; null where none is. */
  readonly reason: string | null;
}

/** Where nothing was computed: no embedder, a failed call. Never 0. */
export function bertScoreNotComputed(reason: string): BertScore {
  return { precision: null, recall: null, f1: null, rescaled: null, reason };
}

/**
 * BERTScore's greedy matching: each token with the most similar one of the other text, weighted.
 *
 * Name the embedder with every figure; only `roberta-large`, layer 17, is what papers call BERTScore.
 *
 * @returns all 0 if a text has no token. Precision and recall are null where the weights of their side sum to 0, and
 *   both are where a state is all zeros; F1 is 0 where it cannot be made of the two. Source: Zhang et al. 2020;
 *   bert_score 0.3.13
 * @throws QuadratError `usage` if states differ in length, or weights and states in number
 */
export function bertScore(
  hypothesis: BertScoreText,
  reference: BertScoreText,
  options: BertScoreOptions = {},
): BertScore {
  const { specialTokens = false, baseline } = options;
  checkShapes(hypothesis, reference);
  const least = specialTokens ? 2 : 0;
  if (hypothesis.states.length <= least || reference.states.length <= least) {
    return finished(0, 0, baseline, null);
  }
  const left = hypothesis.states.map(unit);
  const right = reference.states.map(unit);
  const bestLeft = new Float64Array(left.length).fill(Number.NEGATIVE_INFINITY);
  const bestRight = new Float64Array(right.length).fill(Number.NEGATIVE_INFINITY);
  for (const [row, a] of left.entries()) {
    for (const [column, b] of right.entries()) {
      const cosine = dot(a, b);
      // Math.max keeps NaN, which a state of zeros gives.
      bestLeft[row] = Math.max(bestLeft[row] as number, cosine);
      bestRight[column] = Math.max(bestRight[column] as number, cosine);
    }
  }
  const precision = weightedMean(bestLeft, weightsOf(hypothesis, specialTokens));
  const recall = weightedMean(bestRight, weightsOf(reference, specialTokens));
  const zeros = bestLeft.some(Number.isNaN);
  const reason = zeros ? 'a token state is all zeros' : 'the weights of the tokens sum to 0';
  return finished(precision, recall, baseline, Number.isNaN(precision + recall) ? reason : null);
}

/** Mean of precision, recall and F1 over texts; null where a text has none, and for no text. */
export function bertScoreMean(scores: readonly BertScoreValues[]): BertScoreValues {
  const mean = (of: (score: BertScoreValues) => number | null): number | null => {
    let sum = 0;
    for (const score of scores) {
      const value = of(score);
      if (value === null) return null;
      sum += value;
    }
    return scores.length === 0 ? null : sum / scores.length;
  };
  return {
    precision: mean((score) => score.precision),
    recall: mean((score) => score.recall),
    f1: mean((score) => score.f1),
  };
}

/**
 * Weights by inverse document frequency: log((N + 1) / (df + 1)), where df counts a document once however often it has
 * the token. With a single document every weight of its tokens is 0, and no score is defined.
 *
 * @param documents tokens of each reference text
 * @returns the weight of any token; one that is in no document has df 0
 */
export function inverseDocumentFrequency<Token>(
  documents: readonly (readonly Token[])[],
): (token: Token) => number {
  const frequency = new Map<Token, number>();
  for (const document of documents) {
    for (const token of new Set(document)) frequency.set(token, (frequency.get(token) ?? 0) + 1);
  }
  return (token) => Math.log((documents.length + 1) / ((frequency.get(token) ?? 0) + 1));
}

function checkShapes(...texts: readonly BertScoreText[]): void {
  const widths = new Set(texts.flatMap(({ states }) => states.map((state) => state.length)));
  if (widths.size > 1) {
    throw new QuadratError('usage', `token states differ in length: ${[...widths].join(', ')}`);
  }
  for (const { states, weights } of texts) {
    if (weights === undefined || weights.length === states.length) continue;
    throw new QuadratError('usage', `${weights.length} weights stand against ${states.length} token states`);
  }
}

function weightsOf(text: BertScoreText, specialTokens: boolean): readonly number[] {
  const last = text.states.length - 1;
  return text.states.map((_, index) => {
    if (specialTokens && (index === 0 || index === last)) return 0;
    return text.weights?.[index] ?? 1;
  });
}

function unit(state: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(state);
  const length = Math.sqrt(dot(values, values));
  return values.map((value) => value / length);
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index += 1) sum += (a[index] as number) * (b[index] as number);
  return sum;
}

function weightedMean(values: Float64Array, weights: readonly number[]): number {
  let sum = 0;
  let total = 0;
  for (const [index, value] of values.entries()) {
    const weight = weights[index] ?? 0;
    sum += weight * value;
    total += weight;
  }
  return sum / total;
}

function finished(
  precision: number,
  recall: number,
  baseline: BertScoreBaseline | undefined,
  reason: string | null,
): BertScore {
  const harmonic = (2 * precision * recall) / (precision + recall);
  const f1 = Number.isFinite(harmonic) ? harmonic : 0;
  const rescale = (value: number, base: number) => orNull((value - base) / (1 - base));
  return {
    precision: orNull(precision),
    recall: orNull(recall),
    f1,
    rescaled:
      baseline === undefined
        ? null
        : {
            precision: rescale(precision, baseline.precision),
            recall: rescale(recall, baseline.recall),
            f1: rescale(f1, baseline.f1),
          },
    reason,
  };
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
