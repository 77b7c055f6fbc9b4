import type { Cells } from './labels.ts';
import { maximum } from './labels.ts';
import type { LabelRow } from './table.ts';

/** What the authors' code groups rows by: the published results with the article's ID, the released file without. */
export type PaperKey = 'article' | 'date';

/** Groups of rows with one key; labels by maximum over the rows. */
export function groupRows(
  rows: readonly Pick<LabelRow, 'id' | 'date' | 'period' | 'cells'>[],
  key: PaperKey,
): ReadonlyMap<string, Cells> {
  const groups = new Map<string, Cells[]>();
  for (const row of rows) {
    const name = keyOf(row, key);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [row.cells]);
    else group.push(row.cells);
  }
  return new Map([...groups].map(([name, group]) => [name, maximum(group)]));
}

/** The key of a row. */
export function keyOf(row: Pick<LabelRow, 'id' | 'date' | 'period'>, key: PaperKey): string {
  return JSON.stringify([row.date, row.period, ...(key === 'article' ? [row.id] : [])]);
}

/** The inner join of gold and predictions: what has no partner vanishes. */
export function innerJoin(
  gold: ReadonlyMap<string, Cells>,
  predicted: ReadonlyMap<string, Cells>,
): { readonly gold: Cells; readonly predicted: Cells }[] {
  const pairs: { gold: Cells; predicted: Cells }[] = [];
  for (const [key, right] of gold) {
    const guess = predicted.get(key);
    if (guess !== undefined) pairs.push({ gold: right, predicted: guess });
  }
  return pairs;
}
