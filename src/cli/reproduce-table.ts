import path from 'node:path';
import type { Benchmark, PublishedOutput, PublishedOutputs, Result } from '../core/index.ts';
import type { ReproduceCell, ReproduceRow, ReproduceTable } from '../report/reproduce.ts';

/** Two values that are this near are one. */
const SAME = 1e-9;

/** Published outputs with our figures, as a table. */
export function reproduceTable(
  benchmark: Benchmark,
  published: PublishedOutputs,
  scored: readonly { readonly output: PublishedOutput; readonly result: Result }[],
  folder: string,
): ReproduceTable {
  return {
    title: `${benchmark.title}: published outputs in ${path.basename(folder)}, scored here`,
    columns: published.columns.map(({ measure, protocol }) => {
      const gain = gainOf(scored, measure, protocol);
      return { measure, protocol, unit: 'proportion', ...(gain === undefined ? {} : { gain }) };
    }),
    rows: scored.map(({ output, result }) => rowOf(output, result, published)),
    notes: [
      ...published.notes,
      'Intervals: 95 %, 1,000 bootstrap resamples of the queries, seed 42.',
      'The authors’ values are what their scoring functions give for the files that they publish; they are not the printed tables.',
    ],
  };
}

function gainOf(
  scored: readonly { readonly result: Result }[],
  measure: string,
  protocol: string,
): string | undefined {
  for (const { result } of scored) {
    const gain = result.metrics.find((metric) => metric.id === measure && metric.protocol === protocol)
      ?.params.gain;
    if (typeof gain === 'string') return gain;
  }
  return undefined;
}

function rowOf(output: PublishedOutput, result: Result, published: PublishedOutputs): ReproduceRow {
  return {
    set: output.task.split('/')[1] ?? output.task,
    method: output.method,
    cells: published.columns.map(({ measure, protocol }): ReproduceCell => {
      const metric = result.metrics.find(
        ({ id, protocol: by, slice, variant }) =>
          id === measure && by === protocol && slice === null && variant === null,
      );
      const authors = output.authors?.get(`${protocol} ${measure}`);
      const value = metric?.value ?? null;
      const differs = authors !== undefined && (value === null || Math.abs(value - authors) > SAME);
      return {
        value,
        n: metric?.n ?? null,
        interval: metric?.ci ?? null,
        authors: authors === undefined ? 'none held' : { value: authors, source: output.source },
        ...(differs ? { explanation: explain(result, protocol) } : {}),
      };
    }),
    faults: result.errors.map(({ code, protocol, message }) => ({ code, protocol, message })),
  };
}

function explain(result: Result, protocol: string): string {
  const error = result.errors.find((entry) => entry.protocol === protocol);
  return error === undefined
    ? 'not explained: the values differ'
    : `refused by ${protocol}: ${error.message}`;
}
