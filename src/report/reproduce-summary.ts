import type { HeldOutput, Protocol, PublishedOutputs, Unit } from '../core/index.ts';
import {
  cellAgreement,
  NOT_EXPLAINED,
  type ReproduceCell,
  type ReproduceColumn,
  type ReproduceRow,
  type ReproduceTable,
} from './reproduce-cells.ts';

/** A value of the authors that ours is not, or beside which we have none. */
export interface ReproduceDifference {
  /** The table among several; null: there is one. */
  readonly table: string | null;
  readonly set: string;
  readonly method: string;
  readonly measure: string;
  readonly protocol: Protocol;
  readonly unit: Unit;
  /** Null: we have no value. */
  readonly value: number | null;
  readonly authors: number;
  /** Ours minus the authors'. */
  readonly difference: number | null;
  readonly explanation: string;
}

/** How the values of one table agree, or those of one measure where there is one table. */
export interface ReproducePart {
  readonly name: string;
  readonly equal: number;
  readonly differ: number;
  /** Values of the authors beside which we have none. */
  readonly withoutValue: number;
  /** Outputs with values of the authors, and those of them of which every value is equal. */
  readonly outputs: number;
  readonly outputsEqual: number;
}

/** What became of published outputs, in counts. */
export interface ReproduceSummary {
  /** Outputs that were scored. */
  readonly outputs: number;
  /** Values of ours that are the authors', as far as theirs are given. */
  readonly equal: number;
  readonly differ: number;
  /** Differences that nobody has explained. */
  readonly unexplained: number;
  readonly withoutValue: number;
  /** Outputs of which the authors' values are held and no file is here. */
  readonly withoutOutput: { readonly outputs: number; readonly values: number };
  /** Values of ours beside which none of the authors is held, and the outputs of which none at all is. */
  readonly noneHeld: { readonly values: number; readonly outputs: readonly string[] };
  readonly parts: readonly ReproducePart[];
  readonly differences: readonly ReproduceDifference[];
}

/** Counts what the tables of published outputs hold. */
export function summariseReproduction(
  published: PublishedOutputs,
  tables: readonly ReproduceTable[],
): ReproduceSummary {
  const scored = tables.filter(({ authorsOnly }) => authorsOnly !== true);
  const parts = scored.length === 1 ? scored.flatMap(partsOfColumns) : scored.map(partOf);
  const differences = scored.flatMap((table) =>
    table.rows.flatMap((row) => table.columns.flatMap((column, at) => differenceOf(table, row, column, at))),
  );
  const cells = scored.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  const missing = (published.held ?? []).filter(({ authors }) => (authors?.size ?? 0) > 0);
  const sum = (read: (part: ReproducePart) => number) => parts.reduce((all, part) => all + read(part), 0);
  return {
    outputs: scored[0]?.rows.length ?? 0,
    equal: sum(({ equal }) => equal),
    differ: sum(({ differ }) => differ),
    unexplained: differences.filter(({ explanation }) => explanation.startsWith(NOT_EXPLAINED)).length,
    withoutValue: sum(({ withoutValue }) => withoutValue),
    withoutOutput: { outputs: missing.length, values: missing.reduce((all, one) => all + sizeOf(one), 0) },
    noneHeld: {
      values: cells.filter(({ value, authors }) => value !== null && authors === 'none held').length,
      outputs: outputsWithoutAuthors(scored),
    },
    parts: parts.filter(({ outputs }) => outputs > 0),
    differences,
  };
}

const sizeOf = ({ authors }: HeldOutput) => authors?.size ?? 0;

const hasAuthors = ({ authors }: ReproduceCell) => authors !== 'none held';

function outputsWithoutAuthors(tables: readonly ReproduceTable[]): string[] {
  const rows = tables[0]?.rows ?? [];
  return rows
    .filter((_, at) => !tables.some((table) => table.rows[at]?.cells.some(hasAuthors)))
    .map(({ set, method }) => `${set}/${method}`);
}

function partsOfColumns(table: ReproduceTable): ReproducePart[] {
  return table.columns.map((column, at) => ({
    ...partOf({
      ...table,
      columns: [column],
      rows: table.rows.map((row) => ({ ...row, cells: row.cells.slice(at, at + 1) })),
    }),
    name: `${column.measure} (${column.protocol})`,
  }));
}

function partOf({ name, title, columns, rows }: ReproduceTable): ReproducePart {
  let equal = 0;
  let differ = 0;
  let withoutValue = 0;
  let outputs = 0;
  let outputsEqual = 0;
  for (const { cells } of rows) {
    const held = columns.flatMap((column, at) => {
      const cell = cells[at];
      return cell === undefined || !hasAuthors(cell) ? [] : [{ cell, column }];
    });
    if (held.length === 0) continue;
    const same = held.filter(({ cell, column }) => cellAgreement(cell, column) !== null).length;
    const absent = held.filter(({ cell }) => cell.value === null).length;
    equal += same;
    withoutValue += absent;
    differ += held.length - same - absent;
    outputs += 1;
    if (same === held.length) outputsEqual += 1;
  }
  return { name: name ?? title, equal, differ, withoutValue, outputs, outputsEqual };
}

function differenceOf(
  { name }: ReproduceTable,
  { set, method, cells }: ReproduceRow,
  column: ReproduceColumn,
  at: number,
): ReproduceDifference[] {
  const cell = cells[at];
  if (cell === undefined || cell.authors === 'none held' || cellAgreement(cell, column) !== null) return [];
  const { value, authors, explanation } = cell;
  return [
    {
      table: name ?? null,
      set,
      method,
      measure: column.measure,
      protocol: column.protocol,
      unit: column.unit,
      value,
      authors: authors.value,
      difference: value === null ? null : value - authors.value,
      explanation: explanation ?? NOT_EXPLAINED,
    },
  ];
}
