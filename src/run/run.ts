import {
  type AnyTask,
  type Benchmark,
  QuadratError,
  type Result,
  type ResultCalls,
  type ResultWarning,
  type Role,
  type TextScorer,
} from '../core/index.ts';
import { type Deciding, finishedResults, openRunFolder, type RunFolder, type RunSpec } from '../log/index.ts';
import type { ResponseCache } from '../models/cache.ts';
import type { RetryTools } from '../models/retry.ts';
import type { Model } from '../models/types.ts';
import type { KeptResamples } from './aggregate.ts';
import { type BudgetLimits, createBudget } from './budget.ts';
import { createCallSizes } from './call-size.ts';
import type { Engine } from './engine.ts';
import { executeTask } from './execute.ts';
import { createLimiter, type Limiter } from './limiter.ts';
import { plannedCalls, planTask } from './plan.ts';
import { decidingOf, type Prepared, sentOf } from './prepare.ts';
import { createReach } from './reach.ts';
import { createRetryNotes, type RetryNotes } from './retry-notes.ts';
import { overallOf } from './score-benchmark.ts';
import { baselinesOf } from './score-predictions.ts';
import { runId, runName } from './spec.ts';
import { type Ending, newBootstrap, summarise } from './summary.ts';
import { scoreTexts } from './text-scores.ts';
import { openVectorStage, type VectorPlace, type VectorStage } from './vector-stage.ts';
import { VERSION } from './version.ts';

/** A task with its data and the model that answers it. */
export interface RunTask {
  readonly prepared: Prepared;
  readonly candidate: Model;
  /** Models in other roles: judge, embedder. */
  readonly others?: ReadonlyMap<Role, Model>;
  /** Who scores its answers against their references, where it has a use for that. */
  readonly scorer?: TextScorer;
  /** What every result of this task must say. */
  readonly warnings?: readonly ResultWarning[];
}

/** How far a run is. */
export interface RunProgress {
  readonly task: string;
  readonly stage: 'texts' | 'items' | 'pairs';
  readonly done: number;
  readonly total: number;
  readonly inFlight: number;
  readonly failed: number;
  readonly costUsd: number | null;
}

export interface RunOptions {
  readonly tasks: readonly RunTask[];
  readonly benchmarks: readonly Benchmark[];
  readonly spec: RunSpec;
  readonly out: string;
  /** Start again beside an earlier run of the same command. */
  readonly fresh: boolean;
  /** Keep mobile, identity and card numbers in the prompts of the run folder; they are masked by default. */
  readonly showItems: boolean;
  readonly concurrency: number | 'auto';
  readonly budget: BudgetLimits;
  readonly cache: ResponseCache;
  readonly vectors: VectorPlace;
  readonly retry: RetryTools & { readonly maxAttempts: number; readonly maxDelayMs: number };
  readonly costOf: Engine['costOf'];
  readonly signal: AbortSignal;
  readonly baselines: readonly string[];
  readonly onProgress: (progress: RunProgress) => void;
  readonly say: (message: string) => void;
}

export interface RunOutcome {
  readonly folder: string;
  readonly results: readonly Result[];
  /** True: the run had ended before and was only shown. */
  readonly shown: boolean;
}

/**
 * Runs tasks, or goes on where the same command stopped. A finished run is shown, not repeated.
 *
 * @throws QuadratError what stops the run; everything that was paid is written, and the same command goes on
 */
export async function run(options: RunOptions): Promise<RunOutcome> {
  const { spec } = options;
  const id = runId(spec);
  for (const task of options.tasks) await tryFirstItem(task);
  const deciding = await Promise.all(options.tasks.map(({ prepared }) => decidingOf(prepared)));
  const folder = openRunFolder({
    out: options.out,
    name: runName(spec),
    id,
    spec,
    deciding,
    version: VERSION,
    fresh: options.fresh,
    showItems: options.showItems,
    now: options.retry.now,
  });
  const notes = createRetryNotes(options.say, options.retry.now);
  try {
    const finished = finishedResults(folder.path);
    if (finished?.every(({ complete }) => complete) === true) {
      return { folder: folder.path, results: finished, shown: true };
    }
    const results = await work(folder, options, deciding, notes);
    folder.writeScores(results);
    return { folder: folder.path, results, shown: false };
  } finally {
    notes.flush();
    folder.close();
  }
}

/** Renders what one item asks for: a faulty file of prompts shows before there is a folder that remembers it. */
async function tryFirstItem({ prepared, candidate, others }: RunTask): Promise<void> {
  const models = new Map<Role, Model>([['candidate', candidate], ...(others ?? [])]);
  await planTask({ ...prepared, items: prepared.items.slice(0, 1) }, models);
}

