import type { Interval, Protocol, Unit } from '../core/index.ts';
import { printMarkdownTable } from './markdown-table.ts';
import { formatCount, formatFixed, formatValue, formatWithInterval, NO_VALUE } from './number.ts';
import { markdownText, safeLine } from './safe.ts';
import { createStyle } from './style.ts';
import type { Table, TableCell } from './table.ts';
import { printTable } from './terminal-table.ts';
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
  readonly rows: readonly ReproduceRow[];
  /** Sentences under the table: what was absent, what has no entry, what the intervals are. */
  readonly notes: readonly string[];
}

export interface ReproduceOptions {
  readonly times100?: boolean;
}

/** The table for a terminal. */
export function reproduceTerminal(
  table: ReproduceTable,
  options: ReproduceOptions & { readonly color: boolean; readonly width: number },
): string {
  const style = createStyle(options.color);
  const { body, remarks } = lay(table, options);
  const lines = [
    ...wrap(safeLine(table.title), options.width).map(style.bold),
    ...printTable(body, { width: options.width, style }),
    ...[...remarks, ...table.notes].flatMap((line) => wrap(safeLine(line), options.width)),
  ];
  return `${lines.join('\n')}\n`;
}

/** The table as Markdown, with a title of the second level. */
export function reproduceMarkdown(table: ReproduceTable, options: ReproduceOptions = {}): string {
  const { body, remarks } = lay(table, options);
  const list = [...remarks, ...table.notes].map((line) => `- ${markdownText(line)}`);
  const blocks = [
    `## ${markdownText(table.title)}`,
    ...(table.rows.length === 0 ? [] : [printMarkdownTable(body).join('\n')]),
    ...(list.length === 0 ? [] : [list.join('\n')]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The table of raw texts, and the remarks that its marks `[1]`, `[2]`, … point to. */
function lay(table: ReproduceTable, options: ReproduceOptions): { body: Table; remarks: string[] } {
  const remarks: string[] = [];
  const mark = (remark: string) => `[${remarks.push(`[${remarks.length + 1}] ${remark}`)}]`;
  const compared = table.columns.map((_, at) =>
    table.rows.some(({ cells }) => cells[at] !== undefined && cells[at].authors !== 'none held'),
  );
  const rows = table.rows.map((row): TableCell[] => {
    const name = `${row.set}/${row.method}`;
    const marks = row.faults.map((fault) => mark(faultWords(name, fault)));
    const n = row.cells.find((cell) => cell.n !== null)?.n ?? null;
    return [
      { text: row.set },
      marks.length === 0 ? { text: row.method } : { text: `${row.method} ${marks.join('')}`, tone: 'warn' },
      { text: n === null ? '' : formatCount(n) },
      ...table.columns.flatMap((column, at) => {
        const cell = row.cells[at];
        const ours = { text: cell === undefined ? NO_VALUE : ourText(cell, n, column, options) };
        if (compared[at] !== true || cell === undefined)
          return compared[at] === true ? [ours, { text: '' }] : [ours];
        const why =
          cell.explanation === undefined ? '' : mark(`${name}, ${columnName(column)}: ${cell.explanation}`);
        return [ours, authorsCell(cell, column, options, why)];
      }),
      ...(compared.includes(true) ? [] : [{ text: 'none held' }]),
    ];
  });
  return {
    body: {
      columns: [
        { header: 'set', wraps: true },
        { header: 'method', wraps: true },
        { header: 'n', align: 'right' },
        ...table.columns.flatMap((column, at) => [
          { header: columnName(column), wraps: true },
          ...(compared[at] === true ? [{ header: 'authors’ value (difference)', wraps: true }] : []),
        ]),
        ...(compared.includes(true) ? [] : [{ header: 'authors’ value', wraps: true }]),
      ],
      rows,
    },
    remarks,
  };
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

function ourText(
  cell: ReproduceCell,
  n: number | null,
  column: ReproduceColumn,
  options: ReproduceOptions,
): string {
  const text = formatWithInterval(cell.value, cell.interval, column.unit, valueOptions(column, options));
  return cell.n === null || cell.n === n ? text : `${text} (n ${formatCount(cell.n)})`;
}

function authorsCell(
  { value, authors }: ReproduceCell,
  column: ReproduceColumn,
  options: ReproduceOptions,
  why: string,
): TableCell {
  if (authors === 'none held') return { text: `none held ${why}`.trimEnd() };
  const format = valueOptions(column, options);
  const theirs = formatValue(authors.value, column.unit, format);
  if (value === null) return { text: `${theirs} ${why}`.trimEnd() };
  const scale = options.times100 === true && column.unit === 'proportion' ? 100 : 1;
  const difference = (value - authors.value) * scale;
  const text = `${theirs} (${differenceText(difference)}; ${authors.source}) ${why}`.trimEnd();
  // What is printed equal is equal as far as the published value goes.
  return formatValue(value, column.unit, format) === theirs || why !== '' ? { text } : { text, tone: 'bad' };
}

function differenceText(difference: number): string {
  if (difference === 0) return '0';
  const text = Math.abs(difference) < 1e-4 ? difference.toExponential(1) : formatFixed(difference, 4);
  return difference > 0 ? `+${text}` : text;
}

function faultWords(name: string, { code, protocol, message }: ReproduceFault): string {
  return `${name}: ${message} [${code}], ${protocol === null ? 'no protocol scores it' : `refused by ${protocol}`}`;
}
