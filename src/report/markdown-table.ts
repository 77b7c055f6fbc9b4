import { markdownText } from './safe.ts';
import type { Table, TableCell } from './table.ts';

export interface MarkdownColumn {
  /** Written by us; not escaped. */
  readonly header: string;
  readonly align?: 'left' | 'right';
}

/**
 * A Markdown table. Cells are taken as they are: escape texts from outside first.
 *
 * @returns lines without a line end; none where there is no row
 */
export function markdownTable(
  columns: readonly MarkdownColumn[],
  rows: readonly (readonly string[])[],
): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns.map(({ header }) => header)),
    line(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
    ...rows.map((row) => line(columns.map((_, at) => row[at] ?? ''))),
  ];
}

/** A table of raw texts as Markdown: everything is escaped, what has a tone is bold. */
export function printMarkdownTable({ columns, rows }: Table): string[] {
  return markdownTable(
    columns.map(({ header, align }) => ({
      header: markdownText(header),
      ...(align === undefined ? {} : { align }),
    })),
    rows.map((row) => row.map(cell)),
  );
}

function cell({ text, tone }: TableCell): string {
  const safe = markdownText(text);
  return tone === undefined || safe === '' ? safe : `**${safe}**`;
}
