import { displayWidth, pad, wholeParts, wrap } from './width.ts';

export interface Column {
  /** Broken over lines where that makes the table fit. */
  readonly header: string;
  readonly align?: 'left' | 'right';
  /** The column may be narrowed; its text is then broken over lines. */
  readonly wraps?: boolean;
  /** A narrowed column keeps words of up to {@link WHOLE_NAME} columns whole; a name may be broken after `/`. */
  readonly names?: boolean;
}

/** A text that is safe to print, and how it is painted once it has its place. */
export type Cell = string | { readonly text: string; readonly paint: (text: string) => string };

export interface TableOptions {
  /** Columns of the terminal. */
  readonly width: number;
  /** Spaces before every line. */
  readonly indent?: number;
  /** Paints header and rule. */
  readonly dim?: (text: string) => string;
}

const GAP = 2;
/** A wrapping column keeps words of up to this many columns whole; of fewer where the table would not fit. */
const WHOLE_WORDS = [24, 16, 10];
/** A column of names keeps words of up to this many columns whole. */
const WHOLE_NAME = 32;

/**
 * A table for a terminal. It never is wider than asked: headers and wrapping columns are broken over lines, and where
 * that is not enough every row becomes a block of `header value` lines, without those that have no value. Nothing is cut off. A no-break space keeps words
 * on one line and is printed as a space.
 *
 * @param rows as many cells each as there are columns
 * @returns lines without a line end
 */
export function textTable(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  options: TableOptions,
): string[] {
  const indent = ' '.repeat(options.indent ?? 0);
  const room = Math.max(1, options.width - indent.length);
  const finish = (line: string) => (indent + line).replaceAll('\u00a0', ' ').trimEnd();
  const dim = options.dim ?? ((text: string) => text);
  const widths = columnWidths(columns, rows, room);
  if (widths === undefined) return stacked(columns, rows, room, dim).map(finish);
  const header = layRow(
    columns,
    columns.map(({ header }) => ({ text: header, paint: dim })),
    widths,
  );
  const rule = dim(widths.map((width) => '─'.repeat(width)).join(' '.repeat(GAP)));
  const body = rows.flatMap((row) => layRow(columns, row, widths));
  return [...header, rule, ...body].map(finish);
}

const textOf = (cell: Cell | undefined) => (typeof cell === 'object' ? cell.text : (cell ?? ''));
const paintOf = (cell: Cell | undefined) => (typeof cell === 'object' ? cell.paint : (text: string) => text);
const widest = (texts: readonly string[]) => Math.max(0, ...texts.map(displayWidth));

/** Whether the table can stand as a table in this width. */
export function tableFits(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { width, indent = 0 }: TableOptions,
): boolean {
  return columnWidths(columns, rows, width - indent) !== undefined;
}

/** Widths of the columns, or undefined where the table cannot be made so narrow. */
function columnWidths(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  room: number,
): number[] | undefined {
  const available = room - GAP * (columns.length - 1);
  const bounds = WHOLE_WORDS.map((word) =>
    columns.map((column, at) =>
      boundsOf(
        column,
        rows.map((row) => textOf(row[at])),
        word,
      ),
    ),
  ).find((candidate) => sum(candidate.map(({ least }) => least)) <= available);
  if (bounds === undefined) return undefined;
  const widths = bounds.map(({ natural }) => natural);
  for (let surplus = sum(widths) - available; surplus > 0; ) {
    // Take from the column with the most to give, down to the second most, so that few steps are needed.
    const slack = widths.map((width, at) => width - (bounds[at]?.least ?? width));
    const most = Math.max(...slack);
    const at = slack.indexOf(most);
    const second = Math.max(0, ...slack.filter((_, other) => other !== at));
    const step = Math.min(surplus, Math.max(1, most - second));
    widths[at] = (widths[at] ?? 0) - step;
    surplus -= step;
  }
  return widths;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

function boundsOf(
  { header, wraps, names }: Column,
  texts: readonly string[],
  wholeWord: number,
): { natural: number; least: number } {
  let longest = 0;
  let word = 0;
  for (const text of texts) {
    longest = Math.max(longest, widest(text.split('\n')));
    word = Math.max(word, widest(names === true ? wholeParts(text) : text.split(/[ \n]/)));
  }
  const natural = Math.max(longest, displayWidth(header));
  // A no-break space asks for a whole line, however long.
  const bound = texts.some((text) => text.includes('\u00a0'))
    ? word
    : Math.min(word, names === true ? WHOLE_NAME : wholeWord);
  const least = Math.max(widest(header.split(' ')), wraps === true ? bound : longest);
  return { natural, least: Math.min(natural, least) };
}

function layRow(columns: readonly Column[], row: readonly Cell[], widths: readonly number[]): string[] {
  const cells = widths.map((width, at) => wrap(textOf(row[at]), width));
  const height = Math.max(1, ...cells.map((lines) => lines.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map((lines, at) => {
        const text = lines[line] ?? '';
        const space = ' '.repeat(Math.max(0, (widths[at] ?? 0) - displayWidth(text)));
        const painted = paintOf(row[at])(text);
        return columns[at]?.align === 'right' ? space + painted : painted + space;
      })
      .join(' '.repeat(GAP)),
  );
}

function stacked(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  room: number,
  dim: (text: string) => string,
): string[] {
  const label = Math.min(widest(columns.map(({ header }) => header)), Math.max(4, Math.floor(room / 2) - 1));
  return rows.flatMap((row, number) => [
    ...(number === 0 ? [] : ['']),
    ...columns.flatMap(({ header }, at) => {
      if (textOf(row[at]) === '') return [];
      const names = wrap(header, label);
      const values = wrap(textOf(row[at]), Math.max(1, room - label - 1));
      return Array.from(
        { length: Math.max(names.length, values.length) },
        (_, line) => `${dim(pad(names[line] ?? '', label))} ${paintOf(row[at])(values[line] ?? '')}`,
      );
    }),
  ]);
}
