import { BATCH_TEXTS, BATCH_TOKENS } from './layout.ts';
import type { Batch } from './network.ts';

/** A batch and the place of its first text among all. */
export interface PlacedBatch {
  readonly batch: Batch;
  readonly first: number;
}

/**
 * Packs texts into batches, in order, each as full as it may be.
 *
 * @param encode gives a text's ids, at most {@link BATCH_TOKENS}; called once a text, when its turn comes
 */
export function* batchesOf(
  texts: readonly string[],
  encode: (text: string) => readonly number[],
): Generator<PlacedBatch, undefined> {
  let ids: number[] = [];
  let lengths: number[] = [];
  let first = 0;
  const pack = (): PlacedBatch => ({
    batch: { ids: Uint16Array.from(ids), lengths: Uint16Array.from(lengths) },
    first,
  });
  for (const [index, text] of texts.entries()) {
    const own = encode(text);
    if (ids.length + own.length > BATCH_TOKENS || lengths.length === BATCH_TEXTS) {
      yield pack();
      ids = [];
      lengths = [];
      first = index;
    }
    ids.push(...own);
    lengths.push(own.length);
  }
  if (lengths.length > 0) yield pack();
}
