import {
  type HeldOutput,
  type Protocol,
  type PublishedColumn,
  publishedKey,
  type QuadratError,
  type Result,
} from '../../core/index.ts';
import { explain, metricOf, type ScoredOutput } from '../reproduce-tables.ts';
import { outputsNamed } from './match.ts';
import { onScale, roundsTo, type Scale } from './number.ts';
import type { PrintedFile, PrintedRow, Slice } from './rows.ts';

/**
 * How a printed value stands to an output here: `equal`, our value rounds to it; `equal-bootstrap-mean`, only the mean
 * of the bootstrap means does; `differs`; `no-value`, the output has no such value here; `no-output`, there is none.
 */
export type PrintedVerdict = 'equal' | 'equal-bootstrap-mean' | 'differs' | 'no-value' | 'no-output';

/** Another value of the same thing, on the scale of the printed one. */
export interface OtherValue {
  readonly value: number;
  /** Whether it rounds to the printed value. */
  readonly equal: boolean;
}

/** A printed value beside one output. All values are on the scale of the printed one. */
export interface PrintedComparison {
  /** The output's method; null: no output is named so, nor are values of its authors held. */
  readonly method: string | null;
  /** Below the folder; null: the output is not at hand. */
  readonly file: string | null;
  /** Ours; null: there is none. */
  readonly value: number | null;
  readonly n: number | null;
  /** Ours minus the printed one. */
  readonly difference: number | null;
  /** The mean of the authors' bootstrap means, where their code gives one. */
  readonly bootstrapMean: OtherValue | null;
  /** What the authors published beside the paper; null: none held. */
  readonly authors: (OtherValue & { readonly source: string }) | null;
  readonly verdict: PrintedVerdict;
  /** Why it differs or is not there; null: it is equal. */
  readonly explanation: string | null;
}

/** A printed value with all outputs that its name fits, at least one comparison. */
export interface ComparedRow {
  readonly line: number;
  readonly table: string;
  readonly task: string;
  readonly model: string;
  readonly metric: string;
  readonly protocol: Protocol;
  /** Slice of the measure and what tells outputs apart. */
  readonly slice: Slice;
  /** As it is printed. */
  readonly printed: string;
  readonly places: number;
  readonly scale: Scale;
  readonly source: string;
  readonly comparisons: readonly PrintedComparison[];
}

/** What became of a file of printed values. */
export interface PrintedReport {
  readonly file: string;
  readonly rows: readonly ComparedRow[];
  /** Rows that could not be read; the others stand in `rows`. */
  readonly faults: readonly {
    readonly line: number | null;
    readonly code: string;
    readonly message: string;
    readonly next: string | null;
  }[];
  /** Columns that are not read. */
  readonly unread: readonly string[];
}

/** Sets the rows of a file beside outputs and what their authors published. */
export function comparePrinted(
  file: string,
  printed: PrintedFile,
  outputs: readonly ScoredOutput[],
): PrintedReport {
  return {
    file,
    rows: printed.rows.map((row) => compareRow(row, outputs)),
    faults: printed.faults.map(faultOf),
    unread: printed.unread,
  };
}

function faultOf({ place, code, message, next }: QuadratError) {
  return { line: place.line ?? null, code, message, next: next ?? null };
}

function compareRow(row: PrintedRow, outputs: readonly ScoredOutput[]): ComparedRow {
  const found = outputsNamed(row, outputs);
  return {
    line: row.line,
    table: row.table,
    task: row.task,
    model: row.model,
    metric: row.measure,
    protocol: row.protocol,
    slice: { ...row.slice, ...row.facets },
    printed: row.printed.text,
    places: row.printed.places,
    scale: row.scale,
    source: row.source,
    comparisons: found.length === 0 ? [NOTHING] : found.map((output) => compareWith(row, output)),
  };
}

const NOT_HERE = 'no output of this name is here';

const NOTHING: PrintedComparison = {
  method: null,
  file: null,
  value: null,
  n: null,
  difference: null,
  bootstrapMean: null,
  authors: null,
  verdict: 'no-output',
  explanation: NOT_HERE,
};

function compareWith(row: PrintedRow, { output, file, result }: ScoredOutput): PrintedComparison {
  const column = columnOf(row);
  const authors = authorsOf(row, output, column);
  if (result === null) return { ...NOTHING, method: output.method, authors };
  const metric = metricOf(result, column);
  const shared = { method: output.method, file, n: metric?.n ?? null, authors };
  const mean = metric?.boot?.mean ?? null;
  const bootstrapMean = mean === null ? null : other(row, mean);
  if (metric === undefined || metric.value === null) {
    const explanation = valueless(result, column);
    return { ...shared, value: null, difference: null, bootstrapMean, verdict: 'no-value', explanation };
  }
  const { value, equal } = other(row, metric.value);
  const verdict = equal ? 'equal' : bootstrapMean?.equal === true ? 'equal-bootstrap-mean' : 'differs';
  return {
    ...shared,
    value,
    difference: value - row.printed.value,
    bootstrapMean,
    verdict,
    explanation: verdict === 'differs' ? whyOther(row, output, result, metric.value) : null,
  };
}

function columnOf({ measure, protocol, slice }: PrintedRow): PublishedColumn {
  return { measure, protocol, ...(Object.keys(slice).length === 0 ? {} : { slice }) };
}

function other(row: PrintedRow, value: number): OtherValue {
  const scaled = onScale(value, row.unit, row.scale);
  return { value: scaled, equal: roundsTo(scaled, row.printed) };
}

function authorsOf(
  row: PrintedRow,
  output: HeldOutput,
  column: PublishedColumn,
): PrintedComparison['authors'] {
  const key = publishedKey(column);
  const value = output.authors?.get(key);
  if (value === undefined) return null;
  const derived = output.derived?.get(key);
  return {
    ...other(row, value),
    source: derived === undefined ? output.source : `${row.measure}: ${derived}; ${output.source}`,
  };
}

function valueless(result: Result, { protocol }: PublishedColumn): string {
  const error = result.errors.find((entry) => entry.protocol === protocol);
  return error === undefined
    ? 'the output is here and has no such value'
    : `the output is here and was refused by ${protocol}: ${error.message}`;
}

/** Why it differs; a value that fits on the other scale was typed with the wrong one. */
function whyOther(row: PrintedRow, output: HeldOutput, result: Result, value: number): string {
  const scale = row.scale === 'unit' ? 'percent' : 'unit';
  if (row.printed.value !== 0 && roundsTo(onScale(value, row.unit, scale), row.printed))
    return `equal on the other scale: should the scale be ${scale}?`;
  return explain(output, result, columnOf(row));
}
