import type { Ask, Context, Decoding, Parsed } from '../../core/index.ts';
import { type RowAnswer, readAnswers, readCells } from './answers.ts';
import { type ArticleItem, textOf } from './articles.ts';
import { type Cells, maximum } from './labels.ts';
import { nearestLabels } from './nearest.ts';
import { ownClassificationPrompt } from './own-prompts.ts';
import { classificationPrompt } from './prompts.ts';
import type { ArticleReading } from './reading.ts';
import { type ClassificationSettings, classificationLimit } from './settings.ts';

/** What is kept of an article's answers. */
export type ArticleSolution =
  | { readonly kind: 'answers'; readonly rows: readonly RowAnswer[] }
  | { readonly kind: 'nearest'; readonly rows: readonly Cells[] };

/** One call a row of the article, all six labels in it. */
export async function solveArticle(
  item: ArticleItem,
  ask: Ask,
  settings: ClassificationSettings,
  context: Context,
): Promise<ArticleSolution> {
  if (!context.abilities.has('text')) {
    const rows: Cells[] = [];
    for (const row of item.rows) rows.push(await nearestLabels(textOf(item, row), ask));
    return { kind: 'nearest', rows };
  }
  const decoding = decodingOf(settings);
  const own = await ownClassificationPrompt(settings, context);
  const promptOf = own ?? ((text: string) => classificationPrompt(text, settings.shot));
  const rows = await Promise.all(
    item.rows.map(async (row, at): Promise<RowAnswer> => {
      const answer = await ask({
        role: 'candidate',
        messages: promptOf(textOf(item, row)),
        decoding,
        exportId: row.id,
        ...(item.rows.length > 1 ? { step: `chunk ${at + 1} of ${item.rows.length}` } : {}),
      });
      const text = answer.stop === null ? answer.text : null;
      return { text, stop: answer.stop, truncated: answer.finish === 'length' };
    }),
  );
  return { kind: 'answers', rows };
}

/** Judgements in every protocol. */
export function parseArticle(solution: ArticleSolution): Parsed<ArticleReading> {
  return solution.kind === 'answers'
    ? readAnswers(solution.rows)
    : readCells(solution.rows, maximum(solution.rows));
}

/** What is sent beside the messages. */
export function decodingOf(settings: ClassificationSettings): Decoding {
  return {
    maxOutputTokens: classificationLimit(settings),
    temperature: settings.temperature,
  };
}
