import { type Answer, type Ask, makeAsk, QuadratError, type Role, type TextRequest } from '../core/index.ts';
import type { CallLine } from '../log/index.ts';
import { requestHash, requestKey, requestParts } from '../models/request-key.ts';
import type { Model, TextModel } from '../models/types.ts';
import { attemptsAt } from './attempts.ts';
import { type Engine, halting, type Unit } from './engine.ts';
import { cosineScores, type Vectors } from './vectors.ts';

export type Models = ReadonlyMap<Role, Model>;

/** Vectors of the candidate and of the embedder, where they make some. */
export type VectorsByRole = ReadonlyMap<Role, Vectors>;

/** The door for one item: answers come from the run folder, the cache or the model, in this order. */
export function createAsk(
  engine: Engine,
  unit: Unit,
  models: Models,
  vectors: VectorsByRole,
): { ask: Ask; calls: () => number; settled: () => Promise<void> } {
  const ordinals = new Map<string, number>();
  const pending = new Set<Promise<unknown>>();
  let calls = 0;

  const text = async (request: TextRequest): Promise<Answer> => {
    const hash = requestHash(request);
    const ordinal = ordinals.get(hash) ?? 0;
    ordinals.set(hash, ordinal + 1);
    calls += 1;
    const recorded = engine.folder.recorded({ ...unit, hash, ordinal });
    if (recorded !== undefined) return recorded;
    const model = textModel(models, request.role);
    const line = await answerOf(engine, model, request, unit, { hash, ordinal });
    await halting(engine, () => true, engine.folder.writeCall(line));
    engine.onCall(line);
    return line.answer;
  };

  const ask = makeAsk(
    (request) => {
      const work = text(request);
      const watched = work.catch(() => undefined);
      pending.add(watched);
      void watched.then(() => pending.delete(watched));
      return work;
    },
    {
      planning: false,
      async rank(request) {
        const model = need(models, 'candidate');
        if (model.kind === 'ranker') return model.rank(request);
        const own = vectors.get('candidate');
        if (model.kind !== 'embedding' || own === undefined) throw cannotRank(model);
        return cosineScores(request, own);
      },
      async embed(texts) {
        const own = vectors.get('embedder') ?? vectors.get('candidate');
        if (own === undefined) throw noEmbedder();
        return own.of(texts);
      },
    },
  );
  return {
    ask,
    calls: () => calls,
    // A call that is in flight when its item fails is still paid: it is waited for and written.
    settled: async () => {
      await Promise.all(pending);
    },
  };
}

async function answerOf(
  engine: Engine,
  model: TextModel,
  request: TextRequest,
  unit: Unit,
  id: { hash: string; ordinal: number },
): Promise<CallLine> {
  const parts = requestParts(model, request, unit.repeat);
  // An equal request of the same item is a call of its own: two passages may have the same text.
  const key = requestKey(
    id.ordinal === 0 ? parts : { ...parts, parameters: { ...parts.parameters, ordinal: id.ordinal } },
  );
  const base = {
    kind: 'text' as const,
    ...unit,
    ...id,
    role: request.role,
    model: model.id,
    ...(request.step === undefined ? {} : { step: request.step }),
    messages: [...request.messages],
    decoding: { ...request.decoding },
  };
  const cached = await engine.cache.get(key);
  if (cached !== undefined) {
    const startedAt = new Date(engine.retry.now()).toISOString();
    return {
      ...base,
      answer: plain(cached),
      source: 'cache',
      attempts: 0,
      startedAt,
      durationMs: 0,
      costUsd: null,
    };
  }
  return engine.limiter.run(async () => {
    if (engine.halt.reason !== undefined) throw engine.halt.reason;
    const startedMs = engine.retry.now();
    const { answer, made, last, usage, estimated, costUsd } = await attemptsAt(engine, model, request, {
      ...unit,
      ordinal: id.ordinal,
    });
    await engine.cache.put(key, answer, {
      model: model.id,
      role: request.role,
      at: new Date(startedMs).toISOString(),
    });
    return {
      ...base,
      answer: plain({ ...answer, usage: last }),
      source: 'call',
      attempts: made,
      ...(usage.inputTokens === last.inputTokens && usage.outputTokens === last.outputTokens
        ? {}
        : { paid: usage }),
      ...(estimated === true ? { estimated } : {}),
      startedAt: new Date(startedMs).toISOString(),
      durationMs: Math.round(engine.retry.now() - startedMs),
      costUsd,
    };
  });
}

/** An answer as it is written down. */
function plain(answer: Answer): CallLine['answer'] {
  return {
    text: answer.text,
    finish: answer.finish,
    stop: answer.stop,
    firstToken:
      answer.firstToken === null ? null : answer.firstToken.map(({ token, logprob }) => ({ token, logprob })),
    usage: { ...answer.usage },
  };
}

function need(models: Models, role: Role): Model {
  const model = models.get(role);
  if (model !== undefined) return model;
  throw new QuadratError('usage', `this task needs a model in the role "${role}"`, {
    next: `Name one with --${role}.`,
  });
}

function textModel(models: Models, role: Role): TextModel {
  const model = need(models, role);
  if (model.kind === 'text') return model;
  throw new QuadratError('unsuitable-model', `${model.id} (${model.description}) cannot write text`, {
    next: 'Choose a method that needs no prompt (--set method=ranker, where the task has it), or a language model.',
  });
}

function noEmbedder(): QuadratError {
  return new QuadratError('usage', 'this task needs vectors, and no embedder is named', {
    next: 'Name one with --embedder, for example --embedder local/use-lite.',
  });
}

function cannotRank(model: Model): QuadratError {
  return new QuadratError(
    'unsuitable-model',
    `${model.id} (${model.description}) cannot rank without a prompt`,
    {
      next: 'Choose an embedding model, local/use-lite or local/lexical, or a method with a prompt.',
    },
  );
}
