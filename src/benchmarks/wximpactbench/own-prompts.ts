import { type Context, type Message, QuadratError } from '../../core/index.ts';
import {
  fillTemplate,
  type PromptFileForm,
  promptFileReader,
  templateNamed,
} from '../../data/prompt-file.ts';
import { oneLine, type ShownPassage } from './rank-prompts.ts';
import type { ClassificationSettings, RankingSettings } from './settings.ts';

const RANKING = { needed: ['query', 'passages'], allowed: ['count', 'first', 'last'] };

const FORM: PromptFileForm = {
  prompts: {
    'zero-shot': { needed: ['text'] },
    'one-shot': { needed: ['text'] },
    ranking: RANKING,
    'ranking-parts': RANKING,
  },
  help: 'It is JSON of the form {"zero-shot": {"system": "…", "user": "… {text}"}, "ranking": {"user": "… {query} … {passages}"}, …} with the prompts zero-shot, one-shot, ranking, ranking-parts.',
};

const read = promptFileReader<Pick<ClassificationSettings, 'prompts'>>(FORM);

/**
 * The prompt about one text from the file that `prompts` names; undefined without the setting.
 *
 * @throws QuadratError `invalid-json`, `invalid-format`: not such a file, wrong placeholders, no prompt for the shot
 */
export async function ownClassificationPrompt(
  settings: ClassificationSettings,
  context: Context,
): Promise<((text: string) => Message[]) | undefined> {
  const file = await read(settings, context);
  if (file === undefined) return undefined;
  const template = templateNamed(file, `${settings.shot}-shot`, `shot=${settings.shot}`);
  return (text) => fillTemplate(template, new Map([['text', text]]));
}

/**
 * The prompt that asks for an order from the file that `prompts` names; undefined without the setting. Passages stand
 * one a line, each with its number in brackets.
 *
 * @throws QuadratError `invalid-json`, `invalid-format`: not such a file, wrong placeholders, no prompt for the method
 */
export async function ownRankingPrompt(
  settings: RankingSettings,
  context: Context,
): Promise<((query: string, passages: readonly ShownPassage[]) => Message[]) | undefined> {
  const file = await read(settings, context);
  if (file === undefined) return undefined;
  const name = settings.method === 'article-thirds' ? 'ranking-parts' : 'ranking';
  const template = templateNamed(file, name, `method=${settings.method}`);
  return (query, passages) => {
    const numbers = passages.map(({ number }) => number);
    return fillTemplate(
      template,
      new Map([
        ['query', query],
        ['passages', passages.map(({ number, text }) => `[${number}] ${oneLine(text)}`).join('\n')],
        ['count', String(passages.length)],
        ['first', String(Math.min(...numbers))],
        ['last', String(Math.max(...numbers))],
      ]),
    );
  };
}

/** Refuses a wrong file of prompts, and settings of prompts for a model that reads none, before anything is begun. */
export async function checkClassificationPrompts(
  settings: ClassificationSettings,
  context: Context,
): Promise<void> {
  await ownClassificationPrompt(settings, context);
  if (settings.shot === 'one') refuseWithoutPrompt('shot=one', context);
  if (settings.prompts !== undefined) refuseWithoutPrompt('prompts', context);
}

/** The same for rankings. */
export async function checkRankingPrompts(settings: RankingSettings, context: Context): Promise<void> {
  await ownRankingPrompt(settings, context);
  if (settings.prompts !== undefined) refuseWithoutPrompt('prompts', context);
}

function refuseWithoutPrompt(setting: string, { abilities }: Context): void {
  if (abilities.has('text')) return;
  throw new QuadratError(
    'invalid-setting',
    `${setting} goes with models that read a prompt; this one reads none`,
    {
      next: 'Leave the setting away.',
    },
  );
}
