import type { Context, Message } from '../../core/index.ts';
import {
  fillTemplate,
  type PromptFile,
  type PromptFileForm,
  parsePromptFile,
  promptFileReader,
  templateNamed,
} from '../../data/prompt-file.ts';
import { unbracketed } from './prompts.ts';
import type { BircoSet } from './sets.ts';
import type { BircoSettings } from './settings.ts';

const EVERYWHERE = ['objective', 'query-is', 'passage-is'] as const;

/** What each prompt must show, and what it may. */
const PROMPTS = {
  score: { needed: ['query', 'passage'], allowed: EVERYWHERE },
  reason: { needed: ['query', 'passage'], allowed: EVERYWHERE },
  criteria: { needed: ['query'], allowed: EVERYWHERE },
  criterion: { needed: ['query', 'criterion', 'passage'], allowed: EVERYWHERE },
  window: { needed: ['query', 'passages'], allowed: [...EVERYWHERE, 'count', 'first', 'last'] },
} as const;
export type PromptName = keyof typeof PROMPTS;

const FORM: PromptFileForm = {
  prompts: PROMPTS,
  help: 'It is JSON of the form {"score": {"system": "…", "user": "… {objective} … {query} … {passage}"}, …} with the prompts score, reason, criteria, criterion, window.',
};

/** Texts that fill a prompt of one's own. */
export type PromptValues = Readonly<Record<string, string>>;

const read = promptFileReader<BircoSettings>(FORM);

/** Templates of the file that `prompts` names, read once; undefined where the setting is absent. */
export async function ownPrompts(settings: BircoSettings, context: Context): Promise<PromptFile | undefined> {
  return read(settings, context);
}

/**
 * Reads a file of templates.
 *
 * @throws QuadratError `invalid-json`; `invalid-format` for another form or wrong placeholders
 */
export function parseOwnPrompts(text: string, file: string): PromptFile {
  return parsePromptFile(text, file, FORM);
}

/**
 * A prompt from a file of templates. A paragraph with `{objective}` is left out where the objective is off.
 *
 * @throws QuadratError `invalid-format` where the file lacks the prompt
 */
export function ownPrompt(
  prompts: PromptFile,
  name: PromptName,
  set: BircoSet,
  settings: BircoSettings,
  values: PromptValues,
): Message[] {
  const { system, user } = templateNamed(prompts, name, `method ${settings.method}`);
  const shown = (text: string) =>
    text
      .split(/\n{2,}/)
      .filter((paragraph) => settings.objective || !paragraph.includes('{objective}'))
      .join('\n\n');
  return fillTemplate(
    { ...(system === undefined ? {} : { system: shown(system) }), user: shown(user) },
    new Map(
      Object.entries({
        ...values,
        objective: set.objective,
        'query-is': set.queryIs,
        'passage-is': set.passageIs,
      }),
    ),
  );
}

/** Passages as a window shows them. */
export function numbered(passages: readonly string[], first: number): string {
  return passages.map((text, at) => `[${first + at}] ${unbracketed(text)}`).join('\n\n');
}
