import { z } from 'zod';
import { type Context, type Message, QuadratError } from '../../core/index.ts';
import { decodeText } from '../../data/encoding.ts';
import { unbracketed } from './prompts.ts';
import type { BircoSet } from './sets.ts';
import type { BircoSettings } from './settings.ts';

const templateSchema = z.strictObject({ system: z.string().optional(), user: z.string() });
type Template = z.infer<typeof templateSchema>;

/** What each prompt must show. */
const NEEDED = {
  score: ['query', 'passage'],
  reason: ['query', 'passage'],
  criteria: ['query'],
  criterion: ['query', 'criterion', 'passage'],
  window: ['query', 'passages'],
} as const;
export type PromptName = keyof typeof NEEDED;

const fileSchema = z.strictObject({
  score: templateSchema.optional(),
  reason: templateSchema.optional(),
  criteria: templateSchema.optional(),
  criterion: templateSchema.optional(),
  window: templateSchema.optional(),
});
type OwnPrompts = z.infer<typeof fileSchema>;

const PLACEHOLDERS = [
  'objective',
  'query-is',
  'passage-is',
  'query',
  'passage',
  'criterion',
  'passages',
  'count',
  'first',
  'last',
] as const;

const FORM =
  'It is JSON of the form {"score": {"system": "…", "user": "… {objective} … {query} … {passage}"}, …} with the prompts score, reason, criteria, criterion, window.';

/** Texts that fill a prompt of one's own. */
export type PromptValues = Partial<Record<(typeof PLACEHOLDERS)[number], string>>;

const read = new WeakMap<BircoSettings, Promise<OwnPrompts>>();

/** Templates of the file that `prompts` names, read once; undefined where the setting is absent. */
export async function ownPrompts(settings: BircoSettings, context: Context): Promise<OwnPrompts | undefined> {
  const { prompts } = settings;
  if (prompts === undefined) return undefined;
  let templates = read.get(settings);
  if (templates === undefined) {
    templates = context
      .read(prompts)
      .then((bytes) => parseOwnPrompts(decodeText(bytes, prompts).text, prompts));
    read.set(settings, templates);
  }
  return templates;
}

/**
 * Reads a file of templates.
 *
 * @throws QuadratError `invalid-format` for another form, an unknown placeholder, or one that is missing
 */
export function parseOwnPrompts(text: string, file: string): OwnPrompts {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new QuadratError('invalid-json', 'the file of prompts is not JSON', { file, next: FORM, cause });
  }
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new QuadratError('invalid-format', `prompts: ${issue?.path.join('.')}: ${issue?.message}`, {
      file,
      next: FORM,
    });
  }
  for (const [name, needed] of Object.entries(NEEDED)) {
    const template = Object.entries(parsed.data).find(([key]) => key === name)?.[1];
    if (template === undefined) continue;
    const whole = `${template.system ?? ''}\n${template.user}`;
    const named = [...whole.matchAll(/\{([a-z-]+)\}/g)].map((match) => match[1] ?? '');
    const unknown = named.find((one) => !PLACEHOLDERS.some((known) => known === one));
    if (unknown !== undefined) throw wrong(file, name, `there is no placeholder {${unknown}}`);
    const missing = needed.find((one) => !named.includes(one));
    if (missing !== undefined) throw wrong(file, name, `the placeholder {${missing}} is missing`);
  }
  return parsed.data;
}

function wrong(file: string, name: string, what: string): QuadratError {
  return new QuadratError('invalid-format', `prompt ${name}: ${what}`, {
    file,
    next: `Placeholders: ${PLACEHOLDERS.map((known) => `{${known}}`).join(', ')}.`,
  });
}

/**
 * A prompt from a file of templates. A paragraph with `{objective}` is left out where the objective is off. Texts are
 * put in once: what looks like a placeholder in a text stays as it is.
 *
 * @throws QuadratError `invalid-format` where the file lacks the prompt
 */
export function ownPrompt(
  templates: OwnPrompts,
  name: PromptName,
  set: BircoSet,
  settings: BircoSettings,
  values: PromptValues,
): Message[] {
  const template: Template | undefined = templates[name];
  if (template === undefined) {
    throw new QuadratError('invalid-format', `the file of prompts has no prompt "${name}"`, {
      ...(settings.prompts === undefined ? {} : { file: settings.prompts }),
      next: `Add it: method ${settings.method} needs it.`,
    });
  }
  const all: PromptValues = {
    ...values,
    objective: set.objective,
    'query-is': set.queryIs,
    'passage-is': set.passageIs,
  };
  const fill = (text: string) =>
    text
      .split(/\n{2,}/)
      .filter((paragraph) => settings.objective || !paragraph.includes('{objective}'))
      .join('\n\n')
      .replace(/\{([a-z-]+)\}/g, (whole, key: string) => new Map(Object.entries(all)).get(key) ?? whole);
  return [
    ...(template.system === undefined ? [] : [{ role: 'system' as const, content: fill(template.system) }]),
    { role: 'user', content: fill(template.user) },
  ];
}

/** Passages as a window shows them. */
export function numbered(passages: readonly string[], first: number): string {
  return passages.map((text, at) => `[${first + at}] ${unbracketed(text)}`).join('\n\n');
}
