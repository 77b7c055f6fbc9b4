import { QuadratError } from '../../core/index.ts';
import { readCsv } from '../../data/csv.ts';
import { readJsonLines } from '../../data/jsonl.ts';

/** The columns that a file of printed values must have. */
const REQUIRED = ['table', 'task', 'model', 'metric', 'value', 'scale', 'source'] as const;
const OPTIONAL = ['protocol', 'slice'] as const;
export type PrintedColumn = (typeof REQUIRED)[number] | (typeof OPTIONAL)[number];

/** The cells of one row, without white space around them; an absent one is empty. */
export interface PrintedCells {
  readonly line: number;
  readonly cell: (column: PrintedColumn) => string;
}

/** What a file of printed values holds, before any cell is understood. */
export interface CellTable {
  readonly rows: readonly PrintedCells[];
  /** Columns that are not known here. */
  readonly unread: readonly string[];
}

/**
 * Reads a file of printed values: CSV, or JSON Lines where its name ends in `.jsonl` or its first character is `{`.
 *
 * @param onFault takes the fault of a row, which is then left out
 * @throws QuadratError `invalid-csv` for a file that is none, `invalid-format` for one without a required column
 */
export function readCells(text: string, file: string, onFault: (fault: QuadratError) => void): CellTable {
  const lines = /\.jsonl(\.gz)?$/i.test(file) || text.trimStart().startsWith('{');
  return lines ? fromJsonLines(text, file, onFault) : fromCsv(text, file, onFault);
}

function fromCsv(text: string, file: string, onFault: (fault: QuadratError) => void): CellTable {
  const { columns, rows } = readCsv(text, file, { onFault });
  const absent = REQUIRED.filter((name) => !columns.includes(name));
  if (absent.length > 0) {
    throw new QuadratError('invalid-format', `the file has no column ${absent.join(', ')}`, {
      file,
      line: 1,
      next: `The first row names the columns ${REQUIRED.join(',')}; ${OPTIONAL.join(' and ')} may follow.`,
    });
  }
  return {
    rows: rows.map(({ line, cells }) => ({ line, cell: (column) => (cells.get(column) ?? '').trim() })),
    unread: columns.filter(isUnread),
  };
}

function fromJsonLines(text: string, file: string, onFault: (fault: QuadratError) => void): CellTable {
  const unread = new Set<string>();
  const rows = readJsonLines(text, file, onFault).flatMap(({ line, value }): PrintedCells[] => {
    const wrong = (what: string, next: string) =>
      onFault(new QuadratError('invalid-format', what, { file, line, next }));
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      wrong('the line is no object', `A line is {"${REQUIRED.join('": …, "')}": …}.`);
      return [];
    }
    const cells = new Map<string, unknown>(Object.entries(value));
    for (const name of cells.keys()) if (isUnread(name)) unread.add(name);
    const other = [...cells].find(
      ([name, cell]) => !isUnread(name) && cell !== null && typeof cell !== 'string',
    );
    if (other !== undefined) {
      wrong(
        `\`${other[0]}\` is no text`,
        'Write every value in quotes; a number without them loses its last zeros, and with them its places.',
      );
      return [];
    }
    return [{ line, cell: (column) => String(cells.get(column) ?? '').trim() }];
  });
  return { rows, unread: [...unread] };
}

function isUnread(name: string): boolean {
  return ![...REQUIRED, ...OPTIONAL].some((known) => known === name);
}
