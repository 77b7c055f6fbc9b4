import {
  type AnyTask,
  type ErrorCode,
  PROTOCOLS,
  type Protocol,
  QuadratError,
  type SetMeasure,
  type Unit,
} from '../../core/index.ts';
import { type PrintedCells, readCells } from './cells.ts';
import { halfPlace, onScale, type PrintedNumber, readPrintedNumber, SCALES, type Scale } from './number.ts';

/** Keys and values that narrow something down. */
export type Slice = Readonly<Record<string, string>>;

/** A value that a user typed from a paper, with the measure that it is one of. */
export interface PrintedRow {
  readonly line: number;
  /** The paper's table. */
  readonly table: string;
  /** Full id. */
  readonly task: string;
  readonly model: string;
  readonly measure: string;
  readonly protocol: Protocol;
  /** The slice of the measure; empty: the whole set. */
  readonly slice: Slice;
  /** What tells the output from others of the same name; empty: nothing. */
  readonly facets: Slice;
  /** The unit that results have the measure in. */
  readonly unit: Unit;
  readonly printed: PrintedNumber;
  readonly scale: Scale;
  /** Page and table number. */
  readonly source: string;
}

/** A file of printed values. Rows with a fault are left out; the others are kept. */
export interface PrintedFile {
  readonly rows: readonly PrintedRow[];
  readonly faults: readonly QuadratError[];
  /** Names of columns that are not read. */
  readonly unread: readonly string[];
}

/** What printed values can be of. */
export interface PrintedScope {
  readonly tasks: readonly AnyTask[];
  /** Keys and values that tell outputs of one name apart. */
  readonly facets: Readonly<Record<string, readonly string[]>>;
}

/** Protocols in the order in which a printed value is taken to be of one: published figures follow the authors' code. */
const DEFAULTS: readonly Protocol[] = ['paper', 'lawbench', 'standard', 'card'];

type Refuse = (code: ErrorCode, what: string, next: string) => QuadratError;

/**
 * Reads a file of printed values and checks each row against the tasks.
 *
 * @param file its name, for messages
 * @returns the rows that can be understood, and for each other one a fault with its line: `unknown-task`,
 *   `invalid-format` (an empty cell, an unknown metric, protocol, slice or scale, a value out of range),
 *   `invalid-score` (a value that is no number), `duplicate-item` (a value of one table twice), `invalid-csv`,
 *   `invalid-json`
 * @throws QuadratError see `readCells`
 */
export function readPrinted(text: string, file: string, scope: PrintedScope): PrintedFile {
  const faults: QuadratError[] = [];
  const { rows: written, unread } = readCells(text, file, (fault) => faults.push(fault));
  const rows: PrintedRow[] = [];
  const lineOf = new Map<string, number>();
  for (const cells of written) {
    const refuse: Refuse = (code, what, next) =>
      new QuadratError(code, what, { file, line: cells.line, next });
    try {
      const row = readRow(cells, scope, refuse);
      const key = keyOf(row);
      const before = lineOf.get(key);
      if (before !== undefined)
        throw refuse('duplicate-item', `the value stands in line ${before} already`, 'Keep one of the two.');
      lineOf.set(key, row.line);
      rows.push(row);
    } catch (error) {
      if (!(error instanceof QuadratError)) throw error;
      faults.push(error);
    }
  }
  return { rows, faults: faults.sort((a, b) => (a.place.line ?? 0) - (b.place.line ?? 0)), unread };
}

function readRow(cells: PrintedCells, scope: PrintedScope, refuse: Refuse): PrintedRow {
  for (const column of ['table', 'task', 'model', 'metric', 'value', 'scale', 'source'] as const) {
    if (cells.cell(column) === '')
      throw refuse('invalid-format', `the row has no ${column}`, 'Fill the cell, or take the row out.');
  }
  const task = taskOf(cells.cell('task'), scope, refuse);
  const { facets, slice } = splitSlice(cells.cell('slice'), scope, refuse);
  const measure = measureOf(task, cells.cell('metric'), cells.cell('protocol'), slice, refuse);
  const scale = SCALES.find((known) => known === cells.cell('scale').toLowerCase());
  if (scale === undefined) {
    const next = 'Write unit for values like 0.659, percent for values like 65.9.';
    throw refuse('invalid-format', `there is no scale "${cells.cell('scale')}"`, next);
  }
  const printed = numberOf(cells.cell('value'), measure, scale, refuse);
  return {
    line: cells.line,
    table: cells.cell('table'),
    task: task.id,
    model: cells.cell('model'),
    measure: measure.description.id,
    protocol: measure.protocol,
    slice,
    facets,
    unit: measure.description.unit,
    printed,
    scale,
    source: cells.cell('source'),
  };
}

