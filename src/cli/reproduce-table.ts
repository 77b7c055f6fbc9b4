import path from 'node:path';
import {
  type Benchmark,
  type Metric,
  type PublishedColumn,
  type PublishedOutput,
  type PublishedOutputs,
  publishedKey,
  type Result,
  type Unit,
} from '../core/index.ts';
import type { ReproduceCell, ReproduceRow, ReproduceTable } from '../report/reproduce.ts';

/** Two values that are this near are one. */
const SAME = 1e-9;

type Scored = readonly { readonly output: PublishedOutput; readonly result: Result }[];

const INTERVALS = 'Intervals: 95 %, 1,000 bootstrap resamples of the queries, seed 42.';
const NOT_PRINTED =
  'The authors’ values are what their scoring functions give for the files that they publish; they are not the printed tables.';

/** Published outputs with our figures: one table, or those that the benchmark lays out. Notes stand under the last. */
export function reproduceTables(
  benchmark: Benchmark,
  published: PublishedOutputs,
  scored: Scored,
  folder: string,
): ReproduceTable[] {
  const title = `${benchmark.title}: published outputs in ${path.basename(folder)}, scored here`;
  const { tables } = published;
  if (tables === undefined)
    return [tableOf(title, published.columns, scored, [...published.notes, INTERVALS, NOT_PRINTED])];
  return tables.map((table, at) =>
    tableOf(
      `${table.title} (${title})`,
      table.columns,
      scored,
      at === tables.length - 1 ? [...published.notes, NOT_PRINTED] : [],
    ),
  );
}

function tableOf(
  title: string,
  columns: readonly PublishedColumn[],
  scored: Scored,
  notes: readonly string[],
): ReproduceTable {
  return {
    title,
    columns: columns.map(({ measure, protocol, heading, places }) => {
      const gain = gainOf(scored, measure, protocol);
      return {
        measure: heading ?? measure,
        protocol,
        unit: unitOf(scored, measure, protocol),
        ...(gain === undefined ? {} : { gain }),
        ...(places === undefined ? {} : { places }),
      };
    }),
    rows: scored.map(({ output, result }) => rowOf(output, result, columns)),
    notes,
  };
}

function unitOf(scored: Scored, measure: string, protocol: string): Unit {
  for (const { result } of scored) {
    const found = result.metrics.find((metric) => metric.id === measure && metric.protocol === protocol);
    if (found !== undefined) return found.unit;
  }
  return 'proportion';
}

function gainOf(scored: Scored, measure: string, protocol: string): string | undefined {
  for (const { result } of scored) {
    const gain = result.metrics.find((metric) => metric.id === measure && metric.protocol === protocol)
      ?.params.gain;
    if (typeof gain === 'string') return gain;
  }
  return undefined;
}

function rowOf(output: PublishedOutput, result: Result, columns: readonly PublishedColumn[]): ReproduceRow {
  return {
    set: output.task.split('/')[1] ?? output.task,
    method: output.method,
    cells: columns.map((column): ReproduceCell => {
      const metric = metricOf(result, column);
      const key = publishedKey(column);
      const authors = output.authors?.get(key);
      const value = metric?.value ?? null;
      const bound = column.places === undefined ? SAME : 0.5 * 10 ** -column.places + SAME;
      const differs = authors !== undefined && (value === null || Math.abs(value - authors) > bound);
      const why = output.reasons?.get(key) ?? explain(result, column.protocol);
      return {
        value,
        n: metric?.n ?? null,
        interval: metric?.ci ?? null,
        authors: authors === undefined ? 'none held' : { value: authors, source: output.source },
        ...(differs ? { explanation: why } : {}),
      };
    }),
    faults: result.errors.map(({ code, protocol, message }) => ({ code, protocol, message })),
  };
}

/** The metric of a column: same measure, protocol and slice, and no variant. */
function metricOf(result: Result, { measure, protocol, slice }: PublishedColumn): Metric | undefined {
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

function explain(result: Result, protocol: string): string {
  const error = result.errors.find((entry) => entry.protocol === protocol);
  return error === undefined
    ? 'not explained: the values differ'
    : `refused by ${protocol}: ${error.message}`;
}
