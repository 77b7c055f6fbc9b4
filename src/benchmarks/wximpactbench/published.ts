import { z } from 'zod';
import type { PublishedValue } from '../../core/index.ts';
import { readCsv } from '../../data/csv.ts';
import { LABELS } from './labels.ts';
import content from './published.json' with { type: 'json' };
import { type Context, RELEASED_ARTICLES } from './source.ts';
import { columnOf } from './table.ts';

export const METRICS = ['f1', 'precision', 'recall', 'accuracy'] as const;
export type Metric = (typeof METRICS)[number];
export type Shot = 'zero' | 'one';

const values = z.array(z.number()).length(LABELS.length);
const block = z.object({ precision: values, recall: values, f1: values, accuracy: values });
const schema = z.object({
  source: z.string(),
  models: z.array(z.object({ id: z.string(), name: z.string(), aliases: z.array(z.string()) })),
  results: z.array(
    z.object({
      model: z.string(),
      context: z.enum(['LongCTX', 'MixedCTX']),
      shot: z.enum(['zero', 'one']),
      rowwise: z.number(),
      /** Proportions with four places. */
      all: block,
      /** Percentages with four places. */
      historical: block.optional(),
      modern: block.optional(),
    }),
  ),
});

const published = schema.parse(content);

/** Where the authors' values come from. */
export const SOURCE = published.source;

/** What an average of labels is: the result files have none. */
export const DERIVED = 'mean of the authors’ six rounded values';

/** A model of the authors' result files. */
export interface PublishedModel {
  readonly id: string;
  readonly name: string;
}

/** The model that a name means: `gpt-4o`, `gpt_4o`, `meta-llama/Llama-3.1-8B-Instruct`, `llama`, … */
export function modelOf(written: string): PublishedModel | undefined {
  const name = written.split('/').at(-1)?.toLowerCase();
  return published.models.find(({ id, aliases }) =>
    [id, ...aliases].some((known) => known.toLowerCase() === name),
  );
}

/** The authors' values as proportions, by {@link authorsKey}. */
export type AuthorsValues = ReadonlyMap<string, number>;

/** Names one published value. */
export function authorsKey(
  model: string,
  context: Context,
  shot: Shot,
  what: Metric | 'rowwise',
  label = '',
  period = '',
): string {
  return JSON.stringify([model, context, shot, what, label, period]);
}

/** The values that come with the program. */
export function heldValues(): AuthorsValues {
  const held = new Map<string, number>();
  for (const { model, context, shot, rowwise, all, ...periods } of published.results) {
    held.set(authorsKey(model, context, shot, 'rowwise'), rowwise);
    for (const metric of METRICS) {
      LABELS.forEach((label, at) => {
        held.set(authorsKey(model, context, shot, metric, label), all[metric][at] ?? Number.NaN);
        for (const period of ['historical', 'modern'] as const) {
          const percent = periods[period]?.[metric][at];
          if (percent !== undefined)
            held.set(authorsKey(model, context, shot, metric, label, period), percent / 100);
        }
      });
    }
  }
  return held;
}

/**
 * Figures shown beside a user's result on the full data: protocol `paper`, each model and shot. Those of LongCTX are
 * over the 347 articles that the authors' join keeps.
 */
export function publishedFigures(context: Context): PublishedValue[] {
  return published.results
    .filter((entry) => entry.context === context)
    .flatMap(({ model, shot, rowwise, all }) => {
      const name = `${published.models.find(({ id }) => id === model)?.name ?? model}, ${shot}-shot`;
      const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
      return (
        [
          ['f1.macro', mean(all.f1)],
          ['accuracy', mean(all.accuracy)],
          ['accuracy.rowwise', rowwise],
        ] as const
      ).map(([id, value]) => ({
        name,
        split: 'test',
        id,
        protocol: 'paper' as const,
        value,
        n: context === 'LongCTX' ? 347 : RELEASED_ARTICLES,
        source: `${SOURCE}; f1.macro and accuracy: ${DERIVED}`,
      }));
    });
}

/** Which result file a name is; undefined: none. */
export function resultFile(file: string): { context: Context | null; shot: Shot | null } | undefined {
  const name = file.split('/').at(-1) ?? '';
  if (/^(by_period_)?merged_result\.csv$/.test(name)) return { context: null, shot: null };
  const found =
    /^(?:metrics|rowwise|results|row-wise-accuracy)_(LongCTX|MixedCTX|350|1300)_(zero|one)shot\.csv$/.exec(
      name,
    );
  if (found === null) return undefined;
  return { context: contextOf(found[1] ?? ''), shot: found[2] === 'zero' ? 'zero' : 'one' };
}

/** The context that a name of the authors' files means. */
export function contextOf(name: string): Context {
  return name === 'LongCTX' || name === '350' || name === 'long' ? 'LongCTX' : 'MixedCTX';
}

/** Values of a result file of the authors, as proportions. */
export function readResultFile(text: string, file: string): AuthorsValues {
  const kind = resultFile(file);
  const found = new Map<string, number>();
  for (const { cells } of readCsv(text, file).rows) {
    const model = modelOf(cells.get('Model_Type') ?? '');
    const context = kind?.context ?? contextOf(cells.get('Version') ?? '');
    const shot = kind?.shot ?? ((cells.get('Shot') ?? '').startsWith('zero') ? 'zero' : 'one');
    if (model === undefined) continue;
    const metric = METRICS.find((known) => known === cells.get('Metric')?.toLowerCase());
    const period = kind?.context === null ? (cells.get('Type') ?? '') : '';
    const scale = kind?.context === null ? 100 : 1;
    for (const [column, written] of cells) {
      if (written.trim() === '' || !Number.isFinite(Number(written))) continue;
      const label = columnOf(column);
      if (metric !== undefined && LABELS.some((known) => known === label))
        found.set(authorsKey(model.id, context, shot, metric, label, period), Number(written) / scale);
      else if (metric === undefined && column === 'Accuracy')
        found.set(authorsKey(model.id, context, shot, 'rowwise'), Number(written));
    }
  }
  return found;
}