async function work(
  folder: RunFolder,
  options: RunOptions,
  deciding: readonly Deciding[],
  retryNotes: RetryNotes,
): Promise<Result[]> {
  const limiter = createLimiter(options.concurrency);
  const spent = folder.totals();
  const budget = createBudget(options.budget, {
    tokens: (spent.inputTokens ?? 0) + (spent.outputTokens ?? 0),
    costUsd: spent.costUsd ?? 0,
  });
  const engine: Engine = {
    folder,
    limiter,
    budget,
    sizes: createCallSizes(options.budget, options.costOf),
    halt: {},
    cache: options.cache,
    retry: { ...options.retry, signal: options.signal },
    costOf: options.costOf,
    onCall: () => undefined,
    say: options.say,
    reach: createReach(spent.made > 0, options.retry.maxAttempts),
    retryNotes,
  };
  const itemsTotal = options.tasks.reduce(
    (sum, { prepared }) => sum + prepared.items.length * prepared.repeats,
    0,
  );
  const progress = { done: 0, failed: 0 };
  const bootstrap = newBootstrap();
  const keep: KeptResamples = new Map();
  const results: Result[] = [];
  for (const { prepared, candidate, others, scorer, warnings } of options.tasks) {
    const { task, items, repeats } = prepared;
    const models = new Map<Role, Model>([['candidate', candidate], ...(others ?? [])]);
    const { plan, texts } = await planTask(prepared, models);
    const stages = new Map<Role, VectorStage>();
    for (const role of ['candidate', 'embedder'] as const) {
      const stage = await openVectorStage(task.id, models.get(role), options.vectors, folder, engine);
      if (stage !== null) stages.set(role, stage);
    }
    await (stages.get('candidate') ?? stages.get('embedder'))?.prepare(texts, (done, total) =>
      options.onProgress({
        ...state(task, limiter, folder),
        stage: 'texts',
        done,
        total,
        failed: progress.failed,
      }),
    );
    const endings = await executeTask(prepared, {
      engine,
      models,
      vectors: stages,
      itemsAtOnce: options.concurrency === 'auto' ? 64 : options.concurrency,
      onItem: ({ outcome }) => {
        progress.done += 1;
        if (outcome === 'failed') progress.failed += 1;
        options.onProgress({
          ...state(task, limiter, folder),
          stage: 'items',
          done: progress.done,
          total: itemsTotal,
          failed: progress.failed,
        });
      },
    });
    for (const stage of stages.values()) await stage.close();
    checkEnds(task, endings, items.length * repeats, options.say);
    const scored = await scoreTexts(endings, {
      task,
      items,
      scorer,
      known: scorer === undefined ? new Map() : folder.scores(task.id, scorer.id),
      write: folder.writeCall,
      now: options.retry.now,
      signal: options.signal,
      onProgress: (done, total) =>
        options.onProgress({
          ...state(task, limiter, folder),
          stage: 'pairs',
          done,
          total,
          failed: progress.failed,
        }),
    });
    for (const { message } of scored.warnings) options.say(`${task.id}: ${message}`);
    const calls = { planned: plannedCalls(plan), ...folder.totals(task.id) };
    results.push(
      summarise({
        task,
        settings: prepared.settings.parsed,
        shownSettings: prepared.settings.shown,
        items,
        repeats: scored.repeats,
        incomplete: !scored.complete,
        surplus: [],
        source: folder.name,
        data: prepared.data,
        model: { id: candidate.id, kind: candidate.description },
        baselines: baselinesOf(prepared, options.baselines),
        warnings: [
          ...prepared.warnings,
          ...(warnings ?? []),
          ...scored.warnings,
          ...callWarning(calls, stages.size),
        ],
        calls,
        ...sentOf(deciding.find((one) => one.task === task.id)),
        bootstrap,
        keep,
      }),
    );
  }
  return [...results, ...options.benchmarks.flatMap((benchmark) => overallOf(benchmark, results, keep))];
}

/** What a task asks for can depend on answers: said where it was not what the plan counted on. */
function callWarning(calls: ResultCalls, embedders: number): ResultWarning[] {
  const answered = calls.made + calls.fromCache;
  if (embedders > 0 || answered === calls.planned) return [];
  return [
    {
      code: 'calls-differ',
      message: `${calls.planned} calls were planned and ${answered} answered: what was asked for depended on the answers, or items failed`,
    },
  ];
}

function state(task: AnyTask, limiter: Limiter, folder: RunFolder) {
  return { task: task.id, inFlight: limiter.active, costUsd: folder.totals().costUsd };
}

function checkEnds(
  task: AnyTask,
  endings: readonly ReadonlyMap<string, Ending>[],
  planned: number,
  say: (message: string) => void,
): void {
  const ends = endings.flatMap((map) => [...map.values()]);
  const failed = ends.filter(({ outcome }) => outcome === 'failed').length;
  if (ends.length !== planned) {
    throw new QuadratError('internal', `${task.id}: ${ends.length} of ${planned} planned items have an end`);
  }
  if (failed > 0)
    say(`${task.id}: ${failed} of ${planned} items failed; run the same command again to ask for them.`);
}
