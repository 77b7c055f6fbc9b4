import { safeLine } from './safe.ts';
import type { Style } from './style.ts';
import type { Table, Tone } from './table.ts';
import { type Cell, type Column, tableFits, textTable } from './text-table.ts';

export interface PrintOptions {
  /** Columns of the terminal. */
  readonly width: number;
  readonly style: Style;
  /** Spaces before every line. */
  readonly indent?: number;
}

/** How a tone looks in a terminal. */
export function painter(style: Style, tone: Tone | undefined): (text: string) => string {
  switch (tone) {
    case 'strong':
      return style.bold;
    case 'warn':
      return style.yellow;
    case 'bad':
      return style.red;
    case undefined:
      return (text) => text;
  }
}

/** A table as safe lines for a terminal. */
export function printTable(table: Table, { width, style, indent = 0 }: PrintOptions): string[] {
  const { columns, rows } = printable(table, style);
  return textTable(columns, rows, { width, indent, dim: style.dim });
}

/** Whether {@link printTable} can keep a table a table in this width. */
export function tablePrints(table: Table, { width, style, indent = 0 }: PrintOptions): boolean {
  const { columns, rows } = printable(table, style);
  return tableFits(columns, rows, { width, indent });
}

function printable({ columns, rows }: Table, style: Style): { columns: Column[]; rows: Cell[][] } {
  return {
    columns: columns.map((column) => ({ ...column, header: safeLine(column.header) })),
    rows: rows.map((row) =>
      row.map(({ text, tone }) => ({ text: safeLine(text), paint: painter(style, tone) })),
    ),
  };
}
