import { existsSync } from 'node:fs';
import path from 'node:path';
import {
  type AnyTask,
  type Benchmark,
  QuadratError,
  type ResultWarning,
  type Role,
  type TextScorer,
  type Usage,
} from '../core/index.ts';
import { openSource } from '../data/source.ts';
import { readFileBytes } from '../data/text-file.ts';
import { openCache, type ResponseCache } from '../models/cache.ts';
import { costUsd, priceOf } from '../models/prices.ts';
import type { RetryTools } from '../models/retry.ts';
import { SYSTEM_TOOLS } from '../models/system-tools.ts';
import type { Model } from '../models/types.ts';
import { specOf } from './asked.ts';
import { type Prepared, prepare } from './prepare.ts';
import { type RunOutcome, type RunProgress, type RunTask, run } from './run.ts';
import { checkJudge } from './self-judge.ts';
import { settingKeys } from './settings.ts';
import { refuseUnknownBaselines } from './wanted-baselines.ts';

/** Where data, samples and caches lie. */
export interface EvaluationPlaces {
  /** Installed data sets. */
  readonly data: string;
  readonly samples: string;
  /** Answers and vectors of earlier runs; `off`: none are kept beyond the run folder. */
  readonly cache: string | 'off';
  /** The folder that takes run folders. */
  readonly out: string;
}

/** What is worked on. */
export interface EvaluationData {
  /** `full` (installed), `sample`, or a folder or file. */
  readonly data: string;
  readonly settings: ReadonlyMap<string, unknown>;
  readonly split?: string | undefined;
  /** Only so many items, drawn by the seed in proportion to the strata. */
  readonly limit?: number | undefined;
  readonly repeats?: number | undefined;
  readonly seed: number;
  /** A folder of prompts of one's own: `BENCHMARK.json` for each benchmark that takes some. */
  readonly prompts?: string | undefined;
}

export interface EvaluationOptions extends EvaluationData {
  readonly tasks: readonly AnyTask[];
  /** For the benchmarks' own objects over their tasks. */
  readonly benchmarks: readonly Benchmark[];
  /** The model as the run's folder is named by it. */
  readonly modelName: string;
  /** The model that answers a task. */
  readonly modelOf: (task: AnyTask) => Promise<Model>;
  /** Models in other roles, where a task's settings ask for one: judge, embedder. */
  readonly others?: ReadonlyMap<Role, { readonly name: string; readonly open: () => Promise<Model> }>;
  /** Scores answers against their references, where a task has a use for it. */
  readonly scorer?: TextScorer | undefined;
  /** Let a model judge itself or a relative; results are marked. */
  readonly allowSelfJudge?: boolean;
  readonly places: EvaluationPlaces;
  /** Ask again even where an answer is cached. */
  readonly fresh?: boolean;
  /** Begin a new run beside an earlier one of the same command. */
  readonly startAgain?: boolean;
  /** Keep mobile, identity and card numbers in the prompts of the run folder; they are masked by default. */
  readonly showItems?: boolean;
  readonly concurrency?: number | 'auto';
  readonly maxUsd?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly maxAttempts?: number;
  readonly baselines?: readonly string[];
  readonly signal?: AbortSignal;
  /** Clock, chance and waiting; by default the system's. */
  readonly tools?: RetryTools;
  readonly onProgress?: (progress: RunProgress) => void;
  readonly onMessage?: (message: string) => void;
}

const MAX_DELAY_MS = 600_000;

/**
 * Runs a model on tasks, or goes on where the same call stopped.
 *
 * @returns the run folder and one result a task
 * @throws QuadratError what stops the run; what was answered is kept
 */
