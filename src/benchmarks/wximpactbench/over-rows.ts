import type { CountsAggregate, Row, SetMeasure } from '../../core/index.ts';
import type { ArticleItem } from './articles.ts';
import { scoreArticle } from './score.ts';

/** A measure over rows: its value, and how many units it has. */
export function measureOver(
  rows: readonly Row<ArticleItem>[],
  { aggregate, protocol, description: { id } }: SetMeasure<ArticleItem>,
): { value: number | null; n: number } {
  if (aggregate !== 'mean') return valueOver(rows, aggregate);
  const values = rows.map((row) => row.values[protocol]?.[id] ?? null).filter((value) => value !== null);
  const sum = values.reduce((total, value) => total + value, 0);
  return { value: values.length === 0 ? null : sum / values.length, n: values.length };
}

function valueOver(
  rows: readonly Row<ArticleItem>[],
  aggregate: CountsAggregate<ArticleItem>,
): { value: number | null; n: number } {
  let sums: number[] | null = null;
  let n = 0;
  for (const row of rows) {
    const counts = aggregate.counts(row);
    if (counts === null) continue;
    n += aggregate.units?.(row) ?? 1;
    const before: readonly number[] = sums ?? counts.map(() => 0);
    sums = counts.map((count, at) => count + (before[at] ?? 0));
  }
  return { value: sums === null ? null : aggregate.value(sums), n };
}

const goldRows = new WeakMap<ArticleItem, Row<ArticleItem>>();

/** The value that the gold labels themselves reach: below 1 where a label or a period does not occur. */
export function goldValue(
  items: readonly ArticleItem[],
  aggregate: CountsAggregate<ArticleItem>,
): number | null {
  return valueOver(items.map(goldRow), aggregate).value;
}

function goldRow(item: ArticleItem): Row<ArticleItem> {
  const known = goldRows.get(item);
  if (known !== undefined) return known;
  const value = { rows: item.rows.map(({ gold }) => gold), paper: item.gold };
  const row: Row<ArticleItem> = { item, outcome: 'scored', value, values: scoreArticle(value, item) };
  goldRows.set(item, row);
  return row;
}
