import type { Protocol } from '../core/index.ts';
import { printMarkdownTable } from './markdown-table.ts';
import { formatCount, formatValue, formatWithInterval } from './number.ts';
import { newRemarks } from './remarks.ts';
import {
  cellAgreement,
  derivedOf,
  differenceText,
  heldIn,
  isUndefined,
  NOT_EXPLAINED,
  NOTHING,
  type ReproduceCell,
  type ReproduceColumn,
  type ReproduceFault,
  type ReproduceRow,
  type ReproduceTable,
  SAME,
  withoutEmpty,
} from './reproduce-cells.ts';
import { markdownText, safeLine } from './safe.ts';
import { createStyle } from './style.ts';
import { assemble, type Part, type TableCell } from './table.ts';
import { printTable, tablePrints } from './terminal-table.ts';
import { wrap } from './width.ts';

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
  const { rows, names, measures, remarks } = lay(table, options);
  // Names of rows stay whole where more than one measure stands in a table.
  const whole = names.map(({ column, cells }) => ({ column: { ...column, wraps: false }, cells }));
  const tables: Part[][] = [];
  for (const measure of measures) {
    const beside = tables.at(-1) ?? [];
    const fits = tablePrints(assemble([...whole, ...beside, ...measure], rows), print);
    if (beside.length > 0 && fits) tables.splice(-1, 1, [...beside, ...measure]);
    else tables.push([...measure]);
  }
  // A row stands in the tables in which it has something.
  const block = (parts: readonly Part[]) => {
    const filled = Array.from({ length: rows }, (_, row) => row).filter((row) =>
      parts.some(({ cells }) => (cells[row]?.text ?? '') !== ''),
    );
    const whole = assemble([...names, ...parts], rows);
    return { ...whole, rows: whole.rows.filter((_, row) => filled.includes(row)) };
  };
  const lines = [
    ...wrap(safeLine(table.title), options.width).map(style.bold),
    ...(rows === 0 ? [] : tables).flatMap((parts) => [...printTable(block(parts), print), '']),
    ...[...remarks, ...table.notes].flatMap((line) => wrap(safeLine(line), options.width)),
  ];
  return `${lines.join('\n').trimEnd()}\n`;
}

