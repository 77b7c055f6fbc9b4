import {
  type AnyTask,
  type Baseline,
  type Context,
  type DataSource,
  type Item,
  type Predictions,
  type Protocol,
  QuadratError,
  type Result,
  type ResultData,
  type ResultError,
  type TextScorer,
} from '../core/index.ts';
import type { LegacyBootstrap } from '../stats/index.ts';
import type { KeptResamples } from './aggregate.ts';
import { ALL_ABILITIES, type Prepared, prepare, splitOf } from './prepare.ts';
import { endingsOf, readPredictionFile } from './read-predictions.ts';
import { resolveSettings } from './settings.ts';
import { newBootstrap, summarise } from './summary.ts';
import { scoreTexts } from './text-scores.ts';
import { VERSION } from './version.ts';
import { refuseUnknownBaselines } from './wanted-baselines.ts';

export interface ScoreOptions {
  readonly source: DataSource;
  readonly split: string | undefined;
  readonly given: ReadonlyMap<string, unknown>;
  readonly seed: number;
  readonly protocols?: readonly Protocol[];
  readonly baselines: readonly string[];
  readonly perItem: boolean;
  /** Scores answers against their references; the setting `scorer` is its id. */
  readonly scorer?: TextScorer;
  readonly onScorerProgress?: (done: number, total: number) => void;
  /** Content of a file, gunzipped if it ends in `.gz`. */
  readonly read: (path: string) => Promise<Uint8Array>;
  /** Kept over several tasks of one command. */
  readonly bootstrap?: LegacyBootstrap;
  readonly keep?: KeptResamples;
}

/** Codes that say that a file is wrong: the file is refused, the others go on. */
export const FILE_CODES: ReadonlySet<string> = new Set([
  'file-not-found',
  'invalid-encoding',
  'invalid-json',
  'invalid-csv',
  'invalid-trec',
  'invalid-pickle',
  'unsafe-pickle',
  'invalid-format',
  'invalid-score',
  'invalid-setting',
  'wrong-dataset',
  'duplicate-item',
  'duplicate-id',
  'unknown-label',
  'too-large',
]);

/**
 * Scores files of predictions against a task's gold, in every protocol.
 *
 * @returns one result a file, in the order of the files; a refused file has an entry in `errors` for each protocol
 * @throws QuadratError what is wrong with the command or the gold, not with a file
 */
export async function scoreFiles(
  task: AnyTask,
  files: readonly string[],
  options: ScoreOptions,
): Promise<Result[]> {
  const gold = await loadGold(task, options);
  const bootstrap = options.bootstrap ?? newBootstrap();
  const results: Result[] = [];
  for (const file of files) {
    try {
      const settings = gold.settings.parsed;
      const read = await readPredictionFile(task, file, gold.items, settings, contextOf(task, options));
      results.push(
        gold.prepared === undefined
          ? withoutGold(task, file, gold, read, options)
          : await scored(gold, gold.prepared, file, read, options, bootstrap),
      );
    } catch (error) {
      if (!(error instanceof QuadratError) || !FILE_CODES.has(error.code)) throw error;
      results.push(refused(task, file, gold, protocolsOf(task, options), error));
    }
  }
  return results;
}

export interface Gold {
  /** Undefined: there is no gold. */
  readonly prepared: Prepared | undefined;
  /** With gold, or without grades where only those are at hand. */
  readonly items: readonly Item[] | undefined;
  readonly settings: Prepared['settings'];
  /** What the user set: defaults say how a model is run, and no model is run here. */
  readonly shown: Readonly<Record<string, unknown>>;
  readonly data: ResultData;
  readonly baselines: readonly Baseline[];
  readonly missing: QuadratError | undefined;
}

function contextOf(task: AnyTask, options: ScoreOptions): Context {
  return {
    split: splitOf(task, options.split),
    seed: options.seed,
    abilities: ALL_ABILITIES,
    read: options.read,
  };
}

async function loadGold(task: AnyTask, options: ScoreOptions): Promise<Gold> {
  const settings = resolveSettings(task, options.given, ALL_ABILITIES);
  const shown = Object.fromEntries(Object.entries(settings.shown).filter(([key]) => options.given.has(key)));
  const split = splitOf(task, options.split);
  try {
    const prepared = await prepare(task, { ...options, abilities: ALL_ABILITIES, limit: null, repeats: 1 });
    refuseUnknownBaselines([prepared], options.baselines);
    return {
      prepared,
      items: prepared.items,
      settings,
      shown,
      data: prepared.data,
      baselines: baselinesOf(prepared, options.baselines),
      missing: undefined,
    };
  } catch (error) {
    if (!(error instanceof QuadratError) || error.code !== 'data-missing') throw error;
    const context = contextOf(task, options);
    const ungraded = await task.loadUngraded?.(options.source, context);
    const data: ResultData = {
      name: `${task.id}/${split}`,
      sha256: null,
      items: ungraded?.items.length ?? 0,
      kind: options.source.kind === 'sample' ? 'sample' : 'own',
    };
    return {
      prepared: undefined,
      items: ungraded?.items,
      settings,
      shown,
      data,
      baselines: [],
      missing: error,
    };
  }
}

