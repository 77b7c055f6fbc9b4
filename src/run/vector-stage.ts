import { createHash } from 'node:crypto';
import path from 'node:path';
import { QuadratError } from '../core/index.ts';
import type { RunFolder } from '../log/index.ts';
import { withRetry } from '../models/retry.ts';
import type { EmbeddingModel, Model } from '../models/types.ts';
import { openVectors, type VectorStore } from '../models/vectors.ts';
import type { Engine } from './ask.ts';
import { NO_VECTORS, type Vectors } from './vectors.ts';

/** Folder of the user's vector store, or `off`: then vectors lie in the run folder. */
export type VectorPlace = string | 'off';

/** Texts that a model on this machine embeds before progress is told. */
const LOCAL_BATCH = 64;

/**
 * Sees to it that every text has a vector: from the store, or from the model, in batches that do not depend on how
 * items are spread over workers.
 *
 * @param texts different texts
 */
export async function prepareVectors(
  task: string,
  texts: readonly string[],
  model: Model,
  place: VectorPlace,
  folder: RunFolder,
  engine: Engine,
  onProgress: (done: number, total: number) => void,
): Promise<Vectors> {
  if (model.kind !== 'embedding' || texts.length === 0) return NO_VECTORS;
  const store = await openVectors(
    place === 'off' ? path.join(folder.path, 'vectors') : place,
    embedderId(model),
  );
  try {
    const found = await store.getMany(texts);
    const vectors = new Map<string, Float32Array>();
    const missing: string[] = [];
    texts.forEach((text, at) => {
      const vector = found[at];
      if (vector === undefined) missing.push(text);
      else vectors.set(text, vector);
    });
    onProgress(vectors.size, texts.length);
    await embedMissing(task, missing, model, store, folder, engine, (batch, made) => {
      batch.forEach((text, at) => {
        const vector = made[at];
        if (vector !== undefined) vectors.set(text, vector);
      });
      onProgress(vectors.size, texts.length);
    });
    return vectorsFrom(vectors);
  } finally {
    await store.close();
  }
}

async function embedMissing(
  task: string,
  missing: readonly string[],
  model: EmbeddingModel,
  store: VectorStore,
  folder: RunFolder,
  engine: Engine,
  onBatch: (batch: readonly string[], vectors: readonly Float32Array[]) => void,
): Promise<void> {
  const local = model.endpoint === null;
  const size = local ? LOCAL_BATCH : model.maxTextsPerCall;
  const batches: string[][] = [];
  for (let at = 0; at < missing.length; at += size) batches.push(missing.slice(at, at + size));
  const one = async (batch: string[]) => {
    const vectors = await embedBatch(task, batch, model, folder, engine);
    await store.putMany(batch, vectors);
    onBatch(batch, vectors);
  };
  if (!local) {
    await Promise.all(batches.map((batch) => engine.limiter.run(() => one(batch))));
    return;
  }
  for (const batch of batches) {
    engine.retry.signal.throwIfAborted();
    await one(batch);
  }
}

async function embedBatch(
  task: string,
  batch: readonly string[],
  model: EmbeddingModel,
  folder: RunFolder,
  engine: Engine,
): Promise<readonly Float32Array[]> {
  if (model.endpoint !== null) engine.budget.check();
  const startedMs = engine.retry.now();
  const { value, attempts } = await withRetry(() => model.embed(batch, engine.retry.signal), engine.retry);
  if (value.vectors.length !== batch.length) {
    throw new QuadratError(
      'call-refused',
      `${model.id} gave ${value.vectors.length} vectors for ${batch.length} texts`,
    );
  }
  if (model.endpoint !== null) {
    const costUsd = engine.costOf(model, value.usage);
    engine.budget.spend(value.usage, costUsd);
    await folder.writeCall({
      kind: 'embed',
      task,
      role: 'candidate',
      model: model.id,
      texts: batch.length,
      usage: { ...value.usage },
      attempts,
      startedAt: new Date(startedMs).toISOString(),
      durationMs: Math.round(engine.retry.now() - startedMs),
      costUsd,
    });
  }
  return value.vectors;
}

/** One model at two addresses is two embedders. */
function embedderId(model: EmbeddingModel): string {
  const { id, endpoint, parameters } = model;
  if (endpoint === null && Object.keys(parameters).length === 0) return id;
  const hash = createHash('sha256')
    .update(JSON.stringify([endpoint, parameters]))
    .digest('hex')
    .slice(0, 12);
  return `${id}@${hash}`;
}

function vectorsFrom(vectors: ReadonlyMap<string, Float32Array>): Vectors {
  return {
    async of(texts) {
      return texts.map((text) => {
        const vector = vectors.get(text);
        if (vector === undefined)
          throw new QuadratError('internal', 'a text was not planned and has no vector');
        return vector;
      });
    },
  };
}
