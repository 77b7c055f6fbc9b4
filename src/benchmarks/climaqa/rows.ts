import { QuadratError } from '../../core/index.ts';
import { readCsv } from '../../data/csv.ts';
import { decodeText } from '../../data/encoding.ts';
import { isParquet, parquetColumns, readParquet } from '../../data/parquet.ts';
import { isLevel, type Level } from './levels.ts';
import { parseOptions } from './options.ts';
import type { Kind } from './sets.ts';

/** A row of one of the data files. */
export interface DataRow {
  /** The value of the first column. */
  readonly row: string;
  readonly question: string;
  readonly answer: string;
  /** Texts by letter; null where there are none. */
  readonly options: ReadonlyMap<string, string> | null;
  readonly level: Level | null;
  /** False where experts rejected it. */
  readonly valid: boolean;
  /** The passage that the question was made from, where the file has it. */
  readonly context: string | null;
}

/** Names of the first column, which holds pandas' row number. */
const ROW_COLUMNS: readonly string[] = ['', 'Unnamed: 0', '__index_level_0__', 'index'];

/**
 * Reads a data file, CSV or Parquet.
 *
 * @param mask what stands for the missing word of a cloze statement
 * @throws QuadratError `invalid-format` with the row: no such column, another level, options or an answer that do not
 *   fit, a statement without its mask
 */
export async function readRows(
  bytes: Uint8Array,
  file: string,
  kind: Kind,
  mask: string,
): Promise<DataRow[]> {
  if (isParquet(bytes)) {
    const { columns, rows } = await readParquet(bytes, file);
    checkColumns(columns, file, kind);
    return rows.map((cells, at) =>
      rowOf({ cells: (name) => cells.get(name), columns, at, file, kind, mask }),
    );
  }
  return readCsvRows(bytes, file, kind, mask);
}

function readCsvRows(bytes: Uint8Array, file: string, kind: Kind, mask: string): DataRow[] {
  const { columns, rows } = readCsv(decodeText(bytes, file).text, file);
  checkColumns(columns, file, kind);
  return rows.map(({ cells, line }, at) =>
    rowOf({ cells: (name) => cells.get(name), columns, at, line, file, kind, mask }),
  );
}

/** What is wrong with a content that is to become a data file; null: nothing. Of Parquet only the columns are seen. */
export function problemOf(bytes: Uint8Array, file: string, kind: Kind, mask: string): string | null {
  try {
    if (isParquet(bytes)) checkColumns(parquetColumns(bytes, file), file, kind);
    else readCsvRows(bytes, file, kind, mask);
    return null;
  } catch (error) {
    if (error instanceof QuadratError) return error.message;
    throw error;
  }
}

function checkColumns(columns: readonly string[], file: string, kind: Kind): void {
  const wanted = ['Question', 'Answer', ...(kind === 'mcq' ? ['Options'] : [])];
  const absent = wanted.filter((name) => !columns.includes(name));
  const other = kind !== 'mcq' && columns.includes('Options');
  if (absent.length === 0 && !other) return;
  throw new QuadratError(
    'invalid-format',
    other ? `a file of ${kind} questions has no options` : `the column ${absent.join(', ')} is missing`,
    { file, next: `Columns found: ${columns.map((name) => JSON.stringify(name)).join(', ')}.` },
  );
}

interface RawRow {
  readonly cells: (name: string) => unknown;
  readonly columns: readonly string[];
  readonly at: number;
  readonly line?: number;
  readonly file: string;
  readonly kind: Kind;
  readonly mask: string;
}

function rowOf(raw: RawRow): DataRow {
  const { cells, columns, at, kind, mask } = raw;
  const index = ROW_COLUMNS.find((name) => columns.includes(name));
  const row = index === undefined ? String(at) : textOf(cells(index)).trim();
  const fault = (message: string) => faultOf(raw, row, message);
  if (row === '') throw fault('the first column, which numbers the rows, is empty');
  const question = textOf(cells('Question'));
  const answer = textOf(cells('Answer'));
  if (question.trim() === '') throw fault('the question is empty');
  if (kind === 'cloze' && !question.includes(mask)) throw fault(`the statement has no ${mask}`);
  const options = kind === 'mcq' ? optionsOf(textOf(cells('Options')), fault) : null;
  if (options !== null && !options.has(answer))
    throw fault(
      `the answer ${JSON.stringify(answer)} is none of the letters ${[...options.keys()].join(', ')}`,
    );
  return {
    row,
    question,
    answer,
    options,
    level: columns.includes('Complexity') ? levelOf(textOf(cells('Complexity')), fault) : null,
    valid: columns.includes('Validation') ? validOf(cells('Validation'), fault) : true,
    context: textOf(cells('Context')) || null,
  };
}

function optionsOf(cell: string, fault: (message: string) => QuadratError): ReadonlyMap<string, string> {
  let options: ReadonlyMap<string, string>;
  try {
    options = parseOptions(cell);
  } catch (error) {
    throw fault(error instanceof Error ? error.message : String(error));
  }
  const keys = [...options.keys()].join('');
  if (keys !== 'abcd') throw fault(`the options are ${[...options.keys()].join(', ')}, not a, b, c, d`);
  return options;
}

function levelOf(cell: string, fault: (message: string) => QuadratError): Level {
  if (isLevel(cell)) return cell;
  throw fault(`the complexity ${JSON.stringify(cell)} is none of BASE, REASONING, HYPOTHETICAL`);
}

function validOf(cell: unknown, fault: (message: string) => QuadratError): boolean {
  const text = typeof cell === 'boolean' ? String(cell) : textOf(cell).trim().toLowerCase();
  if (text === 'true' || text === '1' || text === '1.0') return true;
  // A row without a verdict was not found valid.
  if (text === 'false' || text === '0' || text === '0.0' || text === '') return false;
  throw fault(`the validation ${JSON.stringify(text)} is neither true nor false`);
}

/** Cells are text: `NA` and `None` are words. */
function textOf(cell: unknown): string {
  return cell === null || cell === undefined ? '' : String(cell);
}

function faultOf({ file, line }: RawRow, row: string, message: string): QuadratError {
  return new QuadratError('invalid-format', `row ${row}: ${message}`, {
    file,
    ...(line === undefined ? {} : { line }),
    next: 'Mend the row, or take the published file.',
    data: { row },
  });
}
