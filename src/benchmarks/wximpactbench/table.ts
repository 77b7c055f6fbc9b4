import { QuadratError } from '../../core/index.ts';
import { type CsvRow, readCsv } from '../../data/csv.ts';
import { type Cell, type Cells, LABELS, type Label } from './labels.ts';

/** One row of a file with labels: gold or predictions. */
export interface LabelRow {
  /** The line of the file, counted from 1. */
  readonly line: number;
  /** The index in the full released file, counted from 0: the column `row` if there is one, else the place in this file. */
  readonly index: number;
  readonly id: string;
  /** YYYYMMDD; null where the file has no such column. */
  readonly date: string | null;
  readonly period: string | null;
  readonly weather: string;
  /** Null where the file has no texts. */
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

/**
 * Reads a CSV file with an `ID` and the six label columns.
 *
 * @param what `gold` takes only 0, 1 and blank cells; in `predictions` everything else is a missing judgement
 * @throws QuadratError `invalid-csv`, `invalid-format`
 */
export function readLabelTable(text: string, file: string, what: 'gold' | 'predictions'): LabelRow[] {
  const table = readCsv(text, file);
  const columns = new Map<Column, string>();
  for (const name of table.columns) {
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
  return table.rows.map((row, place) => readRow(row, place, columns, file, what));
}

function readRow(
  { line, cells }: CsvRow,
  place: number,
  columns: ReadonlyMap<Column, string>,
  file: string,
  what: 'gold' | 'predictions',
): LabelRow {
  const at = (column: Column): string | null => {
    const name = columns.get(column);
    return name === undefined ? null : (cells.get(name) ?? '').trim();
  };
  const id = wholeNumber(at('id') ?? '');
  if (id === '') throw invalid(file, 'the row has no ID', line);
  const row = at('row');
  const index = row === null ? place : Number(wholeNumber(row));
  if (!Number.isSafeInteger(index) || index < 0)
    throw invalid(file, `the row index ${row} is no number`, line);
  return {
    line,
    index,
    id,
    date: mapped(at('date'), wholeNumber),
    period: at('period'),
    weather: at('weather') ?? '',
    text: columns.has('text') ? (cells.get(columns.get('text') ?? '') ?? '') : null,
    cells: LABELS.map((label) => {
      const written = at(label) ?? '';
      const cell = cellOf(written);
      if (what === 'gold' && cell === null && written !== '')
        throw invalid(file, `the gold label ${label} is "${written}", not 0 or 1`, line);
      return cell;
    }),
    model: at('model'),
  };
}

function mapped(value: string | null, map: (text: string) => string): string | null {
  return value === null ? null : map(value);
}

/** `17.0`, as spreadsheets write it, is 17. */
function wholeNumber(text: string): string {
  return /^\d+\.0+$/.test(text) ? text.slice(0, text.indexOf('.')) : text;
}

function cellOf(text: string): Cell {
  if (/^(?:1(?:\.0+)?|true)$/i.test(text)) return 1;
  if (/^(?:0(?:\.0+)?|false)$/i.test(text)) return 0;
  return null;
}

function invalid(file: string, message: string, line: number): QuadratError {
  return new QuadratError('invalid-format', message, {
    file,
    line,
    next: 'The columns are ID, Date, Time_Period, Weather_Type, Article and one for each of the six labels, such as "Human Health Impact".',
  });
}