/** The table as Markdown, with a title of the second level. */
export function reproduceMarkdown(table: ReproduceTable, options: ReproduceOptions = {}): string {
  const { rows, names, measures, remarks } = lay(table, options);
  const body = assemble([...names, ...measures.flat()], rows);
  const list = [...remarks, ...table.notes].map((line) => `- ${markdownText(line)}`);
  const blocks = [
    `## ${markdownText(table.title)}`,
    ...(rows === 0 ? [] : [printMarkdownTable(body).join('\n')]),
    ...(list.length === 0 ? [] : [list.join('\n')]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

interface Layout {
  readonly rows: number;
  /** Columns that name a row. */
  readonly names: readonly Part[];
  /** Columns of each measure: ours, the authors'. */
  readonly measures: readonly (readonly Part[])[];
  /** What the marks `[1]`, `[2]`, … point to. */
  readonly remarks: readonly string[];
}

function lay(given: ReproduceTable, options: ReproduceOptions): Layout {
  const table = withoutEmpty(given);
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
  const without = table.columns.filter((_, at) => heldIn(table, at).length === 0);
  const measures = table.columns.map((column, at): Part[] => {
    const own: Part = {
      column: { header: columnName(column) },
      cells: each((row) => ({ text: ourText(row, at, countOf(row), column, options) })),
    };
    if (without.includes(column)) return [own];
    const theirs: Part = {
      column: { header: ours ? theirHeader(table, at) : columnName(column), wraps: true },
      cells: each((row) => {
        const cell = row.cells[at];
        if (cell === undefined || isUndefined(row, cell)) return { text: '' };
        const why =
          cell.explanation === undefined
            ? ''
            : ` ${mark(`${columnName(column)}: ${cell.explanation}`, nameOf(row))}`;
        return authorsCell(cell, column, options, why);
      }),
    };
    return ours ? [own, theirs] : [theirs];
  });
  const signs = new Set(
    table.rows.flatMap(({ cells }) => table.columns.map((column, at) => cellAgreement(cells[at], column))),
  );
  return {
    rows: table.rows.length,
    names,
    measures,
    remarks: [
      ...lines(),
      ...(signs.has('=') ? [`= says that our value and the authors’ are the same to ${SAME}.`] : []),
      ...(signs.has('≈') ? ['≈ says that they are the same as far as the authors’ is given.'] : []),
      ...table.columns.flatMap((column, at) =>
        derivedOf(table, at).map((words) => `${columnName(column)}, authors’ value: ${words}.`),
      ),
      ...sourcesOf(table).map((source) => `Authors’ values: ${source}.`),
      ...(without.length === 0 || table.rows.length === 0
        ? []
        : [
            `Authors’ values: none held${without.length === table.columns.length ? '' : ` for ${without.map(columnName).join(', ')}`}.`,
          ]),
    ],
  };
}

function theirHeader(table: ReproduceTable, at: number): string {
  const [derived] = derivedOf(table, at);
  return derived !== undefined && heldIn(table, at).every((held) => held.derived === derived)
    ? derived
    : 'authors’ value';
}

function sourcesOf({ rows }: ReproduceTable): string[] {
  const held = rows.flatMap(({ cells }) =>
    cells.flatMap(({ authors }) => (authors === 'none held' ? [] : authors.source)),
  );
  return [...new Set(held)];
}

/** `ndcg@10 (paper, linear gain)` */
export function columnName({ measure, protocol, gain }: ReproduceColumn): string {
  return `${measure} (${protocol}${gain === undefined ? '' : `, ${gain} gain`})`;
}

function valueOptions({ places, unit }: ReproduceColumn, { times100 }: ReproduceOptions) {
  // A proportion × 100 has two of its places before the point.
  const moved = times100 === true && unit === 'proportion' ? 2 : 0;
  return {
    ...(times100 === undefined ? {} : { times100 }),
    ...(places === undefined ? {} : { places: Math.max(0, places - moved) }),
  };
}

const countText = (n: number | null) => (n === null ? '' : formatCount(n));

function ourText(
  row: ReproduceRow,
  at: number,
  n: number | null,
  column: ReproduceColumn,
  options: ReproduceOptions,
): string {
  const cell = row.cells[at] ?? NOTHING;
  if (isUndefined(row, cell)) return '';
  const text = formatWithInterval(cell.value, cell.interval, column.unit, valueOptions(column, options));
  return cell.n === null || cell.n === n ? text : `${text} (n ${formatCount(cell.n)})`;
}

function authorsCell(
  cell: ReproduceCell,
  column: ReproduceColumn,
  options: ReproduceOptions,
  why: string,
): TableCell {
  const { value, authors, explanation } = cell;
  if (authors === 'none held') return { text: `none held${why}` };
  const theirs = formatValue(authors.value, column.unit, valueOptions(column, options));
  if (value === null) return { text: `${theirs}${why}` };
  const sign = cellAgreement(cell, column);
  if (sign !== null) return { text: `${theirs} ${sign}${why}` };
  const text = `${theirs} (${differenceText(value - authors.value, column.unit, options.times100)})${why}`;
  // What no one has explained stands out.
  const known = explanation !== undefined && !explanation.startsWith(NOT_EXPLAINED);
  return known ? { text } : { text, tone: 'bad' };
}

/** The faults of a row in words; one that several protocols find stands once. */
export function faultWords(faults: readonly ReproduceFault[]): string[] {
  const protocols = new Map<string, (Protocol | null)[]>();
  for (const { code, message, protocol } of faults) {
    const key = `${message} [${code}]`;
    protocols.set(key, [...(protocols.get(key) ?? []), protocol]);
  }
  return [...protocols].map(([words, by]) =>
    by.includes(null) ? `${words}, no protocol scores it` : `${words}, refused by ${by.join(', ')}`,
  );
}
