import type { Protocol } from './measure.ts';

/** A folder of published outputs, listed and read on demand. */
export interface PublishedFolder {
  /** Paths of all files below the folder, with `/`, in order. */
  readonly files: readonly string[];
  readText(path: string): Promise<string>;
}

/** An output that others published: what its authors' values are, whether or not it is at hand. */
export interface HeldOutput {
  readonly task: string;
  readonly split: string;
  readonly method: string;
  /** Other names of the method, by which printed values may call it. */
  readonly names?: readonly string[];
  /** What tells it from other outputs of the same name, such as the number of examples; see {@link PublishedOutputs.facets}. */
  readonly facets?: Readonly<Record<string, string>>;
  /** The authors' values by {@link publishedKey}; undefined: none held. */
  readonly authors: ReadonlyMap<string, number> | undefined;
  /** What a value of theirs is where the authors give none themselves, such as a mean of theirs; by the same keys. */
  readonly derived?: ReadonlyMap<string, string>;
  /** Why a value is known to differ from ours, by the same keys. */
  readonly reasons?: ReadonlyMap<string, string>;
  readonly source: string;
}

/** A published output in a folder: a file of predictions, with the values that its authors' code gives. */
export interface PublishedOutput extends HeldOutput {
  /** Below the folder. */
  readonly file: string;
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
  /** Outputs with values of the authors that have no file in the folder. */
  readonly held?: readonly HeldOutput[];
  /** The facets by which outputs are told apart, with the values of each. */
  readonly facets?: Readonly<Record<string, readonly string[]>>;
  /** Measures to show, in order. */
  readonly columns: readonly PublishedColumn[];
  /** The same outputs in several tables; absent: one table of `columns`. */
  readonly tables?: readonly PublishedTable[];
  /** Sentences: what was named and is absent, what has no entry. */
  readonly notes: readonly string[];
}
