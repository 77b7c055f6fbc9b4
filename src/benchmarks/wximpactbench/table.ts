import { QuadratError } from '../../core/index.ts';
import { readCsv } from '../../data/csv.ts';
import { decodeText } from '../../data/encoding.ts';
import { isParquet, readParquet } from '../../data/parquet.ts';
import { type Cell, type Cells, LABELS, type Label, PERIODS } from './labels.ts';

/** One row of a file with labels: gold or predictions. */
export interface LabelRow {
  /** The line of the file, counted from 1; null in a Parquet file, which has none. */
  readonly line: number | null;
  /** The index in the full released file, counted from 0: the column `row` if there is one, else the place in this file. */
  readonly index: number;
  readonly id: string;
  /** YYYYMMDD; null where the file has no such column. */
  readonly date: string | null;
  readonly period: string | null;
  readonly weather: string;
  /** Null where the file has no texts, or a blank one. */
  readonly text: string | null;
  readonly cells: Cells;
  readonly model: string | null;
}

type Column = 'row' | 'id' | 'date' | 'period' | 'weather' | 'text' | 'model' | Label;

/** Spellings of the other columns, folded; see {@link columnOf}. */
const NAMES = new Map<string, Column>([
  ['row', 'row'],
  ['id', 'id'],
  ['date', 'date'],
  ['time period', 'period'],
  ['type', 'period'],
  ['weather type', 'weather'],
  ['weather', 'weather'],
  ['article', 'text'],
  ['text', 'text'],
  ['model type', 'model'],
]);

const LABEL_NAMES = new Map<string, Label>([
  ...LABELS.map((label): [string, Label] => [label.toLowerCase(), label]),
  ['health', 'Human Health'],
  ['economic', 'Financial'],
]);

/** The column that a header names, in any of the spellings of released, published, hub and later files. */
export function columnOf(header: string): Column | undefined {
  const folded = header
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ');
  return NAMES.get(folded) ?? LABEL_NAMES.get(folded.replace(/ impacts?$/, ''));
}

/** A row before it is understood. */
interface RawRow {
  readonly line: number | null;
  /** Counted from 0. */
  readonly place: number;
  readonly cell: (name: string) => string;
}

/**
 * Reads gold labels: a CSV file, or the Parquet form of the hub, whose rows are numbered in their order.
 *
 * @throws QuadratError `invalid-encoding`, `invalid-csv`, `invalid-format`
 */
export async function readGoldTable(bytes: Uint8Array, file: string): Promise<LabelRow[]> {
  if (!isParquet(bytes)) return readLabelTable(decodeText(bytes, file).text, file, 'gold');
  const { columns, rows } = await readParquet(bytes, file);
  const raw = rows.map((cells, place) => ({
    line: null,
    place,
    cell: (name: string) => cellText(cells.get(name)),
  }));
  return labelRows(columns, raw, file, 'gold');
}

/** A typed value as a CSV file would hold it. */
function cellText(value: unknown): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '';
  if (value instanceof Date) return value.toISOString();
  return value instanceof Uint8Array ? new TextDecoder().decode(value) : String(value);
}

/**
 * Reads a CSV file with an `ID` and the six label columns.
 *
 * @param what `gold` takes only 0, 1 and blank cells; in `predictions` everything else is a missing judgement
 * @throws QuadratError `invalid-csv`, `invalid-format`
 */
export function readLabelTable(text: string, file: string, what: 'gold' | 'predictions'): LabelRow[] {
  const { columns, rows } = readCsv(text, file);
  const raw = rows.map(({ line, cells }, place) => ({
    line,
    place,
    cell: (name: string) => cells.get(name) ?? '',
  }));
  return labelRows(columns, raw, file, what);
}

