import type { z } from 'zod';
import type { Ask, Role } from './call.ts';
import type { Item } from './item.ts';
import type { MeasureDescription, Protocol } from './measure.ts';
import type { ItemDiagnostic, Outcome, Parsed } from './outcome.ts';
import type { Baseline, ResultError, ResultModel, ResultWarning } from './result.ts';
import type { ScoredTexts, TextEmbedder } from './text-scorer.ts';

/** A file of a data set at its source, with what proves that a copy is the right one. */
export interface SourceFile {
  /** Path below the benchmark's data folder, e.g. `relic/test_set.pickle`. */
  readonly path: string;
  /** Further paths by which a local copy is known, such as that of another form of the file. */
  readonly otherPaths?: readonly string[];
  readonly url: string;
  /** The revision of the source that the address is pinned to, e.g. a commit. */
  readonly revision?: string;
  readonly split: string;
  /** At least one of the two, where the specification has one; else learned at the first download. */
  readonly sha256?: string;
  readonly gitBlobSha1?: string;
  /** Exact size in bytes, where known. */
  readonly bytes?: number;
  /** Refuse more than this. */
  readonly maxBytes: number;
  /** Names under which local copies in another form are found, e.g. that of a hub's Parquet file. */
  readonly otherNames?: readonly string[];
}

/** Where a task's files come from: a folder, one file, installed data or the samples. */
export interface DataSource {
  readonly kind: 'full' | 'sample' | 'own';
  /** What was named, for messages. */
  readonly label: string;
  /** The one file that was named, if it was a file. */
  readonly file: string | undefined;
  /** Path of the first of these relative paths that exists. */
  find(...paths: readonly string[]): string | undefined;
  /** Content of a path given by `find` or `file`, gunzipped if it ends in `.gz`. */
  read(path: string): Promise<Uint8Array>;
  /** Whether a content with this SHA-256 came by a download, whose hash was learned and locked. */
  isDownloaded?(sha256: string): Promise<boolean>;
}

/** A file beside the gold, by its hash. */
export interface OtherFile {
  readonly path: string;
  readonly sha256: string;
}

/** A loaded split. */
export interface Dataset<I extends Item> {
  readonly items: readonly I[];
  /** The file the gold came from; its SHA-256 identifies the data. */
  readonly file: string;
  /** Content of that file. */
  readonly bytes: Uint8Array;
  /** Further files whose content decides the result, such as the one that examples are drawn from. */
  readonly otherFiles?: readonly OtherFile[];
  /** The file holds a part of the published data. */
  readonly partial?: boolean;
  /** The gold is the published one, row for row, though the file may have another form. */
  readonly publishedGold?: boolean;
}

/** What a model can do; a task's default settings may depend on it. */
export type ModelAbility = 'text' | 'embed' | 'rank' | 'baseline';

export interface Context {
  readonly split: string;
  readonly seed: number;
  /** What the candidate can do: `text` for language models; where it is absent, a task orders or classifies by `ask.rank`. */
  readonly abilities: ReadonlySet<ModelAbility>;
  /** Reads a file that a setting names (gunzipped if it ends in `.gz`). */
  read(path: string): Promise<Uint8Array>;
}

/** A figure that others published for these data, shown beside a user's result. */
export interface PublishedValue {
  /** As in the source, e.g. `e5_rank`. */
  readonly name: string;
  readonly split: string;
  readonly id: string;
  readonly protocol: Protocol;
  readonly value: number;
  /** How many items it is over, where that is not all of the data. */
  readonly n?: number;
  readonly source: string;
}

/** Values of one item, by protocol and measure; null: the item has no value and is left out of that measure's mean. */
export type ItemValues = Partial<Record<Protocol, Readonly<Record<string, number | null>>>>;

/** One row of a scored set: an item in one repeat. */
export interface Row<I extends Item = Item> {
  readonly item: I;
  readonly outcome: Outcome;
  /** The read value; undefined where there is none. */
  readonly value: unknown;
  readonly values: ItemValues;
}

/**
 * A measure that depends on sums over rows alone, such as F1 over counts: resampling adds up vectors of numbers and
 * never looks at a row again.
 */
