import { createHash } from 'node:crypto';
import type { Baseline, Row, Context as RunContext } from '../../core/index.ts';
import type { ArticleItem } from './articles.ts';
import { type Cell, type Cells, LABELS } from './labels.ts';
import { classificationMeasures } from './measures.ts';
import { measureOver } from './over-rows.ts';
import type { ArticleReading } from './reading.ts';
import { scoreArticle } from './score.ts';
import type { Context } from './source.ts';

/** The same six judgements for every row of an article. */
function constant(item: ArticleItem, cells: Cells): ArticleReading {
  return { rows: item.rows.map(() => cells), paper: cells };
}

/** Six judgements, each the commonest of its label. */
function majorityCells(items: readonly ArticleItem[]): Cells {
  return LABELS.map((_, at): Cell => {
    const cells = items.flatMap(({ rows }) => rows.map(({ gold }) => gold[at] ?? null));
    const positive = cells.filter((cell) => cell === 1).length;
    return positive * 2 > cells.filter((cell) => cell !== null).length ? 1 : 0;
  });
}

/** Values of constant answers over the given articles: without them row-wise accuracy cannot be judged. */
export function articleBaselines(context: Context, items: readonly ArticleItem[]): Baseline[] {
  const all: [name: string, cells: Cells][] = [
    ['all-false', LABELS.map(() => 0)],
    ['all-true', LABELS.map(() => 1)],
    ['majority', majorityCells(items)],
  ];
  const measures = classificationMeasures(context).filter(
    ({ slice, variant }) =>
      variant === undefined && (slice === undefined || (slice.unit === 'chunk' && slice.label === undefined)),
  );
  return all.flatMap(([name, cells]) => {
    const rows = items.map((item): Row<ArticleItem> => {
      const value = constant(item, cells);
      return { item, outcome: 'scored', value, values: scoreArticle(value, item) };
    });
    return measures.map((measure) => ({
      name: measure.slice === undefined ? name : `${name}-per-chunk`,
      protocol: measure.protocol,
      id: measure.description.id,
      ...measureOver(rows, measure),
    }));
  });
}

/** Judgements of the models that read nothing. */
export function trivialArticle(
  name: string,
  item: ArticleItem,
  items: readonly ArticleItem[],
  context: RunContext,
): ArticleReading | undefined {
  switch (name) {
    case 'gold':
      return { rows: item.rows.map(({ gold }) => gold), paper: item.gold };
    case 'majority':
      return constant(item, majorityCells(items));
    case 'random': {
      const rows = item.rows.map(({ id }) => randomCells(`${context.seed}|${id}`));
      return { rows, paper: LABELS.map((_, at) => (rows.some((row) => row[at] === 1) ? 1 : 0)) };
    }
    default:
      return undefined;
  }
}

/** Heads or tails for each label, always the same for the same key. */
function randomCells(key: string): Cells {
  const [byte = 0] = createHash('sha256').update(key).digest();
  return LABELS.map((_, at): Cell => (((byte >> at) & 1) === 1 ? 1 : 0));
}