function taskOf(written: string, { tasks }: PrintedScope, refuse: Refuse): AnyTask {
  const task = tasks.find(({ id }) => id === written || id.split('/')[1] === written);
  if (task !== undefined) return task;
  const next = `There are: ${tasks.map(({ id }) => id).join(', ')}.`;
  throw refuse('unknown-task', `the benchmark has no task "${written}"`, next);
}

/** Cuts `label=Political;shot=zero` into the slice of the measure and what tells outputs apart. */
function splitSlice(written: string, scope: PrintedScope, refuse: Refuse): { slice: Slice; facets: Slice } {
  const slice = new Map<string, string>();
  const facets = new Map<string, string>();
  for (const part of written.split(';').map((text) => text.trim())) {
    if (part === '') continue;
    const at = part.indexOf('=');
    const [key, value] = [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()];
    if (key === '' || value === '')
      throw refuse('invalid-format', `"${part}" is no slice`, 'Write key=value, with ; between several.');
    if (slice.has(key) || facets.has(key))
      throw refuse('invalid-format', `the slice has ${key} twice`, 'Write one row for each.');
    const values = scope.facets[key];
    if (values !== undefined && !values.includes(value))
      throw refuse('invalid-format', `there is no ${key} "${value}"`, `There are: ${values.join(', ')}.`);
    (values === undefined ? slice : facets).set(key, value);
  }
  return { slice: Object.fromEntries(slice), facets: Object.fromEntries(facets) };
}

function measureOf(task: AnyTask, id: string, protocol: string, slice: Slice, refuse: Refuse): SetMeasure {
  const all = task.measures.filter(({ variant }) => variant === undefined);
  const own = all.filter(({ description }) => description.id === id);
  if (own.length === 0) {
    const known = [...new Set(all.map(({ description }) => description.id))];
    throw refuse('invalid-format', `${task.id} has no metric "${id}"`, `It has: ${known.join(', ')}.`);
  }
  if (protocol !== '' && !PROTOCOLS.some((known) => known === protocol))
    throw refuse(
      'invalid-format',
      `there is no protocol "${protocol}"`,
      `There are: ${PROTOCOLS.join(', ')}.`,
    );
  const sliced = own.filter((measure) => sliceText(measure.slice ?? {}) === sliceText(slice));
  if (sliced.length === 0) {
    const what = sliceText(slice) === '' ? 'without a slice' : `for ${sliceText(slice)}`;
    throw refuse('invalid-format', `${task.id} has no ${id} ${what}`, `It has ${slicesOf(own)}.`);
  }
  const wanted = protocol === '' ? DEFAULTS : [protocol];
  for (const name of wanted) {
    const found = sliced.find((measure) => measure.protocol === name);
    if (found !== undefined) return found;
  }
  const known = [...new Set(sliced.map((measure) => measure.protocol))].join(', ');
  throw refuse('invalid-format', `${task.id} has no ${id} under ${protocol}`, `It is there under ${known}.`);
}

const MOST_SLICES = 12;

function slicesOf(measures: readonly SetMeasure[]): string {
  const texts = [...new Set(measures.map(({ slice }) => sliceText(slice ?? {})))];
  const shown = texts.slice(0, MOST_SLICES).map((text) => (text === '' ? 'it without a slice' : text));
  return `${shown.join(', ')}${texts.length > MOST_SLICES ? `, and ${texts.length - MOST_SLICES} more` : ''}`;
}

/** `label=Political;period=historical`, keys in order; empty for the whole set. */
export function sliceText(slice: Slice): string {
  const parts = Object.entries(slice).map(([key, value]) => `${key}=${value}`);
  return parts.sort().join(';');
}

function numberOf(written: string, measure: SetMeasure, scale: Scale, refuse: Refuse): PrintedNumber {
  const { id, unit, range } = measure.description;
  const printed = readPrintedNumber(written);
  if (printed === null) {
    const next =
      'Write the digits alone with a decimal point, as 65.9: no percent sign, no comma, no ± part.';
    throw refuse('invalid-score', `"${written}" is no number`, next);
  }
  if (scale === 'percent' && unit === 'count')
    throw refuse('invalid-format', `${id} is a count and is not printed in percent`, 'Write unit.');
  const [low, high] = range.map((end) => onScale(end, unit, scale));
  const half = halfPlace(printed);
  if (printed.value < (low ?? 0) - half || printed.value > (high ?? 0) + half) {
    const next = scale === 'unit' ? 'Is the scale percent?' : 'Look at the value and the metric again.';
    throw refuse('invalid-format', `${written} is outside ${low} to ${high}, the range of ${id}`, next);
  }
  return printed;
}

function keyOf({ table, task, model, measure, protocol, slice, facets }: PrintedRow): string {
  return JSON.stringify([table, task, model, measure, protocol, sliceText(slice), sliceText(facets)]);
}