export interface CountsAggregate<I extends Item = Item> {
  /** Numbers of one row, always as many; null: the row is left out. */
  readonly counts: (row: Row<I>) => readonly number[] | null;
  /** How many units a row stands for in `n`; 1 if absent. */
  readonly units?: (row: Row<I>) => number;
  /** The measure from the sums; null: no value. */
  readonly value: (sums: readonly number[]) => number | null;
  /** How results name this way of aggregating, e.g. `pooled`; `set` if absent. */
  readonly name?: string;
  /** What a row would count had its answer been right: with it the measure has bounds where items failed. */
  readonly countsIfRight?: (row: Row<I>) => readonly number[] | null;
  /** It is a mean of the rows' values under the measure's id, and has bounds as such where items failed. */
  readonly isMean?: boolean;
}

/** A measure of a set. `mean` takes the mean over the rows that have a value. */
export interface SetMeasure<I extends Item = Item> {
  readonly description: MeasureDescription;
  readonly protocol: Protocol;
  readonly headline?: boolean;
  readonly params?: Readonly<Record<string, string | number | boolean>>;
  readonly variant?: string;
  readonly slice?: Readonly<Record<string, string>>;
  /** `mean`: of the rows' values under the measure's id. Else from sums over rows. */
  readonly aggregate: 'mean' | CountsAggregate<I>;
  /** Only these items; absent: all. */
  readonly only?: (item: I) => boolean;
  /**
   * How its interval is made; null: none. `wilson` is for proportions of items. Where items share clusters, both
   * become a bootstrap over clusters.
   */
  readonly interval: 'bootstrap' | 'wilson' | null;
  /** How the authors print the values of several repeats; absent: they do not. */
  readonly repeatsText?: (values: readonly number[]) => string | null;
  /** The authors' bootstrap (numpy's legacy generator, seed 42 for each measure): mean and std beside the value. */
  readonly boot?: boolean;
  /** Highest value these items allow; the gold ranking or labels scored. Absent: the top of the range. */
  readonly ceiling?: (items: readonly I[]) => number | null;
}

/** Predictions read from a file. `surplus` are ids that are not in the data. */
export interface Predictions<Value> {
  /** What was read for each item id; one map a repeat, at least one. */
  readonly repeats: readonly ReadonlyMap<string, Parsed<Value>>[];
  readonly surplus: readonly string[];
  readonly warnings?: readonly ResultWarning[];
}

export interface PredictionFile {
  readonly path: string;
  /** Gunzipped. */
  readonly bytes: Uint8Array;
}

/** Says what a scored set holds that a protocol cannot accept. */
export interface SetCheck {
  readonly errors: readonly ResultError[];
  readonly warnings: readonly ResultWarning[];
  /** What only shows over the whole set, such as the agreement of reviewers. */
  readonly diagnostics?: readonly ItemDiagnostic[];
  /** Baselines over the items that a protocol keeps of this set; they stand in place of those over all items. */
  readonly baselines?: readonly Baseline[];
}

/**
 * A task: one kind of item and one headline measure.
 *
 * @typeParam I items
 * @typeParam S settings after defaults
 * @typeParam T what `solve` leaves for `parse`: texts, readable as JSON
 * @typeParam V a read value, readable as JSON
 */
export interface Task<I extends Item = Item, S = Record<string, unknown>, T = unknown, V = unknown> {
  /** benchmark/task */
  readonly id: string;
  readonly title: string;
  readonly version: number;
  /** Raised with every change that can change a score, and only then. */
  readonly scoringVersion: number;
  readonly language: 'en' | 'zh';
  readonly headline: { readonly id: string; readonly protocol: Protocol };
  readonly splits: readonly string[];
  /** Number of items of a split in the published data, where known. */
  readonly sizes: Readonly<Record<string, number>>;
  readonly settings: z.ZodType<S>;
  /** Settings that apply when the user gives none and the model can only do so much. */
  defaults(abilities: ReadonlySet<ModelAbility>): Readonly<Record<string, unknown>>;
  /** How often a run repeats each item by default. */
  readonly repeats: number;
  /** The same where settings decide it. */
  repeatsFor?(settings: S): number | undefined;
  readonly files: readonly SourceFile[];
  readonly measures: readonly SetMeasure<I>[];
  /**
   * The measures with what settings and data decide, such as the judge’s name or the labels of a task file that the
   * items carry; absent: `measures` as they are.
   */
  measuresFor?(settings: S, items: readonly I[]): readonly SetMeasure<I>[];
  readonly published: readonly PublishedValue[];
  readonly protocols: readonly Protocol[];

