import { createHash } from 'node:crypto';
import type { Baseline, Row, Context as RunContext, SetMeasure } from '../../core/index.ts';
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

/** The same answer to every article. */
export const CONSTANT_ANSWERS = ['all-false', 'all-true', 'majority'] as const;

/** Values of constant answers over the given articles: without them row-wise accuracy cannot be judged. */
export function articleBaselines(context: Context, items: readonly ArticleItem[]): Baseline[] {
  const measures = classificationMeasures(context).filter(
    ({ slice, variant, description: { id } }) =>
      variant === undefined &&
      slice?.label === undefined &&
      // Row-wise accuracy is never shown without them, in no slice.
      (slice === undefined || slice.unit === 'chunk' || id === 'accuracy.rowwise'),
  );
  return constantValues(measures, items);
}

/** Row-wise accuracy of constant answers under `paper`, over the articles that the authors' join keeps of a set. */
export function joinedBaselines(context: Context, joined: readonly ArticleItem[]): Baseline[] {
  const measures = classificationMeasures(context).filter(
    ({ protocol, slice, variant, description: { id } }) =>
      protocol === 'paper' &&
      variant === undefined &&
      slice?.label === undefined &&
      id === 'accuracy.rowwise',
  );
  return constantValues(measures, joined);
}

function constantValues(
  measures: readonly SetMeasure<ArticleItem>[],
  items: readonly ArticleItem[],
): Baseline[] {
  const all = new Map<(typeof CONSTANT_ANSWERS)[number], Cells>([
    ['all-false', LABELS.map(() => 0)],
    ['all-true', LABELS.map(() => 1)],
    ['majority', majorityCells(items)],
  ]);
  return [...all].flatMap(([name, cells]) => {
    const rows = items.map((item): Row<ArticleItem> => {
      const value = constant(item, cells);
      return { item, outcome: 'scored', value, values: scoreArticle(value, item) };
    });
    return measures.map(({ slice, only, ...measure }): Baseline => {
      const perChunk = slice?.unit === 'chunk';
      return {
        name: perChunk ? `${name}-per-chunk` : name,
        protocol: measure.protocol,
        id: measure.description.id,
        ...measureOver(only === undefined ? rows : rows.filter(({ item }) => only(item)), measure),
        ...(slice === undefined || perChunk ? {} : { slice }),
      };
    });
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
