import path from 'node:path';
import {
  type AnyTask,
  type ComparedInput,
  type DataSource,
  type Item,
  type Protocol,
  QuadratError,
  type Result,
  type ResultError,
  type ResultWarning,
  type Role,
  type SetMeasure,
} from '../core/index.ts';
import { finishedResults, type RunFile, readRunFile } from '../log/index.ts';
import { recordedAnswers } from '../log/recorded.ts';
import { readEnds } from '../log/stored-items.ts';
import { recordedScores } from '../log/text-scores.ts';
import { isOfInput } from './compare-faults.ts';
import { findPlaces, type InputPlace, type PlaceOptions } from './compare-places.ts';
import type { ComparedFacts } from './compare-verdict.ts';
import { refuseLostItems } from './lost-items.ts';
import type { RepeatRows } from './measure-form.ts';
import { ALL_ABILITIES, type Prepared, prepare } from './prepare.ts';
import { endingsOf, readPredictionFile } from './read-predictions.ts';
import { lostItems, refuseOtherItems, scorerOf, storedEndings } from './rescore.ts';
import { scoreSet } from './summary.ts';
import { scoreTexts } from './text-scores.ts';

/** Where the inputs' data come from, and how predictions are read. */
export interface CompareInputOptions extends PlaceOptions {
  /** The gold of predictions, and of runs whose data are no longer where they were. */
  readonly data?: string | undefined;
  /** The gold where neither `data` nor a run says it. */
  readonly otherwise: 'full' | 'sample';
  readonly split?: string | undefined;
  /** Settings of predictions. */
  readonly settings: ReadonlyMap<string, unknown>;
  readonly seed: number;
  readonly sourceOf: (benchmark: string, data: string) => DataSource;
  readonly read: (path: string) => Promise<Uint8Array>;
}

/** One side with all its values on one task. */
export interface ComparedSet {
  readonly task: AnyTask;
  readonly measures: readonly SetMeasure[];
  readonly items: readonly Item[];
  readonly rows: readonly RepeatRows[];
  readonly facts: ComparedFacts;
  /** Protocols that refuse the set. */
  readonly errors: ReadonlyMap<Protocol, ResultError>;
  readonly warnings: readonly ResultWarning[];
}

/** An input that can be loaded task by task. */
export interface ComparedSource {
  readonly input: ComparedInput;
  /** The run folder; null for predictions. */
  readonly folder: string | null;
  /** Why it cannot be opened; null: it can. */
  readonly fault: QuadratError | null;
  /** The set of one of its tasks. */
  load(task: string): Promise<ComparedSet>;
}

/**
 * Finds out what is compared. What is neither run nor predictions has its fault beside it.
 *
 * @throws QuadratError for fewer than two inputs, one named twice, and files without a task
 */
export function openInputs(options: CompareInputOptions): ComparedSource[] {
  const found = findPlaces(options);
  const gold = goldOf(options, firstRun(found));
  return found.map((place) => {
    try {
      return opened(place, gold, options);
    } catch (error) {
      if (!isOfInput(error)) throw error;
      return faulty(place, error);
    }
  });
}

function opened(
  { given, folder, files, fault }: InputPlace,
  gold: ReturnType<typeof goldOf>,
  options: CompareInputOptions,
): ComparedSource {
  if (fault !== null) throw fault;
  return folder === null ? predictions(given, files, gold, options) : runOf(given, folder, options);
}

function faulty({ given, folder }: InputPlace, fault: QuadratError): ComparedSource {
  const kind = folder === null ? 'predictions' : 'run';
  return {
    folder,
    fault,
    input: { source: given, kind, model: null, tasks: [] },
    load: () => Promise.reject(fault),
  };
}

/** The first run among the inputs; what cannot be read is named where it is opened. */
function firstRun(places: readonly InputPlace[]): RunFile | undefined {
  for (const { folder } of places) {
    if (folder === null) continue;
    try {
      return readRunFile(folder);
    } catch (error) {
      if (!isOfInput(error)) throw error;
    }
  }
  return undefined;
}

/** The gold of predictions: what is named, else that of the first run among the inputs. */
function goldOf({ data, split, otherwise }: CompareInputOptions, run: RunFile | undefined) {
  return {
    data: data ?? run?.spec.data ?? otherwise,
    split: split ?? run?.spec.split,
    named: data !== undefined,
  };
}

function taskOf(id: string, tasks: readonly AnyTask[], file: string): AnyTask {
  const found = tasks.find((task) => task.id === id);
  if (found !== undefined) return found;
  throw new QuadratError('unknown-task', `there is no task "${id}"`, {
    file,
    next: 'See them with `quadrat list`.',
  });
}

