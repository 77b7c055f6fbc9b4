import { PANEL, ROWS } from './kernel.ts';
import { MAX_TOKENS } from './tokenizer.ts';

/** Sizes of the network. */
export const EMBEDDING_WIDTH = 256;
export const STATE_WIDTH = 512;
export const FEED_WIDTH = 1536;
export const HEADS = 4;
export const VOCABULARY_ROWS = 8002;

/** Tokens, and texts, that a thread works on at once. Larger batches are no faster: the weights stay in the cache. */
export const BATCH_TOKENS = 256;
export const BATCH_TEXTS = 64;

/** A dense map: a packed matrix (see {@link import('./kernel.ts').Multiplication}) and its bias. */
export interface DensePlace {
  readonly matrix: number;
  readonly bias: number;
  readonly depth: number;
  readonly columns: number;
}

/** Scale and bias of a LayerNorm. */
export interface NormPlace {
  readonly scale: number;
  readonly bias: number;
}

export interface LayerPlaces {
  /** Width of the layer's input. */
  readonly width: number;
  readonly norm: NormPlace;
  /** Queries, keys and values side by side. */
  readonly transform: DensePlace;
  readonly output: DensePlace;
  readonly feedNorm: NormPlace;
  readonly expand: DensePlace;
  readonly contract: DensePlace;
}

/** One thread's own part of the memory. */
export interface ScratchPlaces {
  /** Rows of {@link EMBEDDING_WIDTH}: the first layer's input. */
  readonly input: number;
  /** Rows of {@link STATE_WIDTH}: the result. */
  readonly states: number;
  readonly normalised: number;
  readonly attended: number;
  /** Rows of {@link FEED_WIDTH}: queries, keys and values, then the inner layer of the feed-forward part. */
  readonly wide: number;
  readonly keys: number;
  readonly values: number;
  readonly scores: number;
  /** Rows of {@link STATE_WIDTH}, one a text. */
  readonly means: number;
  readonly vectors: number;
}

/** Where everything stands in the memory, in floats from its start. */
export interface Layout {
  readonly embedding: number;
  /** {@link MAX_TOKENS} rows of {@link EMBEDDING_WIDTH}. */
  readonly timing: number;
  /** The first layer's way past its attention, from 256 to 512. */
  readonly widen: DensePlace;
  readonly layers: readonly [LayerPlaces, LayerPlaces];
  readonly pool: DensePlace;
  /** A row of zeros. */
  readonly zeros: number;
  readonly scratch: readonly ScratchPlaces[];
  /** Length of the whole memory. */
  readonly floats: number;
}

/** A cache line. */
const ALIGNMENT = 16;

/** @returns the places for a number of threads; the weights come first and are shared */
export function layOut(threads: number): Layout {
  let floats = 0;
  const take = (length: number): number => {
    const place = floats;
    floats += Math.ceil(length / ALIGNMENT) * ALIGNMENT;
    return place;
  };
  const dense = (depth: number, columns: number): DensePlace => ({
    matrix: take(depth * columns),
    bias: take(columns),
    depth,
    columns,
  });
  const norm = (width: number): NormPlace => ({ scale: take(width), bias: take(width) });
  const layer = (width: number): LayerPlaces => ({
    width,
    norm: norm(width),
    transform: dense(width, 3 * width),
    output: dense(width, STATE_WIDTH),
    feedNorm: norm(STATE_WIDTH),
    expand: dense(STATE_WIDTH, FEED_WIDTH),
    contract: dense(FEED_WIDTH, STATE_WIDTH),
  });
  const rows = BATCH_TOKENS + ROWS;
  const scratch = (): ScratchPlaces => ({
    input: take(rows * EMBEDDING_WIDTH),
    states: take(rows * STATE_WIDTH),
    normalised: take(rows * STATE_WIDTH),
    attended: take(rows * STATE_WIDTH),
    wide: take(rows * FEED_WIDTH),
    keys: take((MAX_TOKENS + PANEL) * (STATE_WIDTH / HEADS)),
    values: take(MAX_TOKENS * (STATE_WIDTH / HEADS)),
    scores: take((MAX_TOKENS + ROWS) * (MAX_TOKENS + PANEL)),
    means: take((BATCH_TEXTS + ROWS) * STATE_WIDTH),
    vectors: take((BATCH_TEXTS + ROWS) * STATE_WIDTH),
  });
  const places = {
    embedding: take(VOCABULARY_ROWS * EMBEDDING_WIDTH),
    timing: take(MAX_TOKENS * EMBEDDING_WIDTH),
    widen: dense(EMBEDDING_WIDTH, STATE_WIDTH),
    layers: [layer(EMBEDDING_WIDTH), layer(STATE_WIDTH)] as const,
    pool: dense(STATE_WIDTH, STATE_WIDTH),
    zeros: take(FEED_WIDTH),
    scratch: Array.from({ length: threads }, scratch),
  };
  return { ...places, floats };
}