/** Trivial values, and published ones where the data are the published data. */
export function baselinesOf(prepared: Prepared, wanted: readonly string[]): Baseline[] {
  const { task, items, settings, context, comparable } = prepared;
  const published = comparable
    ? task.published
        .filter(({ split }) => split === context.split)
        .map(({ name, protocol, id, value, n, source }) => ({
          name: `published:${name}`,
          protocol,
          id,
          value,
          n: n ?? items.length,
          source,
        }))
    : [];
  return [...task.baselines(items, settings.parsed, wanted), ...published];
}

export function protocolsOf(task: AnyTask, options: Pick<ScoreOptions, 'protocols'>): readonly Protocol[] {
  return task.protocols.filter((protocol) => options.protocols?.includes(protocol) ?? true);
}

async function scored(
  gold: Gold,
  prepared: Prepared,
  file: string,
  read: Predictions<unknown>,
  options: ScoreOptions,
  bootstrap: LegacyBootstrap,
): Promise<Result> {
  const { repeats, warnings, complete } = await scoreTexts(endingsOf(read), {
    task: prepared.task,
    items: prepared.items,
    scorer: options.scorer,
    known: new Map(),
    write: async () => undefined,
    now: () => 0,
    ...(options.onScorerProgress === undefined ? {} : { onProgress: options.onScorerProgress }),
  });
  return summarise({
    task: prepared.task,
    settings: gold.settings.parsed,
    shownSettings: gold.shown,
    items: prepared.items,
    repeats,
    incomplete: !complete,
    surplus: read.surplus,
    source: file,
    data: gold.data,
    model: null,
    baselines: gold.baselines,
    warnings: [...(read.warnings ?? []), ...warnings, ...prepared.warnings],
    ...(options.protocols === undefined ? {} : { protocols: options.protocols }),
    perItem: options.perItem,
    bootstrap,
    ...(options.keep === undefined ? {} : { keep: options.keep }),
  });
}

function valuesOf(read: Predictions<unknown>): ReadonlyMap<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [id, { value }] of read.repeats[0] ?? []) if (value !== undefined) values.set(id, value);
  return values;
}

/** Each protocol lacks the gold; faults that show without it stand beside. */
function withoutGold(
  task: AnyTask,
  file: string,
  gold: Gold,
  read: Predictions<unknown>,
  options: ScoreOptions,
): Result {
  const faults: ResultError[] = [];
  if (gold.items !== undefined) {
    const { items, settings } = gold;
    const check = task.check(valuesOf(read), items, read.surplus, settings.parsed, items);
    faults.push(...check.errors);
  }
  const protocols = protocolsOf(task, options);
  return {
    ...empty(task, file, gold),
    warnings: read.warnings ?? [],
    errors: [
      ...protocols.map((protocol) => asEntry(protocol, gold.missing)),
      ...faults.filter(({ protocol }) => protocols.includes(protocol)),
    ],
  };
}

export function refused(
  task: AnyTask,
  file: string,
  gold: Gold,
  protocols: readonly Protocol[],
  error: QuadratError,
): Result {
  const missing =
    gold.missing === undefined ? [] : protocols.map((protocol) => asEntry(protocol, gold.missing));
  return {
    ...empty(task, file, gold),
    errors: [...missing, ...protocols.map((protocol) => asEntry(protocol, error))],
  };
}

function asEntry(protocol: Protocol, error: QuadratError | undefined): ResultError {
  return {
    protocol,
    code: error?.code ?? 'internal',
    message: error?.message ?? 'unknown',
    details: {
      ...error?.place,
      ...error?.data,
      ...(error?.next === undefined ? {} : { next: error.next }),
    },
  };
}

function empty(task: AnyTask, file: string, gold: Gold): Result {
  const planned = gold.prepared?.items.length ?? 0;
  return {
    tool: 'quadrat',
    version: VERSION,
    task: task.id,
    source: file,
    complete: false,
    data: gold.data,
    settings: gold.shown,
    model: null,
    // Of a file that cannot be read, no item of the gold has an answer.
    counts: { planned, scored: 0, unparsed: 0, stopped: planned, failed: 0 },
    coverage: 0,
    metrics: [],
    baselines: [],
    diagnostics: [],
    warnings: [],
    errors: [],
  };
}
