import { type Document, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { QuadratError } from '../../core/index.ts';
import { readJsonMaps } from '../../data/json-map.ts';
import type { LabelWords } from '../../parse/label.ts';
import { normaliseSpan } from '../../text/normalise-span.ts';

export const KINDS = [
  'classification',
  'entities',
  'relations',
  'reading',
  'knowledge',
  'generation',
] as const;
export type Kind = (typeof KINDS)[number];

/** How the spans of a type are compared in the variant `canonical`. */
export type Canonical = 'amount' | 'weight' | 'time';

export interface EntityType {
  readonly id: string;
  /** Chinese names; the first stands in the prompt. */
  readonly names: readonly string[];
  /** Whether near matches earn credit. */
  readonly match: 'exact' | 'fuzzy';
  readonly canonical: Canonical | null;
}

export interface RelationType {
  readonly id: string;
  readonly names: readonly string[];
  /** Types of the two ends; empty: any. */
  readonly head: readonly string[];
  readonly tail: readonly string[];
}

/** What a task file says: labels, types, words of the prompt and options of the metric. */
export interface TaskSpec {
  readonly id: string;
  readonly kind: Kind;
  readonly title: string;
  /** The user's own data, beside the task file; null: none named. */
  readonly data: string | null;
  readonly role: string;
  readonly instruction: string;
  readonly input: string;
  readonly labels: readonly LabelWords[];
  /** The label of `f1.positive`; null: none. */
  readonly positive: string | null;
  /** Words that tell of a label, for models that only compare texts. */
  readonly hints: ReadonlyMap<string, string>;
  readonly types: readonly EntityType[];
  readonly relations: readonly RelationType[];
  readonly threshold: number;
  readonly exactWeight: number;
  readonly fuzzyWeight: number;
  readonly lengthGuard: boolean;
  readonly digitGuard: boolean;
  readonly headline: string;
}

/** The measure that a kind's headline must be. */
export const HEADLINES: Readonly<Record<Kind, string>> = {
  classification: 'f1.macro',
  entities: 'hybrid.f1',
  relations: 'strict.f1',
  reading: 'char.f1',
  knowledge: 'accuracy',
  generation: 'rougel.char',
};

const text = z.string().trim().min(1);
const names = z.array(text);
const weight = z.number().min(0).max(1);
const typeSchema = z.strictObject({
  names: names.min(1),
  match: z.enum(['exact', 'fuzzy']),
  canonical: z.enum(['amount', 'weight', 'time']).optional(),
});
const relationSchema = z.strictObject({
  names,
  head: names.optional(),
  tail: names.optional(),
});
const fileSchema = z
  .strictObject({
    id: text,
    kind: z.enum(KINDS),
    language: z.literal('zh'),
    title: text.optional(),
    data: text.optional(),
    role: text.optional(),
    instruction: text.optional(),
    input: text.optional(),
    labels: z.map(text, names).optional(),
    positive: text.optional(),
    hints: z.map(text, text).optional(),
    types: z.map(text, typeSchema).optional(),
    relations: z.map(text, relationSchema).optional(),
    threshold: z.number().int().min(0).max(100).default(2),
    exactWeight: weight.default(0.5),
    fuzzyWeight: weight.default(0.5),
    lengthGuard: z.boolean().default(true),
    digitGuard: z.boolean().default(false),
    headline: text.optional(),
  })
  .superRefine((file, context) => {
    const fault = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (Math.abs(file.exactWeight + file.fuzzyWeight - 1) > 1e-9)
      fault(
        ['fuzzyWeight'],
        `exactWeight and fuzzyWeight must add up to 1, not ${file.exactWeight + file.fuzzyWeight}`,
      );
    if (file.kind === 'classification' && (file.labels?.size ?? 0) < 2)
      fault(['labels'], 'a classification needs at least two labels');
    if (file.positive !== undefined && file.labels?.has(file.positive) !== true)
      fault(['positive'], `"${file.positive}" is none of the labels`);
    for (const label of file.hints?.keys() ?? [])
      if (file.labels?.has(label) !== true) fault(['hints', label], `"${label}" is none of the labels`);
    if (file.kind === 'entities' && (file.types?.size ?? 0) === 0)
      fault(['types'], 'an extraction needs at least one type');
    if (file.kind === 'relations' && (file.relations?.size ?? 0) === 0)
      fault(['relations'], 'relations are missing');
    for (const [group, entries] of Object.entries(namesOf(file))) {
      const owners = new Map<string, string>();
      // Ids are read as names, and width, case and white space make no difference.
      for (const [id, own] of entries)
        for (const name of [id, ...own]) {
          const owner = owners.get(normaliseSpan(name)) ?? id;
          if (owner !== id)
            fault([group, id], `"${name}" names "${owner}", too: no answer could tell them apart`);
          owners.set(normaliseSpan(name), owner);
        }
    }
    if (file.headline !== undefined && file.headline !== HEADLINES[file.kind])
      fault(['headline'], `the headline of the kind ${file.kind} is ${HEADLINES[file.kind]}`);
    for (const [id, relation] of file.relations ?? [])
      for (const end of [...(relation.head ?? []), ...(relation.tail ?? [])])
        if (file.types !== undefined && !file.types.has(end))
          fault(['relations', id], `"${end}" is none of the types`);
  });

interface Named {
  readonly labels?: ReadonlyMap<string, readonly string[]> | undefined;
  readonly types?: ReadonlyMap<string, { readonly names: readonly string[] }> | undefined;
  readonly relations?: ReadonlyMap<string, { readonly names: readonly string[] }> | undefined;
}

/** Names by id, for each group in which a name may stand for one thing only. */
function namesOf({ labels, types, relations }: Named) {
  const pairs = (group: Named['types']) =>
    [...(group ?? [])].map(([id, { names: own }]) => [id, own] as const);
  return { labels: [...(labels ?? [])], types: pairs(types), relations: pairs(relations) };
}

/**
 * Reads a task file: JSON, or YAML of the same form.
 *
 * @throws QuadratError `invalid-setting` with file, line and key of the first mistake
 */
export function readTaskFile(content: string, file: string): TaskSpec {
  if (content.trim() === '')
    throw new QuadratError('invalid-setting', 'the file is empty', { file, line: 1, next: NEXT });
  const lines = new LineCounter();
  const document = parseDocument(content, { lineCounter: lines, uniqueKeys: true });
  const [broken] = document.errors;
  if (broken !== undefined) {
    needJson(content, file);
    const [what = ''] = broken.message.split(/ at line \d+|\n/u);
    throw new QuadratError('invalid-setting', what, {
      file,
      line: lines.linePos(broken.pos[0]).line,
      next: NEXT,
    });
  }
  const root = contentOf(document, file);
  const read = fileSchema.safeParse(root instanceof Map ? topLevel(root) : root);
  if (!read.success) {
    needJson(content, file);
    const [issue] = read.error.issues;
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
    const path = [...(issue?.path ?? []), ...(unknown === undefined ? [] : [unknown])].map(String);
    const line = lineOf(document, lines, path);
    throw new QuadratError(
      'invalid-setting',
      `${path.length === 0 ? 'the file' : `key ${path.join('.')}`}: ${issue?.message ?? 'is wrong'}`,
      { file, ...(line === undefined ? {} : { line }), data: { key: path.join('.') }, next: NEXT },
    );
  }
  return toSpec(read.data);
}

/** What is wrong in a file that begins as JSON is first its JSON: YAML calls a missing comma something else. */
function needJson(content: string, file: string): void {
  if (!/^\s*\{\s*"/.test(content)) return;
  try {
    readJsonMaps(content, file);
  } catch (error) {
    if (!(error instanceof QuadratError) || error.code !== 'invalid-json') return;
    const { line } = error.place;
    throw new QuadratError('invalid-setting', `the file is no JSON: ${error.message}`, {
      file,
      ...(line === undefined ? {} : { line }),
      next: NEXT,
    });
  }
}

function contentOf(document: Document.Parsed, file: string): unknown {
  try {
    return document.toJS({ mapAsMap: true });
  } catch (cause) {
    // References that grow without end, or that name nothing.
    throw new QuadratError('invalid-setting', `the file: ${(cause as Error).message}`, {
      file,
      next: NEXT,
      cause,
    });
  }
}

const NEXT = 'docs/benchmarks/cpsdbench.md shows a whole task file.';

/** Labels, types and relations stay maps, as their keys are the user's; what is in them are plain objects. */
function topLevel(root: ReadonlyMap<unknown, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    [...root].map(([key, value]) => [
      String(key),
      value instanceof Map
        ? new Map(
            [...value].map(([id, inner]) => [
              String(id),
              inner instanceof Map ? Object.fromEntries(inner) : inner,
            ]),
          )
        : value,
    ]),
  );
}

/** The line of a key, or of the nearest one above it that is there. */
function lineOf(document: Document.Parsed, lines: LineCounter, path: readonly string[]): number | undefined {
  for (let depth = path.length; depth >= 0; depth -= 1) {
    const parts = path.slice(0, depth).map((part) => (/^\d+$/.test(part) ? Number(part) : part));
    const node: unknown = depth === 0 ? document.contents : document.getIn(parts, true);
    const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
    const start: unknown = Array.isArray(range) ? range[0] : undefined;
    if (typeof start === 'number') return lines.linePos(start).line;
  }
  return undefined;
}

function toSpec(file: z.infer<typeof fileSchema>): TaskSpec {
  return {
    id: file.id,
    kind: file.kind,
    title: file.title ?? file.id,
    data: file.data ?? null,
    role: file.role ?? '你是一名公安业务分析员，只依据给出的材料作答。',
    instruction: file.instruction ?? DEFAULT_INSTRUCTIONS[file.kind],
    input: file.input ?? '一段文字。',
    labels: [...(file.labels ?? [])].map(([id, words]) => ({ id, words })),
    positive: file.positive ?? null,
    hints: file.hints ?? new Map(),
    types: [...(file.types ?? [])].map(([id, { names: own, match, canonical }]) => ({
      id,
      names: own,
      match,
      canonical: canonical ?? null,
    })),
    relations: [...(file.relations ?? [])].map(([id, { names: own, head, tail }]) => ({
      id,
      names: own,
      head: head ?? [],
      tail: tail ?? [],
    })),
    threshold: file.threshold,
    exactWeight: file.exactWeight,
    fuzzyWeight: file.fuzzyWeight,
    lengthGuard: file.lengthGuard,
    digitGuard: file.digitGuard,
    headline: HEADLINES[file.kind],
  };
}

const DEFAULT_INSTRUCTIONS: Readonly<Record<Kind, string>> = {
  classification: '判断下面的文字属于哪一类。',
  entities: '从下面的文字中抽取全部要素。',
  relations: '从下面的文字中抽取全部关系三元组。',
  reading: '阅读材料，回答后面的问题。',
  knowledge: '回答下面的题目。',
  generation: '根据下面的材料写一段话。',
};
