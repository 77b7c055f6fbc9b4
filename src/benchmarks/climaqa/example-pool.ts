import type { Context, DataSource, OtherFile } from '../../core/index.ts';
import { comparableQuestion } from '../../data/few-shot.ts';
import { sha256Hex } from '../../data/hash.ts';
import { itemId, missing } from './ids.ts';
import { leakCheck } from './leak.ts';
import { drawsExamples, templateOf } from './own-templates.ts';
import { type DataRow, readRows } from './rows.ts';
import { dataPath, dataPaths, type Kind, type Split } from './sets.ts';
import type { ClimaqaSettings } from './settings.ts';
import type { Solved, Template } from './templates.ts';

/** A solved question of Silver. */
export interface Example extends Solved {
  readonly id: string;
}

/** What examples can be taken from. */
export interface ExamplePool {
  /** Solved questions of Silver, without those that stand in the data too; null where Silver is not at hand. */
  readonly examples: readonly Example[] | null;
  /** How many of Silver were left out because their question stands in the data, or nearly. */
  readonly overlap: number;
  /** Ids of items whose question stands in the examples of a prompt of one's own; null: there is none. */
  readonly shownInPrompt: readonly string[] | null;
  /** The file of Silver, where prompts show its questions. */
  readonly file?: OtherFile;
}

/**
 * The pool of examples for a split: Silver without what stands in the split's scored rows.
 *
 * @throws QuadratError `data-missing` where prompts need Silver and it is not at hand
 */
export async function examplePool(
  kind: Kind,
  split: Split,
  source: DataSource,
  settings: ClimaqaSettings,
  scored: readonly DataRow[],
  context: Context,
): Promise<ExamplePool> {
  const template = settings.setting === 'few-shot' ? await templateOf(kind, settings, context) : undefined;
  const draws = template !== undefined && drawsExamples(template);
  const shownInPrompt =
    template === undefined || draws
      ? null
      : itemsShown(template, scored).map((row) => itemId(split, kind, row));
  const path = source.file === undefined ? source.find(...dataPaths('silver', kind)) : undefined;
  if (path === undefined) {
    if (draws) throw missing(kind, 'silver', source);
    return { examples: null, overlap: 0, shownInPrompt };
  }
  const bytes = await source.read(path);
  const rows = (await readRows(bytes, path, kind, settings.mask)).filter(({ valid }) => valid);
  // Where Silver itself is asked, each item leaves out itself when examples are drawn.
  const check = leakCheck(
    split === 'silver' ? [] : scored.map(({ row, question }) => ({ id: row, question })),
  );
  const apart = rows.filter(({ question }) => check.find(question) === undefined);
  return {
    examples: apart.map(({ row, question, answer, options }) => ({
      id: itemId('silver', kind, row),
      question,
      answer,
      options,
    })),
    overlap: rows.length - apart.length,
    shownInPrompt,
    ...(draws ? { file: { path: dataPath('silver', kind), sha256: sha256Hex(bytes) } } : {}),
  };
}

/** Rows whose question a prompt of one's own shows: the same words, or most of their 8-grams. */
function itemsShown({ system, user, examples = [] }: Template, rows: readonly DataRow[]): readonly string[] {
  const text = [system, user, ...examples.map(({ question }) => question)].join('\n');
  const words = ` ${comparableQuestion(text)} `;
  const check = leakCheck([{ id: 'prompt', question: text }]);
  return rows
    .filter(
      ({ question }) =>
        words.includes(` ${comparableQuestion(question)} `) || check.find(question) !== undefined,
    )
    .map(({ row }) => row);
}
