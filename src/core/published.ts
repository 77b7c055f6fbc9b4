import type { Protocol } from './measure.ts';

/** A folder of published outputs, listed and read on demand. */
export interface PublishedFolder {
  /** Paths of all files below the folder, with `/`, in order. */
  readonly files: readonly string[];
  readText(path: string): Promise<string>;
}

/** A published output: a file of predictions, with the values that its authors' code gives. */
export interface PublishedOutput {
  readonly task: string;
  readonly split: string;
  readonly method: string;
  /** Below the folder. */
  readonly file: string;
  /** The authors' values by {@link publishedKey}; undefined: none held. */
  readonly authors: ReadonlyMap<string, number> | undefined;
  /** Why a value is known to differ from ours, by the same keys. */
  readonly reasons?: ReadonlyMap<string, string>;
  readonly source: string;
}

/** A column of a table of published outputs. */
export interface PublishedColumn {
  readonly measure: string;
  readonly protocol: Protocol;
  /** The slice that the column is about; absent: the whole set. */
  readonly slice?: Readonly<Record<string, string>>;
  /** What the column is called; absent: the measure. */
  readonly heading?: string;
  /** Decimal places to which the authors' values are given; absent: as many as a double has. */
  readonly places?: number;
}

/** A table of published outputs in a layout of its own, such as that of a paper's table. */
export interface PublishedTable {
  readonly title: string;
  readonly columns: readonly PublishedColumn[];
}

/** The key of a column in {@link PublishedOutput}: `protocol measure`, with the slice behind it where there is one. */
export function publishedKey({ protocol, measure, slice }: PublishedColumn): string {
  const parts = Object.entries(slice ?? {}).map(([key, value]) => `${key}=${value}`);
  return [protocol, measure, ...parts.sort()].join(' ');
}

/** What a folder of published outputs holds. */
export interface PublishedOutputs {
  readonly outputs: readonly PublishedOutput[];
  /** Measures to show, in order. */
  readonly columns: readonly PublishedColumn[];
  /** The same outputs in several tables; absent: one table of `columns`. */
  readonly tables?: readonly PublishedTable[];
  /** Sentences: what was named and is absent, what has no entry. */
  readonly notes: readonly string[];
}
