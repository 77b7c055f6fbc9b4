import type { Interval, Protocol, Unit } from '../core/index.ts';
import { formatFixed } from './number.ts';

/** A value that the authors published. */
export interface AuthorsValue {
  readonly value: number;
  /** Table of the paper, file of the repository, … */
  readonly source: string;
  /** What it is where the authors give no such value themselves, such as a mean of theirs. */
  readonly derived?: string;
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
  /** What the table is called among several. */
  readonly name?: string;
  readonly columns: readonly ReproduceColumn[];
  /** No output is at hand: the cells have the authors' values alone. */
  readonly authorsOnly?: boolean;
  readonly rows: readonly ReproduceRow[];
  /** Sentences under the table: what was absent, what has no entry, what the intervals are. */
  readonly notes: readonly string[];
}

/** Values that are this near are the same; the bound that all metrics are held to. */
export const SAME = 1e-9;

/** How an explanation begins where nobody knows why two values differ. */
export const NOT_EXPLAINED = 'not explained';

/** How the authors' value agrees with ours: the same, the same as far as the authors' is given, or not. */
export type Agreement = '=' | '≈' | null;

/**
 * Whether a value of ours is the authors'. A value that is given to some places, or is the mean of such values, can be
 * off by half of the last place.
 *
 * @param places decimal places of the authors' value; undefined: as many as a double has
 */
export function agreement(value: number, authors: number, places: number | undefined): Agreement {
  const distance = Math.abs(value - authors);
  if (distance <= SAME) return '=';
  return places !== undefined && distance <= 0.5 * 10 ** -places + SAME ? '≈' : null;
}

/** The agreement of a cell; null also where one of its values is not there. */
export function cellAgreement(cell: ReproduceCell | undefined, { places }: ReproduceColumn): Agreement {
  if (cell === undefined || cell.authors === 'none held' || cell.value === null) return null;
  return agreement(cell.value, cell.authors.value, places);
}

/** Whether a cell has nothing of ours and nothing of the authors'. */
export function isEmptyCell({ value, authors, explanation }: ReproduceCell): boolean {
  return value === null && authors === 'none held' && explanation === undefined;
}

/** A difference with its sign: `+0.0012`, `-4.9e-6`. */
export function differenceText(difference: number, unit: Unit, times100 = false): string {
  const scaled = times100 && unit === 'proportion' ? difference * 100 : difference;
  const amount = Math.abs(scaled) < 1e-4 ? scaled.toExponential(1) : formatFixed(scaled, 4);
  return `${scaled > 0 ? '+' : ''}${amount}`;
}

/** A table without the columns in which nothing stands, and without rows of which nothing is to be said. */
export function withoutEmpty(table: ReproduceTable): ReproduceTable {
  const filled = (at: number) => table.rows.some(({ cells }) => !isEmptyCell(cells[at] ?? NOTHING));
  const shown = table.columns.map((_, at) => at).filter(filled);
  if (shown.length === 0) return table;
  const pick = <T>(list: readonly T[]) => list.filter((_, at) => shown.includes(at));
  return {
    ...table,
    columns: pick(table.columns),
    rows: table.rows
      .filter(({ cells, faults }) => faults.length > 0 || !cells.every(isEmptyCell))
      .map((row) => ({ ...row, cells: pick(row.cells) })),
  };
}

export const NOTHING: ReproduceCell = { value: null, n: null, interval: null, authors: 'none held' };

/** Nothing stands in the cell, and no fault is to blame: the measure is none of the row's task. */
export const isUndefined = ({ faults }: ReproduceRow, cell: ReproduceCell) =>
  faults.length === 0 && isEmptyCell(cell);

/** The authors' values in a column. */
export function heldIn({ rows }: ReproduceTable, at: number): AuthorsValue[] {
  return rows.flatMap(({ cells }) => {
    const authors = cells[at]?.authors ?? 'none held';
    return authors === 'none held' ? [] : authors;
  });
}

/** What the authors' values of a column are where the authors do not give them themselves. */
export function derivedOf(table: ReproduceTable, at: number): string[] {
  return [...new Set(heldIn(table, at).flatMap(({ derived }) => derived ?? []))];
}
