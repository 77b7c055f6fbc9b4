import { type DataSource, QuadratError, type TrainingPairs } from '../../core/index.ts';
import { itemId } from './ids.ts';
import { leakCheck } from './leak.ts';
import { MASK } from './phrase.ts';
import { promptOf } from './prompts.ts';
import { type DataRow, readRows } from './rows.ts';
import { dataPath, dataPaths, KINDS, type Kind } from './sets.ts';
import { BUILT_IN } from './templates.ts';

/**
 * Training pairs from Silver: the prompt of the default setting and the gold as the assistant's text. A question that
 * stands in Gold, or nearly, is left out.
 *
 * @param kinds tasks to take
 * @throws QuadratError `usage` for another split than Silver; `data-missing`, also where Gold is absent, as nothing
 *   could then be compared
 */
export async function trainingPairs(
  source: DataSource,
  split: string,
  kinds: readonly Kind[],
): Promise<TrainingPairs> {
  if (split !== 'silver') {
    throw new QuadratError('usage', `training pairs are made from silver, not from ${split}`, {
      next: 'Gold is what models are measured by; use --split silver.',
    });
  }
  const gold: { id: string; question: string }[] = [];
  for (const kind of KINDS) {
    for (const { row, question } of await rowsOf(source, 'gold', kind)) {
      gold.push({ id: itemId('gold', kind, row), question });
    }
  }
  const check = leakCheck(gold);
  const pairs: TrainingPairs['pairs'][number][] = [];
  const leftOut: TrainingPairs['leftOut'][number][] = [];
  for (const kind of kinds) {
    for (const row of await rowsOf(source, 'silver', kind)) {
      const id = itemId('silver', kind, row.row);
      const like = check.find(row.question);
      if (like !== undefined) leftOut.push({ id, like: like.id, why: like.why });
      else if (row.valid) pairs.push({ id, messages: messagesOf(kind, row) });
    }
  }
  return { pairs, leftOut };
}

async function rowsOf(source: DataSource, split: 'gold' | 'silver', kind: Kind): Promise<readonly DataRow[]> {
  const path = source.find(...dataPaths(split, kind));
  if (path === undefined) {
    throw new QuadratError('data-missing', `${dataPath(split, kind)} is not in ${source.label}`, {
      next:
        split === 'gold'
          ? 'Gold is needed, too: pairs whose question stands in it are left out. Fetch it with `quadrat data get climaqa`.'
          : 'Fetch it with `quadrat data get climaqa --split silver`.',
    });
  }
  return readRows(await source.read(path), path, kind, MASK);
}

function messagesOf(kind: Kind, { question, options, answer }: DataRow) {
  const prompt = promptOf(BUILT_IN[kind].default, { question, options, passages: [], examples: [] });
  return [...prompt, { role: 'assistant' as const, content: answer }];
}
