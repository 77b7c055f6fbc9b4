import { QuadratError } from '../../core/index.ts';
import { readJsonMapLines } from '../../data/jsonl.ts';
import { type Entity, typeNames } from '../../parse/entities.ts';
import { sliceCodePoints } from '../../text/code-points.ts';
import { normaliseSpan } from '../../text/normalise-span.ts';
import {
  type Content,
  type CpsItem,
  KNOWLEDGE_TYPES,
  makeItem,
  READING_TYPES,
  type Setting,
} from './items.ts';
import type { RelationType } from './task-file.ts';

/** A row with its place, and the faults that name field and line. */
export interface Row {
  readonly file: string;
  readonly line: number;
  readonly fields: ReadonlyMap<string, unknown>;
}

/** Reads rows in the schema of the specification, section 9: one JSON object a line. */
export function readOwnRows(text: string, file: string, setting: Setting): CpsItem[] {
  const seen = new Map<string, number>();
  return readJsonMapLines(text, file).map(({ line, value }) => {
    if (!(value instanceof Map)) throw fault({ file, line, fields: new Map() }, 'the row is no object');
    const row: Row = { file, line, fields: new Map([...value].map(([key, field]) => [String(key), field])) };
    const id = textField(row, 'id');
    const before = seen.get(id);
    if (before !== undefined) {
      throw new QuadratError('duplicate-item', `id ${id} stands twice, first in line ${before}`, {
        file,
        line,
        item: id,
        next: 'Give every row an id of its own.',
      });
    }
    seen.set(id, line);
    const content = contentOf(row, setting);
    return makeItem(id, content, setting, metaOf(row, setting), wrongOffsets(row, content));
  });
}

const OWN_FIELDS: Readonly<Record<Content['kind'], readonly string[]>> = {
  classification: ['text', 'label'],
  entities: ['text', 'entities'],
  relations: ['text', 'relations', 'entities'],
  reading: ['context', 'question', 'answers', 'answerType'],
  knowledge: ['question', 'options', 'answers', 'answerType'],
  generation: ['input', 'references'],
};

/** `meta` with every field that the schema does not know. */
function metaOf(row: Row, setting: Setting): Map<string, unknown> {
  const known = new Set(['id', 'meta', ...OWN_FIELDS[setting.spec.kind]]);
  const own = row.fields.get('meta');
  const meta = new Map<string, unknown>();
  if (own instanceof Map) for (const [key, value] of own) meta.set(String(key), value);
  for (const [key, value] of row.fields) if (!known.has(key)) meta.set(key, value);
  return meta;
}

function contentOf(row: Row, { spec }: Setting): Content {
  switch (spec.kind) {
    case 'classification': {
      const label = textField(row, 'label');
      if (!spec.labels.some(({ id }) => id === label)) throw unknownLabel(row, 'label', label, spec.labels);
      return { kind: 'classification', text: textField(row, 'text'), label };
    }
    case 'entities': {
      const entities = entitiesField(row, spec.types);
      return { kind: 'entities', text: textField(row, 'text'), entities };
    }
    case 'relations':
      return relationsContent(row, spec.relations);
    case 'reading':
      return readingContent(row);
    case 'knowledge':
      return knowledgeContent(row);
    case 'generation':
      return generationContent(row);
  }
}

function entitiesField(row: Row, types: readonly { readonly id: string }[]): Entity[] {
  return listField(row, 'entities').map((entry, at) => {
    const where = `entities[${at}]`;
    const type = textOfMap(row, entry, where, 'type');
    if (!types.some(({ id }) => id === type)) throw unknownLabel(row, `${where}.type`, type, types);
    return { type, text: textOfMap(row, entry, where, 'text') };
  });
}

/** Entities with an offset, in code points, at which their text does not stand. */
function wrongOffsets({ fields }: Row, content: Content): number {
  const entities = fields.get('entities');
  if ((content.kind !== 'entities' && content.kind !== 'relations') || !Array.isArray(entities)) return 0;
  const { length } = Array.from(content.text);
  return entities.filter((entry: unknown) => {
    const span: unknown = entry instanceof Map ? entry.get('text') : undefined;
    if (!(entry instanceof Map) || typeof span !== 'string') return false;
    const size = Array.from(span).length;
    const [start, end]: unknown[] = [entry.get('start'), entry.get('end')];
    if (start === undefined && end === undefined) return false;
    const from = start ?? Number(end) - size;
    const to = end ?? Number(start) + size;
    if (!isPlace(from, length) || !isPlace(to, length)) return true;
    return sliceCodePoints(content.text, from, to) !== span;
  }).length;
}