  load(source: DataSource, settings: S, context: Context): Promise<Dataset<I>>;
  /** Items without gold, where only those are at hand: faults that show without gold can still be named. */
  loadUngraded?(source: DataSource, context: Context): Promise<Dataset<I> | undefined>;
  /** Files that settings name and whose content decides the result. */
  inputFiles(settings: S): readonly string[];
  /** Hash of every prompt text that these settings can send (hex SHA-256). */
  promptHash(settings: S): string;
  /** Control flow over calls. On resume it runs again against the recorded answers. */
  solve(item: I, ask: Ask, settings: S, context: Context): Promise<T>;
  parse(solution: T, item: I, settings: S, context: Context): Parsed<V>;
  /** Values of one item. Undefined: the item was planned, but has no readable value. */
  score(value: V | undefined, item: I, settings: S): ItemValues;
  /**
   * Faults of a whole set, by protocol, and what its results must say. `items` are those that answers are judged by:
   * without those whose answer came and could not be read. `surplus` are predicted ids that are not in the data.
   * `planned` are all items: what is said of the data must not depend on the answers.
   */
  check(
    values: ReadonlyMap<string, V>,
    items: readonly I[],
    surplus: readonly string[],
    settings: S,
    planned: readonly I[],
  ): SetCheck;
  /** Reads a predictions file in one of the task's own forms; null if it is in none of them. */
  readPredictions(
    file: PredictionFile,
    items: readonly I[] | undefined,
    settings: S,
    context: Context,
  ): Predictions<V> | null;
  /**
   * Where a scorer of texts says something of each answer. Such a task has a setting `scorer`, which takes the
   * scorer's id.
   */
  readonly scoredTexts?: ScoredTexts<I, V>;
  /** A file of predictions with the vectors that its measures need. */
  withVectors?(
    file: PredictionFile,
    items: readonly I[],
    embedder: TextEmbedder,
    settings: S,
    seed: number,
  ): Promise<Uint8Array>;
  /** Values that need no model: echo, random, majority, …; `wanted` names those on request. */
  baselines(items: readonly I[], settings: S, wanted: readonly string[]): readonly Baseline[];
  /** Roles beside the candidate that these settings ask, e.g. a judge. */
  roles(settings: S): readonly Role[];
  /** The value that a trivial model (`local/gold`, `-/echo`, `-/random`, `-/majority`) gives; undefined: does not apply. */
  trivial(name: string, item: I, items: readonly I[], context: Context): V | undefined;
  /** Diagnostics that a set shows even where no item has one. */
  readonly diagnostics: readonly string[];
  /** Turns summed diagnostics into warnings, e.g. a share that is above chance; `model` is null for predictions. */
  warn?(
    diagnostics: readonly ItemDiagnostic[],
    settings: S,
    model: ResultModel | null,
  ): readonly ResultWarning[];
}

/** Loses the type parameters, for lists of tasks of many kinds. */
export type AnyTask = Task<Item, unknown, unknown, unknown>;

/** Checks a task's declaration and forgets its type parameters. */
export function defineTask<I extends Item, S, T, V>(task: Task<I, S, T, V>): AnyTask {
  const headline = task.measures.filter((measure) => measure.headline === true);
  const first = headline[0];
  if (
    headline.length !== 1 ||
    first === undefined ||
    first.description.id !== task.headline.id ||
    first.protocol !== task.headline.protocol
  ) {
    throw new Error(
      `task ${task.id}: exactly one measure must be the headline ${task.headline.id} (${task.headline.protocol})`,
    );
  }
  // Sound as long as a task is only given its own items, solutions and values, which the engine sees to.
  return task as unknown as AnyTask;
}
