import type { Interval, Protocol, Unit } from '../core/index.ts';
import { printMarkdownTable } from './markdown-table.ts';
import { formatCount, formatFixed, formatValue, formatWithInterval, NO_VALUE } from './number.ts';
import { newRemarks } from './remarks.ts';
import { markdownText, safeLine } from './safe.ts';
import { createStyle } from './style.ts';
import { assemble, type Part, type TableCell } from './table.ts';
import { printTable, tablePrints } from './terminal-table.ts';
import { wrap } from './width.ts';

/** A value that the authors published. */
export interface AuthorsValue {
  readonly value: number;
  /** Table of the paper, file of the repository, … */
  readonly source: string;
}

/** A measure under a protocol: one column of the table. */
export interface ReproduceColumn {
  readonly measure: string;
  readonly protocol: Protocol;
  readonly unit: Unit;
  /** `linear`, `binary`, …; absent where the measure has no gain. */
  readonly gain?: string;
  /** Decimal places; by default those of the unit. */
  readonly places?: number;
}

/** Our value of one column, the authors' beside it. */
export interface ReproduceCell {
  /** Null: no value; the faults of the row say why. */
  readonly value: number | null;
  readonly n: number | null;
  readonly interval: Interval | null;
  /** The authors' value, or that no file holds one. */
  readonly authors: AuthorsValue | 'none held';
  /** Why the two differ. */
  readonly explanation?: string;
}

/** Something wrong with a published file. */
export interface ReproduceFault {
  readonly code: string;
  /** The protocol that refuses it; null for all. */
  readonly protocol: Protocol | null;
  readonly message: string;
}

/** One published output, scored. */
export interface ReproduceRow {
  readonly set: string;
  readonly method: string;
  /** One a column, in the order of the columns. */
  readonly cells: readonly ReproduceCell[];
  readonly faults: readonly ReproduceFault[];
}

/** What `reproduce` prints: published outputs with our values and the authors', faults marked. */
export interface ReproduceTable {
  readonly title: string;
  readonly columns: readonly ReproduceColumn[];
  /** No output is at hand: the cells have the authors' values alone. */
  readonly authorsOnly?: boolean;
  readonly rows: readonly ReproduceRow[];
  /** Sentences under the table: what was absent, what has no entry, what the intervals are. */
  readonly notes: readonly string[];
}

/** Values that are this near are the same; the bound that all metrics are held to. */
export const SAME = 1e-9;

export interface ReproduceOptions {
  readonly times100?: boolean;
}

