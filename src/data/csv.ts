import { parse } from 'csv-parse/sync';
import { QuadratError } from '../core/errors.ts';

export interface CsvRow {
  /** The line of the file at which the row starts, counted from 1. */
  readonly line: number;
  /** Column to cell, in the order of the file. Cells are text: `00123` stays `00123`. */
  readonly cells: ReadonlyMap<string, string>;
}

export interface CsvTable {
  readonly columns: readonly string[];
  readonly rows: readonly CsvRow[];
}

export interface CsvOptions {
  /** `,` if absent. */
  readonly delimiter?: string;
  /** Takes the fault of a row with more or fewer cells than columns, which is then left out; absent: it is thrown. */
  readonly onFault?: (fault: QuadratError) => void;
}

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads a CSV file whose first row names the columns. Quoted cells may hold delimiters, quotes and line breaks; blank
 * lines are left out.
 *
 * @param text decoded, without byte order mark
 * @param file its name, for messages
 * @throws QuadratError `invalid-csv` with the line: a quote that stays open or stands where none may, a row with
 *   more or fewer cells than columns, two columns of one name
 */
export function readCsv(text: string, file: string, options: CsvOptions = {}): CsvTable {
  const [head, ...rest] = parseRows(text, file, options.delimiter ?? ',');
  if (head === undefined) {
    throw new QuadratError('invalid-csv', 'the file has no header', {
      file,
      next: 'The first row names the columns.',
    });
  }
  const columns = head.record;
  const double = columns.find((name, at) => columns.indexOf(name) < at);
  if (double !== undefined) {
    throw invalid(file, head.line, `two columns are named ${JSON.stringify(double)}`, 'Rename one of them.');
  }
  const rows = rest.flatMap(({ record, line }) => {
    if (record.length === columns.length)
      return [{ line, cells: new Map(columns.map((name, at) => [name, record[at] ?? ''])) }];
    const fault = invalid(
      file,
      line,
      `the row has ${record.length} ${record.length === 1 ? 'cell' : 'cells'}, the header ${columns.length}`,
      'Quote cells that hold the delimiter.',
    );
    if (options.onFault === undefined) throw fault;
    options.onFault(fault);
    return [];
  });
  return { columns, rows };
}

function parseRows(
  text: string,
  file: string,
  delimiter: string,
): { record: readonly string[]; line: number }[] {
  let parsed: readonly Parsed[];
  try {
    parsed = parse(text, {
      columns: false,
      delimiter,
      info: true,
      relax_column_count: true,
      record_delimiter: ['\r\n', '\n', '\r'],
    }) as unknown as readonly Parsed[];
  } catch (error) {
    const lines = error instanceof Error && 'lines' in error ? error.lines : undefined;
    throw invalid(
      file,
      typeof lines === 'number' ? lines : undefined,
      error instanceof Error ? error.message : String(error),
      'Close every quote, and double those inside a quoted cell.',
    );
  }
  const rows: { record: readonly string[]; line: number }[] = [];
  let line = 1;
  for (const { record, info } of parsed) {
    if (record.length > 1 || record[0] !== '') rows.push({ record, line });
    line = info.lines + 1;
  }
  return rows;
}

function invalid(file: string, line: number | undefined, what: string, next: string): QuadratError {
  return new QuadratError('invalid-csv', what, { file, ...(line === undefined ? {} : { line }), next });
}
