import { z } from 'zod';
import { QuadratError } from '../../core/index.ts';
import { BUILT_IN, PLACES, type Prompts, type Template } from './prompts.ts';

const templateSchema = z.strictObject({ system: z.string().min(1).optional(), user: z.string().min(1) });
const fileSchema = z.strictObject({ answer: templateSchema.optional(), judge: templateSchema.optional() });

const FORM =
  'It is JSON of the form {"answer": {"user": "{role} {task} {input} <<<{text}>>> {constraints}"}, "judge": {"user": "{material} {reference} {text}"}}; both may have a "system".';

/**
 * Reads a file of prompts: JSON with `answer`, `judge` or both; what is absent is ours.
 *
 * @throws QuadratError `invalid-json`; `invalid-format` for another form, a place that does not exist or one that is
 *   missing
 */
export function readOwnPrompts(text: string, file: string): Prompts {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new QuadratError('invalid-json', 'the file of prompts is not JSON', { file, next: FORM, cause });
  }
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') ?? '';
    throw new QuadratError('invalid-format', `prompts${where === '' ? '' : ` ${where}`}: ${issue?.message}`, {
      file,
      next: FORM,
    });
  }
  const own = (name: keyof Prompts): Template => {
    const given = parsed.data[name];
    if (given === undefined) return BUILT_IN[name];
    const template = { system: given.system ?? null, user: given.user };
    checkPlaces(name, template, file);
    return template;
  };
  return { answer: own('answer'), judge: own('judge') };
}

function checkPlaces(name: keyof Prompts, { system, user }: Template, file: string): void {
  const places: Readonly<Record<string, boolean>> = PLACES[name];
  const named = new Set([...`${system ?? ''}\n${user}`.matchAll(/\{([a-z]+)\}/g)].map(([, place]) => place));
  const fault = (what: string) =>
    new QuadratError('invalid-format', `prompt ${name}: ${what}`, {
      file,
      next: `Its places are ${Object.keys(places)
        .map((place) => `{${place}}`)
        .join(', ')}.`,
    });
  for (const place of named)
    if (place !== undefined && !Object.hasOwn(places, place)) throw fault(`there is no place {${place}}`);
  for (const [place, needed] of Object.entries(places))
    if (needed && !named.has(place)) throw fault(`the place {${place}} is missing`);
}
