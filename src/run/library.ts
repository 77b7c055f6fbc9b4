import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { benchmarks } from '../benchmarks/index.ts';
import {
  type AnyTask,
  type Benchmark,
  type Comparison,
  type Protocol,
  QuadratError,
  type Result,
  type Role,
  type TextScorer,
} from '../core/index.ts';
import { openSource } from '../data/source.ts';
import { readFileBytes } from '../data/text-file.ts';
import { createModel } from '../models/create.ts';
import { refuseIdleAddresses, roleOptions, type ServerAddresses } from '../models/role-models.ts';
import type { Model } from '../models/types.ts';
import { type CompareProgress, compare } from './compare.ts';
import { evaluate } from './evaluate.ts';
import type { RunOutcome, RunProgress } from './run.ts';
import { scoreFiles } from './score-predictions.ts';

/** Where things lie for a program that uses Quadrat as a library; nothing is read from the environment. */
export interface LibraryPlaces {
  /** Installed data sets; needed for `data: 'full'`. */
  readonly data?: string;
  /** Cached answers and vectors; by default none are kept beyond the run folder. */
  readonly cache?: string;
  /** The folder that takes run folders; `runs` by default. */
  readonly out?: string;
}

export interface RunTasksOptions extends ServerAddresses {
  /** Task ids (`birco/relic`), benchmark ids, or tasks of your own. */
  readonly tasks: readonly (string | AnyTask)[];
  /** A model id, or a model: made by `createModel`, or an AI SDK model wrapped by `wrapLanguageModel`. */
  readonly model: string | Model;
  /** Models in other roles, where a task asks for them. */
  readonly judge?: string | Model;
  readonly embedder?: string | Model;
  /** Scores answers against their references (ClimaQA's free form); `openTextScorer` makes one of an address. */
  readonly scorer?: TextScorer;
  /** Let a model judge itself or a relative; results are marked. */
  readonly allowSelfJudge?: boolean;
  /** `sample` (default), `full`, or a folder or file. */
  readonly data?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly split?: string;
  readonly limit?: number;
  readonly repeats?: number;
  readonly seed?: number;
  readonly concurrency?: number | 'auto';
  readonly maxUsd?: number;
  readonly maxTokens?: number;
  /** Begin a new run beside an earlier one of the same call. */
  readonly startAgain?: boolean;
  /** Keep mobile, identity and card numbers in the prompts of the run folder; they are masked by default. */
  readonly showItems?: boolean;
  readonly places?: LibraryPlaces;
  /** Keys of providers, as environment variables; only for models named by an id. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
}

export interface ScoreTaskOptions {
  readonly task: string | AnyTask;
  /** Files of predictions. */
  readonly predictions: readonly string[];
  /** The gold: `sample` (default), `full`, or a folder or file. */
  readonly data?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly split?: string;
  readonly protocols?: readonly Protocol[];
  /** Scores answers against their references (ClimaQA's free form). */
  readonly scorer?: TextScorer;
  /** Further baselines, e.g. `bm25` for BIRCO. */
  readonly baselines?: readonly string[];
  /** Add the values of every item. */
  readonly perItem?: boolean;
  readonly places?: LibraryPlaces;
}

const SEED = 42;
const samples = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../samples');

/**
 * Runs a model on tasks and scores it; the same call goes on where it stopped, and a finished run is read, not
 * repeated.
 *
 * @returns the run folder and one result a task
 * @throws QuadratError what stops the run; what was answered is kept
 */
export async function runTasks(options: RunTasksOptions): Promise<RunOutcome> {
  const { model } = options;
  const open = new Map<string, Promise<Model>>();
  refuseIdleAddresses(idsOf(options), options);
  const named = (id: string, language: 'en' | 'zh', role: Role): Promise<Model> => {
    const own = roleOptions(id, role, options);
    const key = JSON.stringify([id, id === 'local/default' ? language : null, own]);
    const known = open.get(key);
    if (known !== undefined) return known;
    const made = createModel(id, {
      env: options.env ?? {},
      language,
      ...own,
    });
    open.set(key, made);
    return made;
  };
  const modelOf = (task: AnyTask): Promise<Model> =>
    typeof model === 'string' ? named(model, task.language, 'candidate') : Promise.resolve(model);
  const others = new Map(
    (['judge', 'embedder'] as const).flatMap((role) => {
      const other = options[role];
      if (other === undefined) return [];
      const name = typeof other === 'string' ? other : other.id;
      const get = () => (typeof other === 'string' ? named(other, 'en', role) : Promise.resolve(other));
      return [[role, { name, open: get }] as const];
    }),
  );
  try {
    return await evaluate({
      tasks: options.tasks.flatMap(tasksOf),
      benchmarks,
      modelName: typeof model === 'string' ? model : model.id,
      modelOf,
      others,
      scorer: options.scorer,
      allowSelfJudge: options.allowSelfJudge === true,
      data: options.data ?? 'sample',
      settings: new Map(Object.entries(options.settings ?? {})),
      split: options.split,
      limit: options.limit,
      repeats: options.repeats,
      seed: options.seed ?? SEED,
      ...(options.concurrency === undefined ? {} : { concurrency: options.concurrency }),
      maxUsd: options.maxUsd,
      maxTokens: options.maxTokens,
      startAgain: options.startAgain === true,
      showItems: options.showItems === true,
      places: {
        data: options.places?.data ?? 'data',
        samples,
        cache: options.places?.cache ?? 'off',
        out: options.places?.out ?? 'runs',
      },
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    });
  } finally {
    for (const made of open.values()) await made.then((one) => one.close()).catch(() => undefined);
  }
}

