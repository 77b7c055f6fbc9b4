import path from 'node:path';
import {
  type Benchmark,
  type HeldOutput,
  type Metric,
  type PublishedColumn,
  type PublishedOutputs,
  publishedKey,
  type Result,
  type SetMeasure,
} from '../core/index.ts';
import {
  agreement,
  NOT_EXPLAINED,
  type ReproduceCell,
  type ReproduceRow,
  type ReproduceTable,
} from './reproduce-cells.ts';
import { dataKindWords, intervalWords, thingsOf } from './words.ts';

/** A published output with what it is scored here; null: the output itself is not at hand. */
export interface ScoredOutput {
  readonly output: HeldOutput;
  /** Below the folder. */
  readonly file: string | null;
  readonly result: Result | null;
}

const NOT_PRINTED =
  'The authors’ values are what their scoring functions give for the files that they publish; they are not the printed tables.';

/**
 * Published outputs with our figures: one table, or those that the benchmark lays out. Notes stand under the last.
 *
 * @param folder where the outputs lie; null: the values that come with the program, without outputs
 */
export function reproduceTables(
  benchmark: Benchmark,
  published: PublishedOutputs,
  scored: readonly ScoredOutput[],
  folder: string | null,
): ReproduceTable[] {
  const title = reproduceTitle(benchmark, scored, folder);
  const authorsOnly = folder === null ? { authorsOnly: true } : {};
  const { tables } = published;
  const shown = (columns: readonly PublishedColumn[]) =>
    folder === null ? columns.filter((column) => isHeld(column, scored)) : columns;
  const last = publishedNotes(published, scored, folder);
  if (tables === undefined || tables.length === 0)
    return [{ ...tableOf(benchmark, title, shown(published.columns), scored, last), ...authorsOnly }];
  return tables.map((table, at) => ({
    ...tableOf(
      benchmark,
      `${table.title} (${title})`,
      shown(table.columns),
      scored,
      at === tables.length - 1 ? last : [],
    ),
    name: table.title,
    ...authorsOnly,
  }));
}

/** What the tables are called together; that the gold is invented stands in every title. */
export function reproduceTitle(
  benchmark: Benchmark,
  scored: readonly ScoredOutput[],
  folder: string | null,
): string {
  if (folder === null) return `${benchmark.title}: values of the authors that come with the program`;
  const invented = scored.some(({ result }) => result?.data.kind === 'sample');
  return `${benchmark.title}: published outputs in ${path.basename(folder)}, scored here${invented ? ` on ${dataKindWords('sample')}` : ''}`;
}

/** What is to be said of published outputs as a whole. */
export function publishedNotes(
  published: PublishedOutputs,
  scored: readonly ScoredOutput[],
  folder: string | null,
): string[] {
  const nothing = scored.length === 0 && folder === null;
  return [
    ...dataNotes(scored),
    ...(nothing
      ? [
          'Values of the authors: none held. --published names a folder of outputs to score, --printed a file of printed values.',
        ]
      : []),
    ...published.notes,
    ...(scored.some(({ output }) => (output.authors?.size ?? 0) > 0) ? [NOT_PRINTED] : []),
  ];
}

/** Which tasks have no more than a part of the published gold. */
function dataNotes(scored: readonly ScoredOutput[]): string[] {
  const partial = scored.flatMap(({ output, result }) =>
    result?.data.kind === 'partial' ? output.task : [],
  );
  return partial.length === 0
    ? []
    : [`Gold of ${[...new Set(partial)].join(', ')}: ${dataKindWords('partial')}.`];
}

const isHeld = (column: PublishedColumn, scored: readonly ScoredOutput[]) =>
  scored.some(({ output }) => output.authors?.has(publishedKey(column)));

