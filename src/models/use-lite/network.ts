import type { Multiply } from './kernel.ts';
import { applyDense, applyLayer, type Bench } from './layer.ts';
import {
  BATCH_TEXTS,
  BATCH_TOKENS,
  EMBEDDING_WIDTH,
  type Layout,
  type ScratchPlaces,
  STATE_WIDTH,
} from './layout.ts';

/** Texts as ids: those of all texts one after the other, and how many each text has. */
export interface Batch {
  /** At most {@link BATCH_TOKENS}. */
  readonly ids: Uint16Array<ArrayBuffer>;
  /** At most {@link BATCH_TEXTS} texts. */
  readonly lengths: Uint16Array<ArrayBuffer>;
}

export interface Encoded {
  /** One row of {@link STATE_WIDTH} a text, of length 1. */
  readonly vectors: Float32Array<ArrayBuffer>;
  /** One row of {@link STATE_WIDTH} a token; empty if not asked for. */
  readonly states: Float32Array<ArrayBuffer>;
}

/**
 * Runs the network over one batch. A text's numbers depend on its own ids only, not on the batch.
 *
 * Source: the graph of the Universal Sentence Encoder lite; Cer et al., Universal Sentence Encoder,
 * arXiv:1803.11175, section 3.1 (transformer encoder).
 */
export type RunNetwork = (batch: Batch, withStates: boolean) => Encoded;

function scratchOf(layout: Layout, thread: number): ScratchPlaces {
  const scratch = layout.scratch[thread];
  if (scratch === undefined) throw new Error(`no place for thread ${thread}`);
  return scratch;
}

/** @param thread which part of the layout's scratch to use */
export function createNetwork(
  memory: Float32Array,
  multiply: Multiply,
  layout: Layout,
  thread: number,
): RunNetwork {
  const bench: Bench = { memory, multiply, scratch: scratchOf(layout, thread), zeros: layout.zeros };
  const { scratch } = bench;

  function lookUp({ ids, lengths }: Batch): void {
    let row = 0;
    for (const length of lengths) {
      for (let position = 0; position < length; position += 1) {
        const from = layout.embedding + (ids[row] ?? 0) * EMBEDDING_WIDTH;
        const time = layout.timing + position * EMBEDDING_WIDTH;
        const to = scratch.input + row * EMBEDDING_WIDTH;
        for (let i = 0; i < EMBEDDING_WIDTH; i += 1) {
          memory[to + i] = (memory[from + i] as number) + (memory[time + i] as number);
        }
        row += 1;
      }
    }
  }

  /** Means of the texts' states; of a text without tokens: zeros. */
  function averages(lengths: Uint16Array): void {
    let row = 0;
    lengths.forEach((length, text) => {
      const from = scratch.states + row * STATE_WIDTH;
      for (let i = 0; i < STATE_WIDTH; i += 1) {
        let sum = 0;
        for (let token = 0; token < length; token += 1)
          sum += memory[from + token * STATE_WIDTH + i] as number;
        memory[scratch.means + text * STATE_WIDTH + i] = length === 0 ? 0 : sum / length;
      }
      row += length;
    });
  }

  function sentenceVectors(texts: number): Float32Array<ArrayBuffer> {
    const vectors = new Float32Array(texts * STATE_WIDTH);
    for (let start = 0; start < vectors.length; start += STATE_WIDTH) {
      let squares = 0;
      for (let i = start; i < start + STATE_WIDTH; i += 1) {
        const value = Math.fround(Math.tanh(memory[scratch.vectors + i] as number));
        vectors[i] = value;
        squares += value * value;
      }
      const factor = 1 / Math.sqrt(squares);
      for (let i = start; i < start + STATE_WIDTH; i += 1) vectors[i] = (vectors[i] as number) * factor;
    }
    return vectors;
  }

  return (batch, withStates) => {
    const { ids, lengths } = batch;
    if (ids.length > BATCH_TOKENS || lengths.length > BATCH_TEXTS) throw new Error('the batch is too large');
    const rows = ids.length;
    const states = { place: scratch.states, stride: STATE_WIDTH };
    if (rows > 0) {
      lookUp(batch);
      const input = { place: scratch.input, stride: EMBEDDING_WIDTH };
      applyDense(bench, layout.widen, rows, input, states);
      applyLayer(bench, layout.layers[0], scratch.input, lengths);
      applyLayer(bench, layout.layers[1], scratch.states, lengths);
    }
    averages(lengths);
    const means = { place: scratch.means, stride: STATE_WIDTH };
    const pooled = { place: scratch.vectors, stride: STATE_WIDTH };
    applyDense(bench, layout.pool, lengths.length, means, pooled);
    return {
      vectors: sentenceVectors(lengths.length),
      states: withStates
        ? Float32Array.from(memory.subarray(scratch.states, scratch.states + rows * STATE_WIDTH))
        : new Float32Array(0),
    };
  };
}
