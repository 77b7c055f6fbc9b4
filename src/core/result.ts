import type { ErrorCode } from './errors.ts';
import type { Protocol, Unit } from './measure.ts';
import type { Counts, ItemDiagnostic, Outcome } from './outcome.ts';

export interface Interval {
  readonly level: number;
  readonly low: number;
  readonly high: number;
  /** `bootstrap-percentile`, `bootstrap-bca`, `wilson`, … */
  readonly method: string;
  readonly resamples: number | null;
  readonly seed: number | null;
  /** How many clusters were drawn from, where items or their parts share clusters. */
  readonly clusters?: number;
}

export interface RepeatSpread {
  readonly n: number;
  readonly values: readonly (number | null)[];
  /** Standard deviation over repeats, divided by n and by n - 1. Null with fewer than two values. */
  readonly sdPopulation: number | null;
  readonly sdSample: number | null;
  /** As the authors print it, e.g. `70.00 +- 2.72`, where they do. */
  readonly text?: string;
}

/** One value of a result. */
export interface Metric {
  readonly id: string;
  readonly protocol: Protocol;
  /** Null: no value (never 0, never NaN). */
  readonly value: number | null;
  /** How many items the value is over. */
  readonly n: number;
  readonly unit: Unit;
  readonly headline: boolean;
  /** What changes the value: gain, threshold, tokens, embedder, judge. */
  readonly params: Readonly<Record<string, string | number | boolean>>;
  readonly variant: string | null;
  readonly aggregate: string;
  readonly slice: Readonly<Record<string, string>> | null;
  readonly ci: Interval | null;
  /** Mean and standard deviation (divided by n) of the bootstrap means, where the authors' code gives them. */
  readonly boot: { readonly mean: number; readonly std: number } | null;
  readonly repeats: RepeatSpread | null;
  /** The values if all failed items were wrong or right. */
  readonly bounds: { readonly low: number; readonly high: number } | null;
  /** The highest value that these data allow. */
  readonly ceiling: number | null;
}

export interface Baseline {
  readonly name: string;
  readonly protocol: Protocol;
  readonly id: string;
  readonly value: number | null;
  readonly n: number;
  /** The part of the set that it is about, as in {@link Metric.slice}; absent: the whole set. */
  readonly slice?: Readonly<Record<string, string>>;
  /** Where a published figure comes from. */
  readonly source?: string;
}

/** A protocol that refuses the input: it has no metrics. */
export interface ResultError {
  readonly protocol: Protocol;
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export interface ResultWarning {
  readonly code: string;
  readonly message: string;
  /** Machine-readable particulars. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export interface ItemResult {
  readonly id: string;
  readonly repeat?: number;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly values: Readonly<Partial<Record<Protocol, Readonly<Record<string, number | null>>>>>;
}

export type DataKind = 'full' | 'partial' | 'sample' | 'own';

export interface ResultData {
  /** benchmark/task/split */
  readonly name: string;
  /** SHA-256 of the gold that was used; null where there was none. */
  readonly sha256: string | null;
  /** The revision of the source, where the gold is the file pinned there. */
  readonly revision?: string;
  readonly items: number;
  readonly kind: DataKind;
}

export interface ResultModel {
  readonly id: string;
  /** What it is in words, e.g. "lexical ranker (BM25), not a language model". */
  readonly kind: string;
}

/** Answers used by a run and where they came from. */
export interface ResultCalls {
  readonly planned: number;
  readonly made: number;
  readonly fromCache: number;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly costUsd: number | null;
  /** Calls whose tokens the server did not name: they were counted here. Absent: none. */
  readonly estimated?: number;
}

/** One object per file (or run) and task: the shape of `score --json`, `run --json` and `scores.json`. */
export interface Result {
  readonly tool: 'quadrat';
  readonly version: string;
  readonly task: string;
  /** The predictions file as it was given, or the run folder's name. */
  readonly source: string;
  readonly complete: boolean;
  readonly data: ResultData;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly model: ResultModel | null;
  /** Of a run: hash of the prompt texts that these settings can send (hex SHA-256). */
  readonly promptSha256?: string;
  /** Of a run: files that settings name, such as prompts of one's own. */
  readonly inputFiles?: readonly { readonly path: string; readonly sha256: string }[];
  readonly counts: Counts;
  /** Items with a readable answer, as a share of the planned ones. */
  readonly coverage: number;
  readonly metrics: readonly Metric[];
  readonly baselines: readonly Baseline[];
  readonly diagnostics: readonly ItemDiagnostic[];
  readonly warnings: readonly ResultWarning[];
  readonly errors: readonly ResultError[];
  readonly calls?: ResultCalls;
  readonly items?: readonly ItemResult[];
}
