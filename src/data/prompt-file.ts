import { z } from 'zod';
import { QuadratError } from '../core/errors.ts';
import type { Context, Message } from '../core/index.ts';
import { decodeText } from './encoding.ts';

const templateSchema = z.strictObject({ system: z.string().optional(), user: z.string() });

/** A prompt of one's own; `{name}` stands for a text that is put in. */
export type PromptTemplate = z.infer<typeof templateSchema>;

/** What a benchmark's file of prompts holds. */
export interface PromptFileForm {
  /** The prompts by name, and the placeholders of each: those that it must have and those that it may have. */
  readonly prompts: Readonly<
    Record<string, { readonly needed: readonly string[]; readonly allowed?: readonly string[] }>
  >;
  /** The form in words, with an example. */
  readonly help: string;
}

/** Templates of a file by the prompt's name. */
export interface PromptFile {
  readonly file: string;
  readonly templates: ReadonlyMap<string, PromptTemplate>;
}

/**
 * Reads a file of prompts: JSON, `{name: {system, user}}`.
 *
 * @throws QuadratError `invalid-json`; `invalid-format` for another form, an unknown placeholder, or one that is missing
 */
export function parsePromptFile(text: string, file: string, form: PromptFileForm): PromptFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new QuadratError('invalid-json', 'the file of prompts is not JSON', {
      file,
      next: form.help,
      cause,
    });
  }
  const schema = z.strictObject(
    Object.fromEntries(Object.keys(form.prompts).map((name) => [name, templateSchema.optional()])),
  );
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.join('.')}: `;
    throw new QuadratError('invalid-format', `prompts: ${place}${issue?.message}`, { file, next: form.help });
  }
  const templates = new Map<string, PromptTemplate>();
  for (const [name, template] of Object.entries(parsed.data)) {
    if (template === undefined) continue;
    checkPlaceholders(name, template, file, form);
    templates.set(name, template);
  }
  return { file, templates };
}

function checkPlaceholders(name: string, template: PromptTemplate, file: string, form: PromptFileForm): void {
  const { needed = [], allowed = [] } = form.prompts[name] ?? {};
  const known = [...new Set([...needed, ...allowed])];
  const named = [...`${template.system ?? ''}\n${template.user}`.matchAll(PLACEHOLDER)].map(
    ([, key]) => key ?? '',
  );
  const wrong = (what: string) =>
    new QuadratError('invalid-format', `prompt ${name}: ${what}`, {
      file,
      next: `Placeholders: ${known.map((one) => `{${one}}`).join(', ')}.`,
    });
  const unknown = named.find((one) => !known.includes(one));
  if (unknown !== undefined) throw wrong(`there is no placeholder {${unknown}}`);
  const missing = needed.find((one) => !named.includes(one));
  if (missing !== undefined) throw wrong(`the placeholder {${missing}} is missing`);
}

const PLACEHOLDER = /\{([a-z-]+)\}/g;

/**
 * The file that a setting `prompts` names, read once for each settings object; undefined where it names none.
 *
 * @throws QuadratError as {@link parsePromptFile}, and what reading a file throws
 */
export function promptFileReader<S extends { readonly prompts?: string | undefined }>(
  form: PromptFileForm,
): (settings: S, context: Pick<Context, 'read'>) => Promise<PromptFile | undefined> {
  const read = new WeakMap<S, Promise<PromptFile>>();
  return async (settings, context) => {
    const { prompts } = settings;
    if (prompts === undefined) return undefined;
    let file = read.get(settings);
    if (file === undefined) {
      file = context
        .read(prompts)
        .then((bytes) => parsePromptFile(decodeText(bytes, prompts).text, prompts, form));
      read.set(settings, file);
    }
    return file;
  };
}

/**
 * One prompt of a file.
 *
 * @param why what needs it, e.g. `method=reason`
 * @throws QuadratError `invalid-format` where the file lacks it
 */
export function templateNamed({ file, templates }: PromptFile, name: string, why: string): PromptTemplate {
  const template = templates.get(name);
  if (template !== undefined) return template;
  throw new QuadratError('invalid-format', `the file of prompts has no prompt "${name}"`, {
    file,
    next: `Add it: ${why} needs it.`,
  });
}

/** The messages of a template. Texts are put in once: what looks like a placeholder in a text stays as it is. */
export function fillTemplate(template: PromptTemplate, values: ReadonlyMap<string, string>): Message[] {
  const fill = (text: string) => text.replace(PLACEHOLDER, (whole, key: string) => values.get(key) ?? whole);
  return [
    ...(template.system === undefined ? [] : [{ role: 'system' as const, content: fill(template.system) }]),
    { role: 'user', content: fill(template.user) },
  ];
}
