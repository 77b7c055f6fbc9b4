import { z } from 'zod';
import { type Context, QuadratError } from '../../core/index.ts';
import { decodeText } from '../../data/encoding.ts';
import type { Kind } from './sets.ts';
import { type ClimaqaSettings, SETTINGS } from './settings.ts';
import {
  BUILT_IN,
  JUDGE,
  type JudgeTemplate,
  PLACEHOLDERS,
  type Placeholder,
  type Template,
} from './templates.ts';

const exampleSchema = z.strictObject({
  question: z.string().min(1),
  options: z.record(z.string(), z.string()).optional(),
  answer: z.string().min(1),
});
const promptSchema = z.strictObject({ system: z.string(), user: z.string() });
const fewShotSchema = promptSchema.extend({
  example: z.string().optional(),
  between: z.string().optional(),
  examples: z.array(exampleSchema).min(1).optional(),
});
const taskSchema = z.strictObject({
  default: promptSchema.optional(),
  'few-shot': fewShotSchema.optional(),
  rag: promptSchema.optional(),
});
const fileSchema = z.strictObject({
  mcq: taskSchema.optional(),
  cloze: taskSchema.optional(),
  freeform: taskSchema.optional(),
  judge: promptSchema.optional(),
});
type PromptsFile = z.infer<typeof fileSchema>;

const FORM =
  'It is JSON of the form {"mcq": {"default": {"system": "…", "user": "… {block} …"}}, …} with the tasks mcq, cloze and freeform, each with default, few-shot and rag, and with judge.';

const files = new WeakMap<ClimaqaSettings, Promise<PromptsFile>>();

/** The file that `prompts` names, read once. */
function promptsFile(settings: ClimaqaSettings, file: string, context: Context): Promise<PromptsFile> {
  let read = files.get(settings);
  if (read === undefined) {
    read = context.read(file).then((bytes) => parsePrompts(decodeText(bytes, file).text, file));
    files.set(settings, read);
  }
  return read;
}

/**
 * The prompt of a task under these settings: the built-in one, or that of the file that `prompts` names.
 *
 * @throws QuadratError `invalid-json` or `invalid-format` for another form, a placeholder that is unknown or missing,
 *   or a file without the prompt
 */
export async function templateOf(kind: Kind, settings: ClimaqaSettings, context: Context): Promise<Template> {
  const { prompts, setting } = settings;
  if (prompts === undefined) return BUILT_IN[kind][setting];
  const own = (await promptsFile(settings, prompts, context))[kind]?.[setting];
  if (own === undefined) {
    throw new QuadratError('invalid-format', `the file has no prompt for ${kind}, setting ${setting}`, {
      file: prompts,
      next: 'Add it, or run without prompts of your own.',
    });
  }
  const { examples, ...texts } = own as z.infer<typeof fewShotSchema>;
  return {
    system: texts.system,
    user: texts.user,
    ...(texts.example === undefined ? {} : { example: texts.example }),
    ...(texts.between === undefined ? {} : { between: texts.between }),
    ...(examples === undefined
      ? {}
      : {
          examples: examples.map(({ question, options, answer }) => ({
            question,
            options: options === undefined ? null : new Map(Object.entries(options)),
            answer,
          })),
        }),
  };
}

/** The judge's prompt: that of the file if it has one, else the built-in one. */
export async function judgeTemplateOf(settings: ClimaqaSettings, context: Context): Promise<JudgeTemplate> {
  const { prompts } = settings;
  if (prompts === undefined) return JUDGE;
  return (await promptsFile(settings, prompts, context)).judge ?? JUDGE;
}

/** Whether a prompt shows examples that are to be drawn. */
export function drawsExamples({ system, user, examples }: Template): boolean {
  return examples === undefined && `${system}${user}`.includes('{examples}');
}

/**
 * Reads a file of prompts.
 *
 * @throws QuadratError `invalid-json`, `invalid-format`
 */
