import { normaliseSpan } from '../text/normalise-span.ts';
import { readChineseJson } from './chinese-json.ts';
import { isNothing, withoutListMark } from './chinese-lists.ts';
import type { ReadOptions, SpanReading, TypeNames } from './entities.ts';
import { answerText } from './reasoning.ts';
import { isRefusal } from './refusal.ts';

/** Two spans and what binds them; the direction counts. */
export interface Triple {
  readonly head: string;
  /** An id of the schema, or what was written if it is none. */
  readonly relation: string;
  readonly tail: string;
}

export interface Triples {
  readonly triples: readonly Triple[];
  /** How many have a relation outside the schema. */
  readonly schemaViolations: number;
}

/**
 * Reads triples from an answer: JSON (lists of `{head, relation, tail}` or of three texts, Chinese keys), groups in
 * brackets, arrows. `NA` and 无 are no relation. The same triple counts once.
 *
 * @param relations names of relations to their ids, see `typeNames`
 */
export function readTriples(
  text: string,
  relations: TypeNames,
  options: ReadOptions = {},
): SpanReading<Triples> {
  const answer = answerText(text);
  if (answer.trim() === '') return { status: 'empty' };
  const json = readChineseJson(answer);
  if (json !== undefined && (options.strict !== true || json.stage !== 'repaired')) {
    const found = fromJson(json.value);
    if (found !== undefined)
      return { status: 'ok', value: collect(found, relations), stage: json.stage, open: json.open };
  }
  if (options.strict !== true) {
    const found = fromText(answer, relations);
    if (found.length > 0)
      return { status: 'ok', value: collect(found, relations), stage: 'lines', open: false };
    if (isNothing(answer) || saysNone(answer))
      return { status: 'ok', value: collect([], relations), stage: 'lines', open: false };
  }
  return { status: isRefusal(answer) ? 'refusal' : 'invalid' };
}

/** `三元组：无`, `关系: 无` */
function saysNone(answer: string): boolean {
  const found = /^[^:：\n]{0,12}[:：]([^\n]*)$/u.exec(answer.trim());
  return found !== null && isNothing(found[1] ?? '');
}

type Raw = readonly [head: string, relation: string, tail: string];

function collect(raw: readonly Raw[], relations: TypeNames): Triples {
  const seen = new Set<string>();
  const triples: Triple[] = [];
  let schemaViolations = 0;
  for (const [head, written, tail] of raw) {
    if (isNothing(written) || isNothing(head) || isNothing(tail)) continue;
    const known = relations.get(normaliseSpan(written));
    const relation = known ?? written.trim();
    const key = JSON.stringify([head, relation, tail].map(normaliseSpan));
    if (seen.has(key)) continue;
    seen.add(key);
    if (known === undefined) schemaViolations += 1;
    triples.push({ head: head.trim(), relation, tail: tail.trim() });
  }
  return { triples, schemaViolations };
}

const HEAD_KEYS = ['head', 'subject', 'subj', 'h', '头实体', '主体', '主语', 'em1text', 'entity1', '实体1'];
const RELATION_KEYS = ['relation', 'predicate', 'rel', 'r', 'label', 'type', '关系', '谓词', '关系类型'];
const TAIL_KEYS = ['tail', 'object', 'obj', 't', '尾实体', '客体', '宾语', 'em2text', 'entity2', '实体2'];

/** @returns undefined where nothing in it has the form of a triple */
function fromJson(value: unknown): Raw[] | undefined {
  if (Array.isArray(value)) {
    const single = fromThree(value);
    if (single !== undefined) return [single];
    const found = value.map((entry) => fromJson(entry));
    if (value.length > 0 && found.every((entry) => entry === undefined)) return undefined;
    return found.flatMap((entry) => entry ?? []);
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const parts = [HEAD_KEYS, RELATION_KEYS, TAIL_KEYS].map((keys) => textAt(value, keys));
  const [head, relation, tail] = parts;
  if (head !== undefined && relation !== undefined && tail !== undefined) return [[head, relation, tail]];
  const inner = Object.values(value).filter((entry) => Array.isArray(entry));
  if (inner.length === 0) return Object.keys(value).length === 0 ? [] : undefined;
  const found = inner.map((entry) => fromJson(entry));
  return found.every((entry) => entry === undefined) ? undefined : found.flatMap((entry) => entry ?? []);
}

function fromThree(value: readonly unknown[]): Raw | undefined {
  const [head, relation, tail] = value;
  if (
    value.length !== 3 ||
    typeof head !== 'string' ||
    typeof relation !== 'string' ||
    typeof tail !== 'string'
  )
    return undefined;
  return [head, relation, tail];
}

function textAt(entry: object, keys: readonly string[]): string | undefined {
  const found = Object.entries(entry).find(([key]) => keys.includes(normaliseSpan(key)))?.[1];
  return typeof found === 'string' ? found : undefined;
}

const ARROW = /\s*(?:-+>|—+>|=+>|→|⟶|➔|-{2,}|—{2,})\s*/u;

function fromText(answer: string, relations: TypeNames): Raw[] {
  const groups = bracketGroups(answer).map((group) => threeParts(group));
  const found = groups.filter((group) => group !== undefined);
  if (found.length > 0) return found;
  return answer.split(/[\n；;]/u).flatMap((line): Raw[] => {
    const plain = withoutListMark(line).replace(/[。.]$/u, '');
    const arrows = plain.split(ARROW);
    const [head, relation, tail] = arrows;
    if (arrows.length === 3 && head !== undefined && relation !== undefined && tail !== undefined)
      return head === '' || tail === '' ? [] : [[head, relation, tail]];
    const three = threeParts(plain);
    // Without brackets or arrows only a known relation makes three parts a triple.
    return three !== undefined && relations.has(normaliseSpan(three[1])) ? [three] : [];
  });
}

/** The contents of the outermost round brackets, ASCII or full-width. */
function bracketGroups(text: string): string[] {
  const groups: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '(' || character === '（' || character === '<' || character === '〈') {
      if (depth === 0) start = at + 1;
      depth += 1;
    } else if (
      (character === ')' || character === '）' || character === '>' || character === '〉') &&
      depth > 0
    ) {
      depth -= 1;
      if (depth === 0) groups.push(text.slice(start, at));
    }
  }
  return groups;
}

/** Cuts at commas that stand in no bracket. */
function threeParts(group: string): Raw | undefined {
  const parts = [''];
  let depth = 0;
  for (const character of group) {
    if ('(（[【'.includes(character)) depth += 1;
    else if (')）]】'.includes(character)) depth -= 1;
    if (depth <= 0 && (character === ',' || character === '，' || character === '、')) parts.push('');
    else parts[parts.length - 1] += character;
  }
  const [head = '', relation = '', tail = ''] = parts.map((part) =>
    part.trim().replace(/^["'“‘]|["'”’]$/gu, ''),
  );
  return parts.length === 3 && head !== '' && relation !== '' && tail !== ''
    ? [head, relation, tail]
    : undefined;
}