function runOf(given: string, folder: string, options: CompareInputOptions): ComparedSource {
  const run = readRunFile(folder);
  const results = finishedResults(folder);
  if (results === undefined) {
    throw new QuadratError('file-not-found', 'the run has no scores yet', {
      file: given,
      next: 'Run its command again to let it end.',
    });
  }
  const tasks = run.spec.tasks.map(({ task }) => task);
  const models = new Set(results.flatMap(({ model }) => (model === null ? [] : [model.id])));
  return {
    folder,
    fault: null,
    input: { source: given, kind: 'run', model: [...models].join(', ') || run.spec.model, tasks },
    async load(id) {
      const task = taskOf(id, options.tasks, given);
      const deciding = run.deciding.find((entry) => entry.task === id);
      if (deciding === undefined)
        throw new QuadratError('run-corrupt', `run.json says nothing of ${id}`, { file: given });
      const scores = recordedScores(path.join(folder, 'calls.jsonl'));
      const earlier = results.find((result) => result.task === id);
      const split = splitIn(task, earlier) ?? run.spec.split;
      const more = { split, repeats: deciding.repeats, scorer: scores.last(id) };
      const prepared = await prepareRun(task, run, more, options);
      await refuseOtherItems(prepared, run, given);
      const ends = readEnds(path.join(folder, 'items.jsonl'));
      refuseLostItems(given, lostItems(prepared, ends), earlier);
      // Ends that another version read are read anew, so that both sides are read alike.
      const stale = deciding.scoringVersion !== task.scoringVersion;
      const stored = await storedEndings(
        prepared,
        ends.ended,
        stale ? await recordedAnswers(folder) : undefined,
      );
      const scorer = scorerOf(prepared);
      const { repeats } = await scoreTexts(stored.repeats, {
        task,
        items: prepared.items,
        scorer: undefined,
        known: scorer === undefined ? new Map() : scores.of(id, scorer),
        write: async () => undefined,
        now: () => 0,
      });
      return setOf(prepared, repeats, [], {
        scoringVersion: deciding.scoringVersion,
        made: {
          taskVersion: deciding.taskVersion,
          promptSha256: deciding.promptSha256,
          settings: usedSettings(prepared),
          inputFiles: deciding.inputFiles,
          seed: run.spec.seed,
        },
        warnings: earlier?.warnings.filter(({ code }) => code === 'self-judge') ?? [],
      });
    },
  };
}

/** The settings without names of models in roles that this task neither asks nor names in a measure. */
function usedSettings({
  task,
  items,
  settings: { parsed, shown },
}: Prepared): Readonly<Record<string, unknown>> {
  const roles = task.roles(parsed);
  const measures = task.measuresFor?.(parsed, items) ?? task.measures;
  const isUsed = (role: Role) =>
    roles.includes(role) || measures.some(({ params }) => params?.[role] !== undefined);
  const idle = (['judge', 'embedder'] as const).filter((role) => !isUsed(role));
  return Object.fromEntries(Object.entries(shown).filter(([key]) => !idle.some((role) => role === key)));
}

/** The split of a task in a run: the spec has that of its first task alone, the name of the data has each. */
function splitIn(task: AnyTask, result: Result | undefined): string | undefined {
  return task.splits.find((split) => result?.data.name === `${task.id}/${split}`);
}

/** A run's task with its data: from where they were, else from where `--data` says. */
async function prepareRun(
  task: AnyTask,
  { spec }: RunFile,
  more: {
    readonly split: string;
    readonly repeats: number;
    /** The scorer of texts that was asked last about the task, perhaps after the run. */
    readonly scorer: string | undefined;
  },
  options: CompareInputOptions,
): Promise<Prepared> {
  const settings = spec.tasks.find((entry) => entry.task === task.id)?.settings;
  const asked = task.scoredTexts === undefined || more.scorer === undefined ? {} : { scorer: more.scorer };
  const from = (data: string) =>
    prepare(task, {
      source: options.sourceOf(benchmarkOf(task), data),
      split: more.split,
      given: new Map(Object.entries({ ...asked, ...settings })),
      abilities: ALL_ABILITIES,
      limit: spec.limit,
      seed: spec.seed,
      repeats: more.repeats,
      read: options.read,
    });
  try {
    return await Promise.resolve().then(() => from(spec.data));
  } catch (error) {
    const gone = error instanceof QuadratError && ['data-missing', 'file-not-found'].includes(error.code);
    if (!gone || options.data === undefined) throw error;
    return from(options.data);
  }
}

function predictions(
  given: string,
  files: ReadonlyMap<string, string>,
  gold: ReturnType<typeof goldOf>,
  options: CompareInputOptions,
): ComparedSource {
  return {
    folder: null,
    fault: null,
    input: { source: given, kind: 'predictions', model: null, tasks: [...files.keys()] },
    async load(id) {
      const task = taskOf(id, options.tasks, given);
      const file = files.get(id) ?? '';
      // Outputs of a task without data of its own hold their gold.
      const data = task.files.length === 0 && !gold.named ? file : gold.data;
      const prepared = await prepare(task, {
        source: options.sourceOf(benchmarkOf(task), data),
        split: gold.split,
        given: options.settings,
        abilities: ALL_ABILITIES,
        limit: null,
        seed: options.seed,
        repeats: 1,
        read: options.read,
      });
      const { parsed } = prepared.settings;
      const read = await readPredictionFile(task, file, prepared.items, parsed, prepared.context);
      return setOf(prepared, endingsOf(read), read.surplus, {
        scoringVersion: task.scoringVersion,
        made: null,
        warnings: read.warnings ?? [],
      });
    },
  };
}

function benchmarkOf({ id }: AnyTask): string {
  return id.split('/')[0] ?? id;
}

function setOf(
  prepared: Prepared,
  repeats: Parameters<typeof scoreSet>[0]['repeats'],
  surplus: readonly string[],
  more: Pick<ComparedFacts, 'scoringVersion' | 'made'> & { readonly warnings: readonly ResultWarning[] },
): ComparedSet {
  const { task, items, settings, data } = prepared;
  const { parsed } = settings;
  const scored = scoreSet({ task, items, repeats, surplus, settings: parsed });
  const errors = new Map<Protocol, ResultError>();
  for (const error of scored.check.errors) if (!errors.has(error.protocol)) errors.set(error.protocol, error);
  return {
    task,
    measures: task.measuresFor?.(parsed, items) ?? task.measures,
    items,
    rows: scored.repeats,
    facts: {
      data,
      scoringVersion: more.scoringVersion,
      repeats: repeats.length,
      complete: scored.counts.failed === 0,
      counts: scored.counts,
      made: more.made,
    },
    errors,
    warnings: [...prepared.warnings, ...more.warnings, ...scored.check.warnings],
  };
}
