import type { VectorStore } from './vectors.ts';

/** Anything that turns texts into vectors, one a text, in order. */
export interface TextEmbedder {
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** Texts between two writes: some seconds of work for a local model, one request for most services. */
const TEXTS_AT_ONCE = 128;

/**
 * Vectors of texts, from the store where they are there, else from the embedder. What is new is stored every 128
 * texts, so that a stop loses little. Equal texts are embedded once and share one array.
 *
 * @param onProgress called with the number of different texts that have their vector, and how many there are
 * @returns one vector a text, in order
 */
export async function embedCached(
  embedder: TextEmbedder,
  store: VectorStore,
  texts: readonly string[],
  onProgress?: (done: number, total: number) => void,
): Promise<Float32Array[]> {
  const different = [...new Set(texts)];
  const stored = await store.getMany(different);
  const vectors = new Map<string, Float32Array>();
  different.forEach((text, index) => {
    const vector = stored[index];
    if (vector !== undefined) vectors.set(text, vector);
  });
  const missing = different.filter((text) => !vectors.has(text));
  if (vectors.size > 0) onProgress?.(vectors.size, different.length);

  for (let start = 0; start < missing.length; start += TEXTS_AT_ONCE) {
    const part = missing.slice(start, start + TEXTS_AT_ONCE);
    const made = await embedder.embed(part);
    if (made.length !== part.length) {
      throw new Error(`the embedder gave ${made.length} vectors for ${part.length} texts`);
    }
    await store.putMany(part, made);
    part.forEach((text, index) => {
      const vector = made[index];
      if (vector !== undefined) vectors.set(text, vector);
    });
    onProgress?.(vectors.size, different.length);
  }
  return texts.map((text) => {
    const vector = vectors.get(text);
    if (vector === undefined) throw new Error('a text has no vector');
    return vector;
  });
}