const isPlace = (value: unknown, length: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= length;

function relationsContent(row: Row, relations: readonly RelationType[]): Content {
  const names = typeNames(relations.map(({ id, names: own }) => [id, own]));
  const triples = listField(row, 'relations').map((entry, at) => {
    const where = `relations[${at}]`;
    const written = textOfMap(row, entry, where, 'relation');
    const relation = names.get(normaliseSpan(written));
    if (relation === undefined) throw unknownLabel(row, `${where}.relation`, written, relations);
    return {
      head: textOfMap(row, entry, where, 'head'),
      relation,
      tail: textOfMap(row, entry, where, 'tail'),
    };
  });
  return { kind: 'relations', text: textField(row, 'text'), triples };
}

function readingContent(row: Row): Content {
  const answerType = choiceField(row, 'answerType', READING_TYPES);
  const given = textsField(row, 'answers').filter((answer) => answer !== '');
  if (answerType === 'unanswerable' ? given.length > 0 : given.length === 0)
    throw fault(row, `answers do not fit the answerType ${answerType}`, 'answers');
  if (answerType === 'yesno') needYesNo(row, given);
  return {
    kind: 'reading',
    context: textField(row, 'context'),
    question: textField(row, 'question'),
    answers: answerType === 'unanswerable' ? [''] : given,
    answerType,
  };
}

function knowledgeContent(row: Row): Content {
  const answerType = choiceField(row, 'answerType', KNOWLEDGE_TYPES);
  const answers = textsField(row, 'answers');
  if (answers.length === 0 || answers.includes('')) throw fault(row, 'an answer is missing', 'answers');
  const options = new Map<string, string>();
  const given = row.fields.get('options');
  if (given instanceof Map) for (const [letter, text] of given) options.set(String(letter), String(text));
  if (answerType === 'choice' || answerType === 'multichoice') {
    if (options.size < 2) throw fault(row, 'at least two options are needed', 'options');
    const foreign = answers.find((answer) => !options.has(answer));
    if (foreign !== undefined) throw fault(row, `${foreign} is no letter of the options`, 'answers');
    if (answerType === 'choice' && answers.length > 1)
      throw fault(row, 'a choice has one answer; several are a multichoice', 'answers');
  }
  if (answerType === 'yesno') needYesNo(row, answers);
  return { kind: 'knowledge', question: textField(row, 'question'), options, answers, answerType };
}

/** A row of another kind's text alone is input without references. */
function generationContent(row: Row): Content {
  if (!row.fields.has('input') && row.fields.has('text') && !row.fields.has('references'))
    return { kind: 'generation', input: textField(row, 'text'), references: [] };
  return { kind: 'generation', input: textField(row, 'input'), references: textsField(row, 'references') };
}

function needYesNo(row: Row, answers: readonly string[]): void {
  if (answers.length !== 1 || (answers[0] !== 'YES' && answers[0] !== 'NO'))
    throw fault(row, 'a yes/no question has the answers ["YES"] or ["NO"]', 'answers');
}

export function textField(row: Row, name: string): string {
  const value = row.fields.get(name);
  if (name === 'id' && typeof value === 'number') return String(value);
  if (typeof value !== 'string' || value.trim() === '')
    throw fault(row, `${name} must be a text that is not empty`, name);
  return clean(row, value, name);
}

/** A replacement character says that the file was decoded wrongly. */
function clean(row: Row, value: string, name: string): string {
  if (!value.includes('\ufffd')) return value;
  throw new QuadratError('invalid-encoding', `${name} holds the replacement character U+FFFD`, {
    file: row.file,
    line: row.line,
    next: 'The text was decoded wrongly once: make the file anew from its source.',
    data: { field: name },
  });
}

function listField(row: Row, name: string): readonly unknown[] {
  const value = row.fields.get(name);
  if (!Array.isArray(value)) throw fault(row, `${name} must be a list`, name);
  return value;
}

function textsField(row: Row, name: string): string[] {
  return listField(row, name).map((entry, at) => {
    if (typeof entry !== 'string') throw fault(row, `${name}[${at}] must be a text`, name);
    return clean(row, entry, `${name}[${at}]`);
  });
}

function textOfMap(row: Row, entry: unknown, where: string, name: string): string {
  const value: unknown = entry instanceof Map ? entry.get(name) : undefined;
  if (typeof value !== 'string' || value.trim() === '')
    throw fault(row, `${where}.${name} must be a text that is not empty`, `${where}.${name}`);
  return clean(row, value, `${where}.${name}`);
}

function choiceField<const Choice extends string>(
  row: Row,
  name: string,
  choices: readonly Choice[],
): Choice {
  const value = row.fields.get(name);
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw fault(row, `${name} must be one of ${choices.join(', ')}`, name);
  return found;
}

export function fault(row: Row, message: string, field?: string): QuadratError {
  const id = row.fields.get('id');
  return new QuadratError('invalid-format', message, {
    file: row.file,
    line: row.line,
    ...(typeof id === 'string' ? { item: id } : {}),
    ...(field === undefined ? {} : { data: { field } }),
    next: 'docs/benchmarks/cpsdbench.md shows the fields of each task.',
  });
}

function unknownLabel(
  row: Row,
  field: string,
  label: string,
  known: readonly { readonly id: string }[],
): QuadratError {
  return new QuadratError('unknown-label', `${field}: "${label}" is not in the task file`, {
    file: row.file,
    line: row.line,
    data: { field, label },
    next: `Known are ${known.map(({ id }) => id).join(', ')}; a task file of your own can name others (--set task-file=FILE with --data FILE).`,
  });
}