export function parsePrompts(text: string, file: string): PromptsFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new QuadratError('invalid-json', 'the file of prompts is not JSON', { file, next: FORM, cause });
  }
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.length ? `${issue.path.join('.')}: ` : '';
    throw new QuadratError('invalid-format', `prompts: ${where}${issue?.message}`, { file, next: FORM });
  }
  const { judge, ...tasks } = parsed.data;
  for (const kind of ['mcq', 'cloze', 'freeform'] as const) {
    for (const setting of SETTINGS) {
      const prompt = tasks[kind]?.[setting];
      if (prompt !== undefined) checkPrompt(prompt, kind, setting, file);
    }
  }
  if (judge !== undefined) {
    checkPlaceholders(`${judge.system}\n${judge.user}`, 'judge', ['evidence', 'claim'], [], file);
  }
  return parsed.data;
}

function checkPrompt(
  prompt: z.infer<typeof fewShotSchema>,
  kind: Kind,
  setting: (typeof SETTINGS)[number],
  file: string,
): void {
  const name = `${kind}.${setting}`;
  const texts = `${prompt.system}\n${prompt.user}`;
  const question = asks(kind, texts);
  const more = { default: [], 'few-shot': ['examples'], rag: ['passages'] } as const;
  const needed = setting === 'rag' ? [...question, 'passages' as const] : question;
  checkPlaceholders(texts, name, needed, ['mask', ...allQuestion(kind), ...more[setting]], file);
  if (setting !== 'few-shot') return;
  const { example, between, examples } = prompt;
  if (!texts.includes('{examples}')) {
    if (example === undefined && between === undefined && examples === undefined) return;
    throw wrong(
      file,
      name,
      'example, between and examples are shown where {examples} stands, and it is missing',
    );
  }
  if (example === undefined || between === undefined)
    throw wrong(file, name, '{examples} needs `example`, how one is shown, and `between`, what parts two');
  const shown = [...asks(kind, example), 'answer' as const];
  checkPlaceholders(example, `${name}.example`, shown, ['mask', ...allQuestion(kind)], file);
  for (const [at, { options, answer }] of (examples ?? []).entries()) {
    const fits = kind === 'mcq' ? options !== undefined && answer in options : options === undefined;
    if (!fits) {
      const what =
        kind === 'mcq' ? 'needs options, and its answer is one of their letters' : 'has no options';
      throw wrong(file, `${name}.examples.${at}`, `an example of ${kind} ${what}`);
    }
  }
}

/** How a text must show the question. */
function asks(kind: Kind, text: string): readonly Placeholder[] {
  if (kind !== 'mcq') return ['question'];
  return text.includes('{block}') ? ['block'] : ['question', 'options'];
}

function allQuestion(kind: Kind): readonly Placeholder[] {
  return kind === 'mcq' ? ['question', 'options', 'block'] : ['question'];
}

function checkPlaceholders(
  text: string,
  name: string,
  needed: readonly Placeholder[],
  allowed: readonly Placeholder[],
  file: string,
): void {
  const named = [...text.matchAll(/\{([a-z]+)\}/g)].map((match) => match[1] ?? '');
  const all: readonly string[] = [...needed, ...allowed];
  const unknown = named.find((one) => !all.includes(one));
  if (unknown !== undefined) {
    const exists = PLACEHOLDERS.some((known) => known === unknown);
    throw wrong(
      file,
      name,
      `${exists ? `{${unknown}} has no place here` : `there is no placeholder {${unknown}}`}`,
      all,
    );
  }
  const missing = needed.find((one) => !named.includes(one));
  if (missing !== undefined) throw wrong(file, name, `the placeholder {${missing}} is missing`, all);
}

function wrong(file: string, name: string, what: string, known?: readonly string[]): QuadratError {
  return new QuadratError('invalid-format', `prompt ${name}: ${what}`, {
    file,
    next:
      known === undefined
        ? 'See docs/benchmarks/climaqa.md for the form of the file.'
        : `Placeholders here: ${[...new Set(known)].map((one) => `{${one}}`).join(', ')}.`,
  });
}