function labelRows(
  names: readonly string[],
  rows: readonly RawRow[],
  file: string,
  what: 'gold' | 'predictions',
): LabelRow[] {
  const columns = new Map<Column, string>();
  for (const name of names) {
    const column = columnOf(name);
    if (column === undefined) continue;
    const other = columns.get(column);
    if (other !== undefined) throw invalid(file, `the columns "${other}" and "${name}" mean the same`, 1);
    columns.set(column, name);
  }
  const absent = (['id', ...LABELS] as const).filter((column) => !columns.has(column));
  if (absent.length > 0) {
    throw invalid(
      file,
      `there is no column for ${absent.map((column) => (column === 'id' ? 'ID' : column)).join(', ')}`,
      1,
    );
  }
  return rows.map((row) => readRow(row, columns, file, what));
}

function readRow(
  { line, place, cell }: RawRow,
  columns: ReadonlyMap<Column, string>,
  file: string,
  what: 'gold' | 'predictions',
): LabelRow {
  const at = (column: Column): string | null => {
    const name = columns.get(column);
    return name === undefined ? null : cell(name).trim();
  };
  const wrong = (message: string) =>
    invalid(file, line === null ? `row ${place + 1}: ${message}` : message, line);
  const id = wholeNumber(at('id') ?? '');
  if (id === '') throw wrong('the row has no ID');
  const date = mapped(at('date'), dateText);
  const period = mapped(at('period'), (text) => text.toLowerCase());
  const odd = what === 'gold' ? oddField(id, date, period) : undefined;
  if (odd !== undefined) throw wrong(odd);
  const row = at('row');
  const index = row === null ? place : Number(wholeNumber(row));
  if (!Number.isSafeInteger(index) || index < 0) throw wrong(`the row index ${row} is no number`);
  return {
    line,
    index,
    id,
    date,
    period,
    weather: at('weather') ?? '',
    text: textIn(columns.get('text'), cell),
    cells: LABELS.map((label) => {
      const written = at(label) ?? '';
      const judged = cellOf(written);
      if (what === 'gold' && judged === null && written !== '')
        throw wrong(`the gold label ${label} is "${written}", not 0 or 1`);
      return judged;
    }),
    model: at('model'),
  };
}

/** What is wrong with a row of the gold; blank dates and periods are not known, which is no fault. */
function oddField(id: string, date: string | null, period: string | null): string | undefined {
  if (!/^\d+$/.test(id)) return `the ID is "${id}", no whole number`;
  if (date !== null && date !== '' && !isDay(date)) return `the date is "${date}", no day such as 18800116`;
  if (period !== null && period !== '' && !PERIODS.includes(period))
    return `the period is "${period}", neither ${PERIODS.join(' nor ')}`;
  return undefined;
}

function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  const written = `${year}-${month}-${day}`;
  const at = Date.parse(`${written}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(written);
}

function mapped(value: string | null, map: (text: string) => string): string | null {
  return value === null ? null : map(value);
}

/** `17.0`, as spreadsheets write it, is 17. */
function wholeNumber(text: string): string {
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text;
}

/** A day as YYYYMMDD, also where it is written as 1880-01-16, with or without a time. */
function dateText(text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:[T ].*)?$/.exec(text) ?? [];
  return year === undefined ? wholeNumber(text) : `${year}${month}${day}`;
}

function textIn(column: string | undefined, cell: (name: string) => string): string | null {
  const text = column === undefined ? '' : cell(column);
  return text.trim() === '' ? null : text;
}

function cellOf(text: string): Cell {
  if (/^(?:1(?:\.0+)?|true)$/i.test(text)) return 1;
  if (/^(?:0(?:\.0+)?|false)$/i.test(text)) return 0;
  return null;
}

function invalid(file: string, message: string, line: number | null): QuadratError {
  return new QuadratError('invalid-format', message, {
    file,
    ...(line === null ? {} : { line }),
    next: 'The columns are ID, Date, Time_Period, Weather_Type, Article and one for each of the six labels, such as "Human Health Impact".',
  });
}
