import {
  type AnyTask,
  type Item,
  type PredictionFile,
  QuadratError,
  type TextScorer,
} from '../core/index.ts';
import type { ScoreOptions } from '../run/score-predictions.ts';
import type { CommandContext } from './command.ts';

/** What else is to be said of predictions before they are scored. */
export interface ScoreHelpers {
  /** Address of a server that gives BERTScores. */
  readonly scorer?: string;
  /** A model on this machine that makes vectors. */
  readonly embedder?: string;
  /** Seconds that the scorer may take for an answer. */
  readonly timeout?: number;
}

/**
 * Score options under which answers get scores of a scorer of texts, and every file of predictions vectors of an
 * embedder before it is read.
 *
 * @throws QuadratError `usage` for a task without such measures, or an embedder behind a network; `offline`
 */
export async function withHelpers(
  context: CommandContext,
  task: AnyTask,
  files: readonly string[],
  { scorer, embedder, timeout }: ScoreHelpers,
  options: ScoreOptions,
): Promise<ScoreOptions> {
  let made = options;
  if (scorer !== undefined) made = await withScorer(context, task, scorer, timeout, made);
  if (embedder !== undefined) made = await withEmbedder(task, files, embedder, made);
  return made;
}

async function withScorer(
  context: CommandContext,
  task: AnyTask,
  url: string,
  timeout: number | undefined,
  options: ScoreOptions,
): Promise<ScoreOptions> {
  if (task.scoredTexts === undefined)
    throw new QuadratError('usage', `${task.id} has no answers for a scorer of texts`);
  const scorer = await scorerAt(context, url, { timeout });
  const progress = context.terminal.progress();
  const onScorerProgress = (done: number, total: number) => {
    progress.update({ label: `${task.id}: pairs of texts`, done, total });
    if (done === total) progress.done();
  };
  return { ...options, scorer, onScorerProgress, given: new Map([...options.given, ['scorer', scorer.id]]) };
}

/**
 * The scorer of texts at an address.
 *
 * @throws QuadratError `offline` for one behind a network that is not to be used; what {@link openTextScorer} says
 */
export async function scorerAt(
  context: CommandContext,
  url: string,
  limits: {
    /** Seconds that an answer may take, and that it may be silent once it has begun. */
    readonly timeout?: number | undefined;
    readonly idleTimeout?: number | undefined;
    readonly signal?: AbortSignal;
  } = {},
): Promise<TextScorer> {
  const { timeout, idleTimeout, signal } = limits;
  if (context.offline && !/^http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(url)) {
    throw new QuadratError('offline', `${url} lies behind the network, and --offline forbids it`, {
      next: 'Take a scorer on this machine, or leave --offline away.',
    });
  }
  const { openTextScorer } = await import('../models/text-scorer.ts');
  return openTextScorer(url, {
    ...(signal === undefined ? {} : { signal }),
    ...(timeout === undefined ? {} : { timeoutMs: timeout * 1000 }),
    ...(idleTimeout === undefined ? {} : { idleMs: idleTimeout * 1000 }),
    onRetry: (message) => context.terminal.say(message),
  });
}

async function withEmbedder(
  task: AnyTask,
  files: readonly string[],
  id: string,
  options: ScoreOptions,
): Promise<ScoreOptions> {
  if (task.withVectors === undefined)
    throw new QuadratError('usage', `${task.id} has no measure that needs vectors`);
  const { localModel } = await import('../models/local.ts');
  const open = () => (id.startsWith('local/') ? localModel(id.slice('local/'.length)) : undefined);
  if (open()?.kind !== 'embedding') {
    throw new QuadratError('usage', `${id} makes no vectors on this machine`, {
      next: 'Take local/use-lite here; with another embedder make a run, or give phraseVectors in the predictions.',
    });
  }
  const given = new Map([...options.given, ['embedder', id]]);
  return reading(task, files, { ...options, given }, async (file, items, settings) => {
    const model = open();
    if (model?.kind !== 'embedding') return file.bytes;
    const embed = async (texts: readonly string[]) => {
      const vectors: Float32Array[] = [];
      for (let at = 0; at < texts.length; at += model.maxTextsPerCall) {
        const batch = texts.slice(at, at + model.maxTextsPerCall);
        vectors.push(...(await model.embed(batch, new AbortController().signal)).vectors);
      }
      return vectors;
    };
    try {
      return (await task.withVectors?.(file, items, { id, embed }, settings, options.seed)) ?? file.bytes;
    } finally {
      await model.close();
    }
  });
}

/** Options that change files of predictions as they are read. */
async function reading(
  task: AnyTask,
  files: readonly string[],
  options: ScoreOptions,
  change: (file: PredictionFile, items: readonly Item[], settings: unknown) => Promise<Uint8Array>,
): Promise<ScoreOptions> {
  const { ALL_ABILITIES, prepare } = await import('../run/prepare.ts');
  const { items, settings } = await prepare(task, {
    ...options,
    abilities: ALL_ABILITIES,
    limit: null,
    repeats: 1,
  });
  const wanted = new Set(files);
  return {
    ...options,
    async read(path) {
      const bytes = await options.read(path);
      return wanted.has(path) ? change({ path, bytes }, items, settings.parsed) : bytes;
    },
  };
}
