import type { Message } from './call.ts';
import type { PublishedFolder, PublishedOutputs } from './published.ts';
import type { Metric, Result } from './result.ts';
import type { AnyTask, DataSource, SourceFile } from './task.ts';

/** Values of a metric in the resamples of a bootstrap. */
export interface Resampled {
  /** One a resample; NaN where it has none. */
  readonly values: Float64Array;
  /** The clusters that were drawn, in the order in which they were numbered; null where each item was drawn by itself. */
  readonly clusters: readonly string[] | null;
  readonly seed: number;
}

/** The resamples of a metric; undefined where there are none at hand. */
export type Resamples = (metric: Metric) => Resampled | undefined;

/** Chats to train a model on. */
export interface TrainingPairs {
  /** Prompt and answer; the last message is the assistant's. */
  readonly pairs: readonly { readonly id: string; readonly messages: readonly Message[] }[];
  /** What was left out because an item that models are measured by is like it. */
  readonly leftOut: readonly { readonly id: string; readonly like: string; readonly why: string }[];
}

export interface Benchmark {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly citation: string;
  readonly licence: string;
  /** Terms that must be accepted before a first download; null: none. */
  readonly terms: string | null;
  readonly tasks: readonly AnyTask[];
  /** What is wrong with a content that is to become this file; null: nothing. */
  checkFile?(file: SourceFile, bytes: Uint8Array): string | null | Promise<string | null>;
  /** What is odd in a content that passed the check, in words: it is taken all the same. */
  fileNotices?(file: SourceFile, bytes: Uint8Array): readonly string[];
  /**
   * Training pairs, where the benchmark has a split for training.
   *
   * @param tasks ids of the tasks to take
   */
  trainingPairs?(source: DataSource, split: string, tasks: readonly string[]): Promise<TrainingPairs>;
  /** Finds the published outputs in a folder. */
  published?(folder: PublishedFolder): Promise<PublishedOutputs>;
  /**
   * What files of several tasks that belong together have in common in their names.
   *
   * @param name of a file, without extension; absent: the name itself
   */
  groupOf?(name: string): string;
  /** The benchmark's own object over all its tasks; null: one of them is missing. */
  overall?(results: readonly Result[], resamples: Resamples): Result | null;
}

/** Checks a benchmark's declaration. */
export function defineBenchmark(benchmark: Benchmark): Benchmark {
  for (const task of benchmark.tasks) {
    if (!task.id.startsWith(`${benchmark.id}/`))
      throw new Error(`task ${task.id} is not of benchmark ${benchmark.id}`);
  }
  return benchmark;
}