export async function evaluate(options: EvaluationOptions): Promise<RunOutcome> {
  const { places, scorer } = options;
  refuseIdleScorer(options);
  const tasks: RunTask[] = [];
  for (const task of options.tasks) {
    const candidate = await options.modelOf(task);
    const prepared = await prepareFor(task, candidate, options);
    const others = await othersOf(prepared, candidate, options);
    if (options.maxUsd !== undefined) for (const model of [candidate, ...others.values()]) needPrice(model);
    const warnings = judgeWarnings(candidate, others, options);
    const scores = task.scoredTexts !== undefined && scorer !== undefined ? { scorer } : {};
    tasks.push({ candidate, prepared, others, warnings, ...scores });
  }
  refuseUnknownBaselines(
    tasks.map(({ prepared }) => prepared),
    options.baselines ?? [],
  );
  const off = places.cache === 'off';
  const cache = await openCache(off ? 'off' : path.join(places.cache, 'responses'));
  const controller = new AbortController();
  let done = 0;
  let pairsMissing = 0;
  try {
    return await run({
      tasks,
      benchmarks: options.benchmarks,
      spec: specOf(tasks, options),
      out: path.resolve(places.out),
      fresh: options.startAgain === true,
      showItems: options.showItems === true,
      concurrency: options.concurrency ?? 'auto',
      budget: { maxUsd: options.maxUsd ?? null, maxTokens: options.maxTokens ?? null },
      cache: options.fresh === true ? writeOnly(cache) : cache,
      vectors: off ? 'off' : path.join(places.cache, 'vectors'),
      retry: {
        ...(options.tools ?? SYSTEM_TOOLS),
        maxAttempts: options.maxAttempts ?? 6,
        maxDelayMs: MAX_DELAY_MS,
      },
      costOf: costOfCall,
      signal: options.signal ?? controller.signal,
      baselines: options.baselines ?? [],
      onProgress: (progress) => {
        if (progress.stage === 'items') done = progress.done - progress.failed;
        pairsMissing = progress.stage === 'pairs' ? progress.total - progress.done : 0;
        options.onProgress?.(progress);
      },
      say: options.onMessage ?? (() => undefined),
    });
  } catch (error) {
    if (options.signal?.aborted === true) throw stopError(options.signal.reason, tasks, done, pairsMissing);
    throw error;
  } finally {
    await cache.close();
  }
}

/** What a run that was stopped from outside ends with: the reason it was given, or how much is missing. */
function stopError(
  reason: unknown,
  tasks: readonly RunTask[],
  done: number,
  pairsMissing: number,
): QuadratError {
  if (reason instanceof QuadratError && reason.code !== 'interrupted') return reason;
  const planned = tasks.reduce((sum, { prepared }) => sum + prepared.items.length * prepared.repeats, 0);
  const missing = planned - done;
  const pairs = pairsMissing === 0 ? '' : `the scores of ${pairsMissing} pairs of texts`;
  const items = `${missing} of ${planned} items`;
  const what = pairs === '' ? items : missing === 0 ? pairs : `${items} and ${pairs}`;
  return new QuadratError(
    'interrupted',
    `interrupted: ${what} are missing; everything that was answered is kept`,
    {
      next: 'The same command goes on where it stopped.',
      data: { planned, missing, ...(pairsMissing === 0 ? {} : { pairsMissing }) },
    },
  );
}

/** A scorer that no task has a use for, or one that settings name and nobody opened. */
function refuseIdleScorer({ tasks, scorer, settings }: EvaluationOptions): void {
  if (scorer !== undefined && !tasks.some(({ scoredTexts }) => scoredTexts !== undefined)) {
    throw new QuadratError(
      'usage',
      `${tasks.map(({ id }) => id).join(', ')}: no answers for a scorer of texts`,
    );
  }
  const task = tasks.find(({ scoredTexts }) => scoredTexts !== undefined);
  if (task !== undefined && scorer === undefined && settings.has('scorer')) {
    throw new QuadratError('usage', `${task.id}: the setting scorer names one that nobody asks`, {
      next: 'Give its address with --scorer; the setting alone is for predictions that hold its scores.',
    });
  }
}

/** A limit in dollars cannot be kept where nobody knows what a call costs. */
function needPrice({ id }: Model): void {
  if (priceOf(id) !== null) return;
  throw new QuadratError('usage', `no price is known for ${id}, so a limit in dollars cannot be kept`, {
    next: 'Limit the tokens instead: --max-tokens.',
  });
}

