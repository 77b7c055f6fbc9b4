import { createHash } from 'node:crypto';
import path from 'node:path';
import { QuadratError } from '../core/index.ts';
import type { RunFolder } from '../log/index.ts';
import { withRetry } from '../models/retry.ts';
import type { EmbeddingModel, Model } from '../models/types.ts';
import { openVectors } from '../models/vectors.ts';
import { withinBudget } from './attempts.ts';
import type { Counted } from './call-size.ts';
import { attemptOf, type Engine, halting, hearOf, isFatal } from './engine.ts';
import type { Vectors } from './vectors.ts';

/** Folder of the user's vector store, or `off`: then vectors lie in the run folder. */
export type VectorPlace = string | 'off';

/** Texts that a model on this machine embeds before progress is told. */
const LOCAL_BATCH = 64;

/** Vectors of one task's embedder, kept for the run's time. */
export interface VectorStage extends Vectors {
  /** Embeds all that is missing, in batches that do not depend on how items are spread over workers. */
  prepare(texts: readonly string[], onProgress: (done: number, total: number) => void): Promise<void>;
  close(): Promise<void>;
}

/** Opens the vectors of a model; null where it makes none. */
export async function openVectorStage(
  task: string,
  model: Model | undefined,
  place: VectorPlace,
  folder: RunFolder,
  engine: Engine,
): Promise<VectorStage | null> {
  if (model?.kind !== 'embedding') return null;
  const store = await openVectors(
    place === 'off' ? path.join(folder.path, 'vectors') : place,
    embedderId(model),
  );
  const vectors = new Map<string, Float32Array>();
  const local = model.endpoint === null;
  // One batch after another on this machine; elsewhere the limiter bounds them with all other calls.
  let queue: Promise<void> = Promise.resolve();

  const load = async (texts: readonly string[]): Promise<string[]> => {
    const wanted = [...new Set(texts)].filter((text) => !vectors.has(text));
    const found = await store.getMany(wanted);
    return wanted.filter((text, at) => {
      const vector = found[at];
      if (vector !== undefined) vectors.set(text, vector);
      return vector === undefined;
    });
  };
  const embed = async (batch: readonly string[]): Promise<void> => {
    const made = await embedBatch(task, batch, model, folder, engine);
    await store.putMany(batch, made);
    batch.forEach((text, at) => {
      const vector = made[at];
      if (vector !== undefined) vectors.set(text, vector);
    });
  };
  const embedAll = async (missing: readonly string[], onBatch: () => void): Promise<void> => {
    const batches = inBatches(missing, local ? LOCAL_BATCH : model.maxTextsPerCall);
    if (!local) {
      await Promise.all(batches.map((batch) => engine.limiter.run(() => embed(batch)).then(onBatch)));
      return;
    }
    for (const batch of batches) {
      engine.retry.signal.throwIfAborted();
      await embed(batch);
      onBatch();
    }
  };
  return {
    async prepare(texts, onProgress) {
      const missing = await load(texts);
      const told = () => onProgress(vectors.size, texts.length);
      told();
      await embedAll(missing, told);
    },
    async of(texts) {
      const work = queue.then(async () => {
        const missing = await load(texts);
        if (missing.length > 0) await embedAll(missing, () => undefined);
      });
      queue = work.catch(() => undefined);
      if (texts.some((text) => !vectors.has(text))) await work;
      return texts.map((text) => {
        const vector = vectors.get(text);
        if (vector === undefined) throw new QuadratError('internal', 'a text has no vector');
        return vector;
      });
    },
    close: () => store.close(),
  };
}

function inBatches(texts: readonly string[], size: number): string[][] {
  const batches: string[][] = [];
  for (let at = 0; at < texts.length; at += size) batches.push(texts.slice(at, at + size));
  return batches;
}

async function embedBatch(
  task: string,
  batch: readonly string[],
  model: EmbeddingModel,
  folder: RunFolder,
  engine: Engine,
): Promise<readonly Float32Array[]> {
  if (engine.halt.reason !== undefined) throw engine.halt.reason;
  const startedMs = engine.retry.now();
  const isLocal = model.endpoint === null;
  const prompt = isLocal ? null : await engine.sizes.prompt(model, batch);
  let paid: { readonly counted: Counted; readonly costUsd: number | null } | undefined;
  const attempt = async () => {
    if (prompt === null) return model.embed(batch, engine.retry.signal);
    return withinBudget(engine, engine.sizes.most(model, prompt, null), async () => {
      const value = await attemptOf(engine, () => model.embed(batch, engine.retry.signal));
      // There is no output to count.
      const usage = { ...value.usage, outputTokens: value.usage.outputTokens ?? 0 };
      const counted = await engine.sizes.usage(model, prompt, { text: '', usage });
      const costUsd = engine.costOf(model, counted.usage);
      paid = { counted, costUsd };
      return { value, usage: counted.usage, costUsd };
    });
  };
  const { value, attempts } = await halting(
    engine,
    isFatal,
    withRetry(attempt, { ...engine.retry, onAttempt: (failed) => hearOf(engine, model.id, failed) }),
  );
  if (value.vectors.length !== batch.length) {
    throw new QuadratError(
      'call-refused',
      `${model.id} gave ${value.vectors.length} vectors for ${batch.length} texts`,
    );
  }
  if (paid !== undefined) {
    const { counted, costUsd } = paid;
    await folder.writeCall({
      kind: 'embed',
      task,
      role: 'candidate',
      model: model.id,
      texts: batch.length,
      usage: { ...counted.usage },
      ...(counted.estimated ? { estimated: true } : {}),
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