/** The table for a terminal; measures that do not fit beside the others follow in a table below. */
export function reproduceTerminal(
  table: ReproduceTable,
  options: ReproduceOptions & { readonly color: boolean; readonly width: number },
): string {
  const style = createStyle(options.color);
  const print = { width: options.width, style };
  const { names, measures, remarks } = lay(table, options);
  // Names of rows stay whole where more than one measure stands in a table.
  const whole = names.map(({ column, cells }) => ({ column: { ...column, wraps: false }, cells }));
  const tables: Part[][] = [];
  for (const measure of measures) {
    const beside = tables.at(-1) ?? [];
    const fits = tablePrints(assemble([...whole, ...beside, ...measure], table.rows.length), print);
    if (beside.length > 0 && fits) tables.splice(-1, 1, [...beside, ...measure]);
    else tables.push([...measure]);
  }
  const lines = [
    ...wrap(safeLine(table.title), options.width).map(style.bold),
    ...(table.rows.length === 0 ? [] : tables).flatMap((parts) => [
      ...printTable(assemble([...names, ...parts], table.rows.length), print),
      '',
    ]),
    ...[...remarks, ...table.notes].flatMap((line) => wrap(safeLine(line), options.width)),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The table as Markdown, with a title of the second level. */
export function reproduceMarkdown(table: ReproduceTable, options: ReproduceOptions = {}): string {
  const { names, measures, remarks } = lay(table, options);
  const body = assemble([...names, ...measures.flat()], table.rows.length);
  const list = [...remarks, ...table.notes].map((line) => `- ${markdownText(line)}`);
  const blocks = [
    `## ${markdownText(table.title)}`,
    ...(table.rows.length === 0 ? [] : [printMarkdownTable(body).join('\n')]),
    ...(list.length === 0 ? [] : [list.join('\n')]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

interface Layout {
  /** Columns that name a row. */
  readonly names: readonly Part[];
  /** Columns of each measure: ours, the authors'. */
  readonly measures: readonly (readonly Part[])[];
  /** What the marks `[1]`, `[2]`, … point to. */
  readonly remarks: readonly string[];
}

function lay(table: ReproduceTable, options: ReproduceOptions): Layout {
  const { mark, lines } = newRemarks();
  const nameOf = ({ set, method }: ReproduceRow) => `${set}/${method}`;
  const countOf = ({ cells }: ReproduceRow) => cells.find((cell) => cell.n !== null)?.n ?? null;
  const each = (read: (row: ReproduceRow) => TableCell) => table.rows.map(read);
  const ours = table.authorsOnly !== true;
  const names: Part[] = [
    { column: { header: 'set', wraps: true }, cells: each(({ set }) => ({ text: set })) },
    {
      column: { header: 'method', wraps: true },
      cells: each((row) => {
        const marks = faultWords(row.faults).map((words) => mark(words, nameOf(row)));
        return marks.length === 0
          ? { text: row.method }
          : { text: `${row.method} ${marks.join('')}`, tone: 'warn' };
      }),
    },
    ...(ours
      ? [
          {
            column: { header: 'n', align: 'right' as const },
            cells: each((row) => ({ text: countText(countOf(row)) })),
          },
        ]
      : []),
  ];
  const measures = table.columns.map((column, at): Part[] => [
    ...(ours
      ? [
          {
            column: { header: columnName(column) },
            cells: each((row) => ({ text: ourText(row.cells[at], countOf(row), column, options) })),
          },
        ]
      : []),
    {
      column: { header: ours ? 'authors’ value' : columnName(column), wraps: true },
      cells: each((row) => {
        const cell = row.cells[at];
        if (cell === undefined) return { text: '' };
        const why =
          cell.explanation === undefined
            ? ''
            : ` ${mark(`${columnName(column)}: ${cell.explanation}`, nameOf(row))}`;
        return authorsCell(cell, column, options, why);
      }),
    },
  ]);
  const signs = new Set(
    table.rows.flatMap(({ cells }) => table.columns.map((column, at) => agreement(cells[at], column))),
  );
  return {
    names,
    measures,
    remarks: [
      ...lines(),
      ...(signs.has('=') ? [`= says that our value and the authors’ are the same to ${SAME}.`] : []),
      ...(signs.has('≈') ? ['≈ says that they are the same as far as the authors’ is printed.'] : []),
      ...sourcesOf(table).map((source) => `Authors’ values: ${source}.`),
    ],
  };
}

function sourcesOf({ rows }: ReproduceTable): string[] {
  const held = rows.flatMap(({ cells }) =>
    cells.flatMap(({ authors }) => (authors === 'none held' ? [] : authors.source)),
  );
  return [...new Set(held)];
}

/** `ndcg@10 (paper, linear gain)` */
function columnName({ measure, protocol, gain }: ReproduceColumn): string {
  return `${measure} (${protocol}${gain === undefined ? '' : `, ${gain} gain`})`;
}

function valueOptions(column: ReproduceColumn, options: ReproduceOptions) {
  return {
    ...(options.times100 === undefined ? {} : { times100: options.times100 }),
    ...(column.places === undefined ? {} : { places: column.places }),
  };
}

const countText = (n: number | null) => (n === null ? '' : formatCount(n));

function ourText(
  cell: ReproduceCell | undefined,
  n: number | null,
  column: ReproduceColumn,
  options: ReproduceOptions,
): string {
  if (cell === undefined) return NO_VALUE;
  const text = formatWithInterval(cell.value, cell.interval, column.unit, valueOptions(column, options));
  return cell.n === null || cell.n === n ? text : `${text} (n ${formatCount(cell.n)})`;
}

/** How the authors' value agrees with ours: the same, the same as far as it is printed, or not. */
function agreement(cell: ReproduceCell | undefined, column: ReproduceColumn): '=' | '≈' | null {
  if (cell === undefined || cell.authors === 'none held' || cell.value === null) return null;
  const { value, authors } = cell;
  if (Math.abs(value - authors.value) <= SAME) return '=';
  const { places, unit } = column;
  if (places === undefined) return null;
  return formatValue(value, unit, { places }) === formatValue(authors.value, unit, { places }) ? '≈' : null;
}

function authorsCell(
  cell: ReproduceCell,
  column: ReproduceColumn,
  options: ReproduceOptions,
  why: string,
): TableCell {
  const { value, authors } = cell;
  if (authors === 'none held') return { text: `none held${why}` };
  const theirs = formatValue(authors.value, column.unit, valueOptions(column, options));
  if (value === null) return { text: `${theirs}${why}` };
  const sign = agreement(cell, column);
  if (sign !== null) return { text: `${theirs} ${sign}${why}` };
  const scale = options.times100 === true && column.unit === 'proportion' ? 100 : 1;
  const difference = (value - authors.value) * scale;
  const amount = Math.abs(difference) < 1e-4 ? difference.toExponential(1) : formatFixed(difference, 4);
  const text = `${theirs} (${difference > 0 ? '+' : ''}${amount})${why}`;
  // What no one has explained stands out.
  return why === '' ? { text, tone: 'bad' } : { text };
}

/** The faults of a row in words; one that several protocols find stands once. */
function faultWords(faults: readonly ReproduceFault[]): string[] {
  const protocols = new Map<string, (Protocol | null)[]>();
  for (const { code, message, protocol } of faults) {
    const key = `${message} [${code}]`;
    protocols.set(key, [...(protocols.get(key) ?? []), protocol]);
  }
  return [...protocols].map(([words, by]) =>
    by.includes(null) ? `${words}, no protocol scores it` : `${words}, refused by ${by.join(', ')}`,
  );
}
