import { normaliseSpan } from '../text/normalise-span.ts';
import { readChineseJson } from './chinese-json.ts';
import { isNothing, splitList, withoutListMark } from './chinese-lists.ts';
import { answerText } from './reasoning.ts';
import { isRefusal } from './refusal.ts';

/** A span with its type. */
export interface Entity {
  readonly type: string;
  readonly text: string;
}

/** How the parts of an answer were found. */
export type ReadingStage = 'strict' | 'unwrapped' | 'repaired' | 'lines';

/** What an answer says: one reading each, and nothing said is no empty list. */
export type SpanReading<Value> =
  | { readonly status: 'ok'; readonly value: Value; readonly stage: ReadingStage; readonly open: boolean }
  | { readonly status: 'invalid' | 'refusal' | 'empty' };

/** Names of types to their ids; compared after `normaliseSpan`. */
export type TypeNames = ReadonlyMap<string, string>;

/** @returns a map for {@link readEntities}; the ids themselves are names too */
export function typeNames(entries: Iterable<readonly [id: string, names: readonly string[]]>): TypeNames {
  const names = new Map<string, string>();
  for (const [id, own] of entries) for (const name of [id, ...own]) names.set(normaliseSpan(name), id);
  return names;
}

export interface ReadOptions {
  /** Only JSON that is valid as it stands or in a fence. */
  readonly strict?: boolean;
}

/**
 * Reads typed spans from an answer: JSON (an object of lists, a list of `{type, text}`), else lines of `type: values`.
 * Types outside the schema and words for nothing are left out.
 */
export function readEntities(
  text: string,
  types: TypeNames,
  options: ReadOptions = {},
): SpanReading<readonly Entity[]> {
  const answer = answerText(text);
  if (answer.trim() === '') return { status: 'empty' };
  const json = readChineseJson(answer);
  if (json !== undefined && (options.strict !== true || json.stage !== 'repaired')) {
    const found = fromJson(json.value, types);
    if (found !== undefined) return { status: 'ok', value: found, stage: json.stage, open: json.open };
  }
  if (options.strict !== true) {
    const lines = fromLines(answer, types);
    if (lines !== undefined) return { status: 'ok', value: lines, stage: 'lines', open: false };
    if (isNothing(answer)) return { status: 'ok', value: [], stage: 'lines', open: false };
  }
  return { status: isRefusal(answer) ? 'refusal' : 'invalid' };
}

const TYPE_KEYS = ['type', 'label', '类型', '实体类型', '标签', '类别', 'entity_type'];
const TEXT_KEYS = ['text', 'value', 'entity', 'span', '文本', '内容', '实体', '值', 'name'];
const LIST_KEYS = ['entities', '实体', '实体列表', 'result', 'results', '结果', 'data', '抽取结果'];

/** @returns undefined where the value names neither a type nor an empty list */
function fromJson(value: unknown, types: TypeNames): Entity[] | undefined {
  if (Array.isArray(value)) {
    const found = value.map((entry) => fromEntry(entry, types));
    if (value.length > 0 && found.every((entry) => entry === undefined)) return undefined;
    return found.flatMap((entry) => entry ?? []);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value);
  const own = entries.flatMap(([key, inner]) => {
    const type = types.get(normaliseSpan(key));
    return type === undefined ? [] : [{ type, inner }];
  });
  if (own.length > 0) return own.flatMap(({ type, inner }) => spansOf(inner).map((text) => ({ type, text })));
  const single = fromEntry(value, types);
  if (single !== undefined) return single;
  const list = entries.find(
    ([key, inner]) => LIST_KEYS.includes(normaliseSpan(key)) && typeof inner === 'object',
  );
  if (list !== undefined) return fromJson(list[1], types);
  return entries.length === 0 ? [] : undefined;
}

function fromEntry(entry: unknown, types: TypeNames): Entity[] | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  if (Array.isArray(entry)) {
    const type = typeof entry[0] === 'string' ? types.get(normaliseSpan(entry[0])) : undefined;
    return type === undefined || entry.length !== 2
      ? undefined
      : spansOf(entry[1]).map((text) => ({ type, text }));
  }
  const named = valueAt(entry, TYPE_KEYS);
  const type = typeof named === 'string' ? types.get(normaliseSpan(named)) : undefined;
  if (type !== undefined) return spansOf(valueAt(entry, TEXT_KEYS)).map((text) => ({ type, text }));
  const keyed = Object.entries(entry).filter(([key]) => types.has(normaliseSpan(key)));
  if (keyed.length > 0) return fromJson(entry, types);
  return named === undefined ? undefined : [];
}

function valueAt(entry: object, keys: readonly string[]): unknown {
  return Object.entries(entry).find(([key]) => keys.includes(normaliseSpan(key)))?.[1];
}

/** The spans of a value: a text (which may list several), a number, a list; null: none. */
function spansOf(value: unknown): string[] {
  if (typeof value === 'string') return splitList(value);
  if (typeof value === 'number') return [String(value)];
  if (Array.isArray(value))
    return value.flatMap((entry) => (typeof entry === 'string' ? one(entry) : spansOf(entry)));
  if (typeof value === 'object' && value !== null) return spansOf(valueAt(value, TEXT_KEYS));
  return [];
}

/** An entry of a list is one span, whatever it holds. */
function one(text: string): string[] {
  return text.trim() === '' || isNothing(text) ? [] : [text.trim()];
}

/** Lines or parts of lines that start with a type and a colon. */
function fromLines(answer: string, types: TypeNames): Entity[] | undefined {
  let found = false;
  const entities: Entity[] = [];
  let open: string | undefined;
  for (const line of answer.split('\n')) {
    let rest: string | undefined;
    for (const part of fieldsOf(line, types)) {
      const field = fieldOf(part, types);
      if (field === undefined) {
        rest = part;
        continue;
      }
      found = true;
      const values = splitList(field.value);
      entities.push(...values.map((text) => ({ type: field.type, text })));
      open = field.value.trim() === '' ? field.type : undefined;
      rest = undefined;
    }
    // Below a type without a value its values may stand as a list.
    const mark = /^\s*(?:[-*•·]|\d{1,2}[.、)）])/u.test(line);
    if (rest !== undefined && open !== undefined && mark) {
      const type = open;
      entities.push(...splitList(withoutListMark(rest)).map((text) => ({ type, text })));
    }
  }
  return found ? entities : undefined;
}

/** A line, cut at each semicolon behind which another field starts. */
function fieldsOf(line: string, types: TypeNames): string[] {
  const parts: string[] = [];
  for (const part of line.split(/[；;]/u)) {
    if (parts.length > 0 && fieldOf(part, types) === undefined) parts[parts.length - 1] += `；${part}`;
    else parts.push(part);
  }
  return parts;
}

function fieldOf(part: string, types: TypeNames): { type: string; value: string } | undefined {
  const plain = withoutListMark(part);
  const colon = plain.search(/[:：]/u);
  if (colon < 1 || colon > 40) return undefined;
  const name = normaliseSpan(plain.slice(0, colon)).replace(/^[[(【]+|[\])】]+$/gu, '');
  const type = types.get(name);
  return type === undefined ? undefined : { type, value: plain.slice(colon + 1) };
}