function tableOf(
  benchmark: Benchmark,
  title: string,
  columns: readonly PublishedColumn[],
  scored: readonly ScoredOutput[],
  notes: readonly string[],
): ReproduceTable {
  return {
    title,
    columns: columns.map((column) => {
      const { measure, protocol, heading, places } = column;
      const declared = measureOf(benchmark, column);
      const gain = declared?.params?.gain;
      return {
        measure: heading ?? measure,
        protocol,
        unit: declared?.description.unit ?? 'proportion',
        ...(typeof gain === 'string' ? { gain } : {}),
        ...(places === undefined ? {} : { places }),
      };
    }),
    rows: scored.map(({ output, result }) => rowOf(output, result, columns)),
    notes: [...intervalNotes(scored, columns), ...notes],
  };
}

/** What varied in the intervals that a table shows; where measures differ, each kind with its measures. */
function intervalNotes(scored: readonly ScoredOutput[], columns: readonly PublishedColumn[]): string[] {
  const kinds = new Map<string, Set<string>>();
  for (const column of columns) {
    for (const { result } of scored) {
      const ci = result === null ? null : (metricOf(result, column)?.ci ?? null);
      if (ci === null) continue;
      // Outputs have numbers of clusters of their own: one sentence for all.
      const { clusters: _, ...each } = ci;
      const words = intervalWords(each, thingsOf(column.measure));
      kinds.set(words, (kinds.get(words) ?? new Set()).add(`${column.measure} (${column.protocol})`));
    }
  }
  return [...kinds].map(([words, measures]) =>
    kinds.size === 1 ? `${words}.` : `${[...measures].join(', ')}: ${words}.`,
  );
}

function measureOf(benchmark: Benchmark, { measure, protocol }: PublishedColumn): SetMeasure | undefined {
  for (const { measures } of benchmark.tasks) {
    const found = measures.find((entry) => entry.description.id === measure && entry.protocol === protocol);
    if (found !== undefined) return found;
  }
  return undefined;
}

function rowOf(output: HeldOutput, result: Result | null, columns: readonly PublishedColumn[]): ReproduceRow {
  return {
    set: output.task.split('/')[1] ?? output.task,
    method: output.method,
    cells: columns.map((column): ReproduceCell => {
      const metric = result === null ? undefined : metricOf(result, column);
      const key = publishedKey(column);
      const authors = output.authors?.get(key);
      const value = metric?.value ?? null;
      const derived = output.derived?.get(key);
      const differs =
        authors !== undefined && (value === null || agreement(value, authors, column.places) === null);
      return {
        value,
        n: metric?.n ?? null,
        interval: metric?.ci ?? null,
        authors:
          authors === undefined
            ? 'none held'
            : { value: authors, source: output.source, ...(derived === undefined ? {} : { derived }) },
        ...(differs && result !== null ? { explanation: explain(output, result, column) } : {}),
      };
    }),
    faults:
      result === null
        ? []
        : result.errors.map(({ code, protocol, message }) => ({ code, protocol, message })),
  };
}

/** The metric of a column: same measure, protocol and slice, and no variant. */
export function metricOf(
  result: Result,
  { measure, protocol, slice }: Pick<PublishedColumn, 'measure' | 'protocol' | 'slice'>,
): Metric | undefined {
  const wanted = Object.entries(slice ?? {});
  return result.metrics.find(
    (metric) =>
      metric.id === measure &&
      metric.protocol === protocol &&
      metric.variant === null &&
      Object.keys(metric.slice ?? {}).length === wanted.length &&
      wanted.every(([key, value]) => metric.slice?.[key] === value),
  );
}

/** Why a value differs or is not there: what the benchmark knows of it, the refusal of its protocol, or nothing. */
export function explain(output: HeldOutput, result: Result, column: PublishedColumn): string {
  const known = output.reasons?.get(publishedKey(column));
  if (known !== undefined) return known;
  const error = result.errors.find((entry) => entry.protocol === column.protocol);
  return error === undefined
    ? `${NOT_EXPLAINED}: the values differ`
    : `refused by ${column.protocol}: ${error.message}`;
}
