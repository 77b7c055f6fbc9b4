/** Invented data files with the released names, columns and counts, for tests. */

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { LEVELS } from '../benchmarks/climaqa/levels.ts';
import { formatOptions } from '../benchmarks/climaqa/options.ts';
import { dataPath, type Kind, type Split } from '../benchmarks/climaqa/sets.ts';
import { type ParquetColumn, parquetOf } from './parquet-writer.ts';

/** A row of a made file; its cells by column. */
export type MadeRow = ReadonlyMap<string, string>;

/** Rows of a made file; of Gold's multiple choice and free form the first ones are rejected. */
export function madeRows(kind: Kind, split: Split, count: number, rejected = 0): MadeRow[] {
  return Array.from({ length: count }, (_, row): MadeRow => {
    const shared: [string, string][] = [['', String(row)]];
    const level = LEVELS[row % 3] ?? 'BASE';
    const validation: [string, string][] =
      split === 'gold' ? [['Validation', row < rejected ? 'False' : 'True']] : [];
    const name = `${split} ${kind} ${row}`;
    if (kind === 'cloze') {
      return new Map([
        ...shared,
        ['Question', `In case ${name} the <MASK> grows, "slowly".`],
        ['Answer', `term${row}`],
      ]);
    }
    const question: [string, string] = ['Question', `What grows in case ${name}?`];
    if (kind === 'freeform') {
      return new Map([
        ...shared,
        question,
        ['Answer', `The term ${row} grows slowly.`],
        ['Complexity', level],
        ...validation,
      ]);
    }
    const options = new Map(
      ['a', 'b', 'c', 'd'].map((key) => [key, `thing ${key} of ${row}, or b) another`]),
    );
    return new Map([
      ...shared,
      question,
      ['Options', formatOptions(options)],
      ['Answer', 'abcd'[row % 4] ?? 'a'],
      ['Complexity', level],
      ...validation,
    ]);
  });
}

export function csvOf(rows: readonly MadeRow[]): string {
  const columns = [...(rows[0]?.keys() ?? [])];
  const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = [columns, ...rows.map((row) => columns.map((column) => row.get(column) ?? ''))];
  return `${lines.map((cells) => cells.map(quoted).join(',')).join('\n')}\n`;
}

/** The same rows as the hub's Parquet form has them. */
export function parquetRows(rows: readonly MadeRow[]): Uint8Array {
  const columns = [...(rows[0]?.keys() ?? [])];
  return parquetOf(
    columns.map((name): ParquetColumn => {
      const cells = rows.map((row) => row.get(name) ?? '');
      if (name === '') return { name: 'Unnamed: 0', kind: 'int64', values: cells.map(Number) };
      if (name === 'Validation')
        return { name, kind: 'boolean', values: cells.map((cell) => cell === 'True') };
      return { name, kind: 'text', values: cells };
    }),
  );
}

/** Rows and rejected rows of each file. */
export type MadeCounts = Readonly<
  Record<Split, Readonly<Record<Kind, readonly [rows: number, rejected: number]>>>
>;

/** The released counts: 633 rows of Gold, 67 of them rejected, and 3,000 of Silver. */
export const RELEASED: MadeCounts = {
  gold: { mcq: [292, 47], cloze: [160, 0], freeform: [181, 20] },
  silver: { mcq: [1000, 0], cloze: [1000, 0], freeform: [1000, 0] },
};

/** Writes the six files below a folder. */
export function writeMade(folder: string, counts: MadeCounts = RELEASED): void {
  for (const split of ['gold', 'silver'] as const) {
    for (const kind of ['mcq', 'cloze', 'freeform'] as const) {
      const [rows, rejected] = counts[split][kind];
      const file = path.join(folder, dataPath(split, kind));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, csvOf(madeRows(kind, split, rows, rejected)));
    }
  }
}
