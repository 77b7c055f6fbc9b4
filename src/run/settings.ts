import { z } from 'zod';
import { type AnyTask, type ModelAbility, QuadratError } from '../core/index.ts';

/** Settings of a task after defaults: parsed for the task, and as they are shown and hashed. */
export interface ResolvedSettings {
  readonly parsed: unknown;
  readonly shown: Readonly<Record<string, unknown>>;
}

/** `--set key=value` pairs as a map; a later pair wins. */
export function parsePairs(pairs: readonly string[]): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    if (at < 1) {
      throw new QuadratError('usage', `--set takes key=value, not "${pair}"`, {
        next: 'For example: --set method=score',
      });
    }
    settings.set(pair.slice(0, at).trim(), pair.slice(at + 1).trim());
  }
  return settings;
}

/**
 * Fills in defaults and checks every value.
 *
 * @throws QuadratError `unknown-setting` or `invalid-setting`, naming what there is
 */
export function resolveSettings(
  task: AnyTask,
  given: ReadonlyMap<string, unknown>,
  abilities: ReadonlySet<ModelAbility>,
): ResolvedSettings {
  const known = settingKeys(task);
  for (const [key, value] of given) {
    if (known.length > 0 && !known.includes(key)) {
      throw new QuadratError('unknown-setting', `${task.id} has no setting "${key}"`, {
        next: `It has: ${known.join(', ')}.`,
      });
    }
    // A blank would be read as the number 0.
    if (value === '') {
      throw new QuadratError('invalid-setting', `${task.id}: setting ${key}: there is no value`, {
        next: `See \`quadrat list ${task.id.split('/')[0]}\` for the values it takes.`,
      });
    }
  }
  const read = task.settings.safeParse({ ...task.defaults(abilities), ...Object.fromEntries(given) });
  if (!read.success) {
    const [issue] = read.error.issues;
    const key = issue?.path.join('.') ?? '';
    const what = issue === undefined ? 'is wrong' : wordsOf(issue, given.get(key));
    throw new QuadratError('invalid-setting', `${task.id}: setting ${key}: ${what}`, {
      next: `See \`quadrat list ${task.id.split('/')[0]}\` for the values it takes.`,
    });
  }
  return { parsed: read.data, shown: toRecord(read.data) };
}

/** A text that is no number comes to the schema as NaN, which nobody typed. */
function wordsOf(issue: z.core.$ZodIssue, given: unknown): string {
  if (issue.code !== 'invalid_type' || typeof given !== 'string') return issue.message;
  if (issue.expected === 'int') return `"${given}" is no whole number`;
  return issue.expected === 'number' ? `"${given}" is no number` : issue.message;
}

/** Names of a task's settings. */
export function settingKeys(task: AnyTask): string[] {
  return describeSettings(task).map(({ key }) => key);
}

/** A setting as `list` shows it. */
export interface SettingDescription {
  readonly key: string;
  readonly summary: string;
  readonly values: string;
  readonly default: unknown;
}

const objectSchema = z.object({
  properties: z.record(
    z.string(),
    z.looseObject({
      description: z.string().optional(),
      default: z.unknown().optional(),
      enum: z.array(z.unknown()).optional(),
      type: z.string().optional(),
      anyOf: z.array(z.looseObject({ type: z.string().optional() })).optional(),
    }),
  ),
});

/** The settings of a task with their values and defaults, from its schema. */
export function describeSettings(task: AnyTask): SettingDescription[] {
  const { properties } = objectSchema.parse(z.toJSONSchema(task.settings, { io: 'input' }));
  // A schema does not say the default of a value that it transforms, such as a flag; parsing nothing does.
  const parsed = task.settings.safeParse({});
  const defaults = toRecord(parsed.data);
  return Object.entries(properties).map(([key, property]) => ({
    key,
    summary: property.description ?? '',
    values: valuesOf(property),
    default: property.default ?? defaults[key] ?? null,
  }));
}

function valuesOf(property: z.infer<typeof objectSchema>['properties'][string]): string {
  if (property.enum !== undefined) return property.enum.map(String).join('|');
  if (property.anyOf?.some(({ type }) => type === 'boolean') === true) return 'true|false';
  return property.type ?? 'text';
}

function toRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