/** Ids of the models that are named by one. */
function idsOf(options: RunTasksOptions): ReadonlyMap<Role, string> {
  const given: [Role, string | Model | undefined][] = [
    ['candidate', options.model],
    ['judge', options.judge],
    ['embedder', options.embedder],
  ];
  return new Map(given.flatMap(([role, id]) => (typeof id === 'string' ? [[role, id] as const] : [])));
}

/**
 * Scores files of predictions that were made elsewhere, in every protocol.
 *
 * @returns one result a file, in their order; a refused file has entries in `errors`
 */
export async function scoreTask(options: ScoreTaskOptions): Promise<Result[]> {
  const [task] = tasksOf(options.task);
  if (task === undefined) throw unknownTask(String(options.task));
  return scoreFiles(task, options.predictions, {
    source: openSource({
      data: options.data ?? 'sample',
      benchmark: task.id.split('/')[0] ?? task.id,
      dataFolder: options.places?.data ?? 'data',
      samplesFolder: samples,
    }),
    split: options.split,
    given: new Map(
      Object.entries({
        ...options.settings,
        ...(options.scorer === undefined ? {} : { scorer: options.scorer.id }),
      }),
    ),
    seed: SEED,
    ...(options.scorer === undefined ? {} : { scorer: options.scorer }),
    ...(options.protocols === undefined ? {} : { protocols: options.protocols }),
    baselines: options.baselines ?? [],
    perItem: options.perItem === true,
    read: readFileBytes,
  });
}

export interface CompareRunsOptions {
  /**
   * Run folders, files of predictions, or `TASK=FILE` (several behind commas); at least two. The first is the
   * reference.
   */
  readonly inputs: readonly string[];
  /** Tasks of your own that runs or files are about, beside the known ones. */
  readonly tasks?: readonly AnyTask[];
  /** The task of files that name none. */
  readonly task?: string;
  /**
   * The gold of predictions: `sample`, `full`, or a folder or file; by default that of the first run among the inputs,
   * else `sample`. Also where the data of runs are now, if not where they were.
   */
  readonly data?: string;
  /** Settings of predictions. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly split?: string;
  /** Only these measures beside the headline; by default every one of the whole set. */
  readonly measures?: readonly string[];
  /** Only these protocols beside the headline; by default that of the headline. */
  readonly protocols?: readonly Protocol[];
  /** Compare every pair; by default each input with the first. */
  readonly allPairs?: boolean;
  /** Judge the headlines: see `gate` of the result. */
  readonly gate?: boolean;
  readonly seed?: number;
  /** Resamples of intervals and drawn patterns of tests; 10,000 by default. */
  readonly resamples?: number;
  readonly places?: Pick<LibraryPlaces, 'data'>;
  readonly onProgress?: (progress: CompareProgress) => void;
}

/**
 * Compares runs and predictions, pair by pair and task by task: paired differences (second minus first) with 95 %
 * intervals, p-values corrected by Holm over the whole document, wins, ties and losses, and a verdict whether the two
 * may be compared. No call is made.
 *
 * @throws QuadratError `usage` for fewer than two inputs, one named twice or no task in common; `file-not-found`,
 *   `run-corrupt`, `run-changed` and the codes of predictions for what cannot be read
 */
export async function compareRuns(options: CompareRunsOptions): Promise<Comparison> {
  const { measures, protocols, resamples, seed = SEED } = options;
  return compare({
    inputs: options.inputs,
    tasks: [...benchmarks.flatMap((benchmark) => benchmark.tasks), ...(options.tasks ?? [])],
    task: options.task,
    data: options.data,
    otherwise: 'sample',
    split: options.split,
    settings: new Map(Object.entries(options.settings ?? {})),
    seed,
    sourceOf: (benchmark, data) =>
      openSource({
        data,
        benchmark,
        dataFolder: options.places?.data ?? 'data',
        samplesFolder: samples,
      }),
    read: readFileBytes,
    directory: process.cwd(),
    choice: {
      ...(measures === undefined ? {} : { ids: measures }),
      ...(protocols === undefined ? {} : { protocols }),
    },
    allPairs: options.allPairs === true,
    gate: options.gate === true,
    statistics: { seed, ...(resamples === undefined ? {} : { resamples }) },
    ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
  });
}

function tasksOf(named: string | AnyTask): readonly AnyTask[] {
  if (typeof named !== 'string') return [named];
  const found: Benchmark | undefined = benchmarks.find(({ id }) => id === named);
  const tasks =
    found?.tasks ?? benchmarks.flatMap((benchmark) => benchmark.tasks).filter(({ id }) => id === named);
  if (tasks.length === 0) throw unknownTask(named);
  return tasks;
}

function unknownTask(name: string): QuadratError {
  return new QuadratError('unknown-task', `there is no task or benchmark "${name}"`, {
    next: `Benchmarks: ${benchmarks.map(({ id }) => id).join(', ')}.`,
  });
}