/** Refuses a judge of the candidate's own kind, or marks it. */
function judgeWarnings(
  candidate: Model,
  others: ReadonlyMap<Role, Model>,
  { allowSelfJudge }: EvaluationOptions,
): readonly ResultWarning[] {
  const judge = others.get('judge');
  if (judge === undefined) return [];
  const warning = checkJudge(candidate.id, judge.id, allowSelfJudge === true);
  return warning === undefined ? [] : [warning];
}

async function othersOf(
  { task, settings }: Prepared,
  candidate: Model,
  options: EvaluationOptions,
): Promise<ReadonlyMap<Role, Model>> {
  const models = new Map<Role, Model>();
  for (const role of task.roles(settings.parsed)) {
    const named = options.others?.get(role);
    // A candidate that makes vectors is its own embedder.
    if (named === undefined && role === 'embedder' && candidate.kind === 'embedding') continue;
    if (named === undefined) {
      throw new QuadratError('usage', `${task.id} with these settings needs a model in the role "${role}"`, {
        next: `Name one with --${role}.`,
      });
    }
    models.set(role, await named.open());
  }
  return models;
}

/** The settings, with the benchmark's file of the folder of prompts, if one is named. */
function withPrompts(task: AnyTask, { settings, prompts }: EvaluationData): ReadonlyMap<string, unknown> {
  if (prompts === undefined || settings.has('prompts')) return settings;
  const file = path.join(prompts, `${task.id.split('/')[0]}.json`);
  if (!settingKeys(task).includes('prompts') || !existsSync(file)) {
    throw new QuadratError('file-not-found', `the folder of prompts has no prompts for ${task.id}`, {
      file,
      next: 'Put them there, or run the task without --prompts.',
    });
  }
  return new Map([...settings, ['prompts', file]]);
}

/** A task with its data for a model. */
export function prepareFor(
  task: AnyTask,
  model: Pick<Model, 'abilities'> & { readonly id?: string },
  options: EvaluationData & {
    readonly places: Pick<EvaluationPlaces, 'data' | 'samples'>;
    readonly others?: ReadonlyMap<Role, { readonly name: string }>;
    readonly scorer?: Pick<TextScorer, 'id'> | undefined;
  },
) {
  return prepare(task, {
    source: openSource({
      data: options.data,
      benchmark: task.id.split('/')[0] ?? task.id,
      dataFolder: options.places.data,
      samplesFolder: options.places.samples,
    }),
    split: options.split,
    given: withRoleNames(task, model, options),
    abilities: model.abilities,
    limit: options.limit ?? null,
    seed: options.seed,
    repeats: options.repeats,
    read: readFileBytes,
  });
}

/**
 * The settings given, and the names of models in other roles where the task has a setting of the role's name: they
 * decide what is measured and stand in its parameters.
 */
function withRoleNames(
  task: AnyTask,
  model: Pick<Model, 'abilities'> & { readonly id?: string },
  options: EvaluationData & {
    readonly others?: ReadonlyMap<Role, { readonly name: string }>;
    readonly scorer?: Pick<TextScorer, 'id'> | undefined;
  },
): ReadonlyMap<string, unknown> {
  const { others, scorer } = options;
  const keys = settingKeys(task);
  const given = new Map(withPrompts(task, options));
  for (const role of ['judge', 'embedder'] as const) {
    const own = role === 'embedder' && model.abilities.has('embed') ? model.id : undefined;
    const name = others?.get(role)?.name ?? own;
    if (name !== undefined && keys.includes(role) && !given.has(role)) given.set(role, name);
  }
  if (scorer !== undefined && task.scoredTexts !== undefined) given.set('scorer', scorer.id);
  return given;
}

function costOfCall(model: Model, usage: Usage): number | null {
  const price = priceOf(model.id);
  return price === null ? null : costUsd(usage, price);
}

/** Nothing is taken from the cache; new answers are still kept. */
function writeOnly(cache: ResponseCache): ResponseCache {
  return { ...cache, get: async () => undefined };
}
