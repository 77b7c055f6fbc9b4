import type { ItemValues, Row } from '../../core/index.ts';
import type { ArticleItem } from './articles.ts';
import { countCells, WIDTH } from './counts.ts';
import { allEqual, allFalse, type Cells, LABELS, NO_CELLS, noneTrue, union } from './labels.ts';
import type { ArticleReading } from './reading.ts';

/** Judgements of an article's rows; all missing where nothing was read. */
export function rowsOf(value: ArticleReading | undefined, item: ArticleItem): readonly Cells[] {
  return item.rows.map((_, at) => value?.rows[at] ?? NO_CELLS);
}

/** What `standard` reads for the article. */
export function articleCells(value: ArticleReading | undefined, item: ArticleItem): Cells {
  return union(rowsOf(value, item));
}

/**
 * What the authors' code reads for the article; null where its join loses it. A call that failed leaves a row of
 * missing judgements there.
 */
export function paperCells(value: ArticleReading | undefined): Cells | null {
  return value === undefined ? NO_CELLS : value.paper;
}

/** The read value of a row of the engine. */
export function readingOf(row: Row<ArticleItem>): ArticleReading | undefined {
  return row.value as ArticleReading | undefined;
}

/** Share of right judgements and whether all six are right, by protocol. */
export function scoreArticle(value: ArticleReading | undefined, item: ArticleItem): ItemValues {
  const standard = articleCells(value, item);
  const paper = paperCells(value);
  const rows = rowsOf(value, item);
  const right = rows.map((cells, at) => Number(allEqual(item.rows[at]?.gold ?? NO_CELLS, cells)));
  return {
    standard: valuesOf(item.gold, standard),
    paper: paper === null ? { accuracy: null, 'accuracy.rowwise': null } : valuesOf(item.gold, paper),
    card: { 'accuracy.rowwise': right.reduce((sum, one) => sum + one, 0) / right.length },
  };
}

function valuesOf(gold: Cells, predicted: Cells) {
  const right = gold.filter((cell, at) => cell !== null && cell === predicted[at]).length;
  return { accuracy: right / LABELS.length, 'accuracy.rowwise': Number(allEqual(gold, predicted)) };
}

const EMPTY = new Array<number>(LABELS.length * WIDTH).fill(0);

/** Counts of an article in `standard`. */
export function standardCounts(row: Row<ArticleItem>): number[] {
  return countCells(row.item.gold, articleCells(readingOf(row), row.item), 'wrong');
}

/** Counts of an article in `paper`; null where its join loses the article. */
export function paperCounts(row: Row<ArticleItem>): number[] | null {
  const cells = paperCells(readingOf(row));
  return cells === null ? null : countCells(row.item.gold, cells, 'left-out');
}

/** Counts of a day's articles together; null where none stands here. */
export function dateOnlyCounts(row: Row<ArticleItem>): number[] | null {
  const group = readingOf(row)?.dateOnly;
  return group === undefined || group === null ? null : countCells(group.gold, group.predicted, 'left-out');
}

/** Counts of an article's rows, each by itself. */
export function chunkCounts(row: Row<ArticleItem>, rule: 'wrong' | 'unequal'): number[] {
  const rows = rowsOf(readingOf(row), row.item);
  const sums = [...EMPTY];
  row.item.rows.forEach(({ gold }, at) => {
    countCells(gold, rows[at] ?? NO_CELLS, rule).forEach((count, place) => {
      sums[place] = (sums[place] ?? 0) + count;
    });
  });
  return sums;
}

/** Rows that are right in all six, and rows. */
export function chunkRowwise(row: Row<ArticleItem>): [right: number, n: number] {
  const rows = rowsOf(readingOf(row), row.item);
  const right = row.item.rows.filter(({ gold }, at) => allEqual(gold, rows[at] ?? NO_CELLS)).length;
  return [right, rows.length];
}

/**
 * Units without any impact: rightly found, falsely found, missed. A unit is found if all six were answered with false.
 */
export function noImpactCounts(units: readonly { gold: Cells; predicted: Cells }[]): number[] {
  const counts = [0, 0, 0];
  for (const { gold, predicted } of units) {
    const found = allFalse(predicted);
    const positive = noneTrue(gold);
    const place = found ? (positive ? 0 : 1) : positive ? 2 : null;
    if (place !== null) counts[place] = (counts[place] ?? 0) + 1;
  }
  return counts;
}
