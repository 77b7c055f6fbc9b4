/** The six impact categories in the order of the released files. Prompts and answers have another order: map by name. */
export const LABELS = [
  'Infrastructural',
  'Political',
  'Financial',
  'Ecological',
  'Agricultural',
  'Human Health',
] as const;
export type Label = (typeof LABELS)[number];

/** A judgement: true, false, or none. */
export type Cell = 1 | 0 | null;

/** Six judgements in the order of {@link LABELS}. */
export type Cells = readonly Cell[];

export const NO_CELLS: Cells = LABELS.map(() => null);

/** Newspapers of 1880 to 1899 and of 1990 to 2010. */
export const PERIODS: readonly string[] = ['historical', 'modern'];

/**
 * What the authors' code makes of several rows of one article: a label is true if a row says so, false if no row says
 * so and one says false, else missing.
 */
export function maximum(rows: readonly Cells[]): Cells {
  return LABELS.map((_, at) => {
    const known = rows.map((row) => row[at] ?? null).filter((cell) => cell !== null);
    if (known.length === 0) return null;
    return known.includes(1) ? 1 : 0;
  });
}

/** What `standard` makes of several rows: true if a row says so, else missing if a row says nothing, else false. */
export function union(rows: readonly Cells[]): Cells {
  return LABELS.map((_, at) => {
    const cells = rows.map((row) => row[at] ?? null);
    if (cells.includes(1)) return 1;
    return cells.includes(null) || cells.length === 0 ? null : 0;
  });
}

/** Whether every judgement is false. A missing one is not false. */
export function allFalse(cells: Cells): boolean {
  return cells.every((cell) => cell === 0);
}

/** Whether no judgement is true. */
export function noneTrue(cells: Cells): boolean {
  return !cells.includes(1);
}

/** Whether all six are there and equal. A missing one equals nothing. */
export function allEqual(gold: Cells, predicted: Cells): boolean {
  return gold.every((cell, at) => cell !== null && cell === predicted[at]);
}
