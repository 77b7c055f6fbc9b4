import type { Result } from '../core/index.ts';
import { type Fact, isRefused, type Refusal, refusalsOf, resultFacts, resultNotes } from './facts.ts';
import { formatCount } from './number.ts';
import { publishedTable } from './published-table.ts';
import { safeLine } from './safe.ts';
import { baselineNames, definedRows, definitionFacts, sideBySideTable } from './side-by-side.ts';
import { slicesTables } from './slices-table.ts';
import type { Table } from './table.ts';
import { baselinesTable, metricsTable } from './tables.ts';
import { type PrintOptions, painter, printTable, tablePrints } from './terminal-table.ts';
import { isPublished, publishedName, type ReportOptions, splitBySlice } from './view.ts';
import { displayWidth, pad, truncate, wrap } from './width.ts';

const LABEL = 10;
const INDENT = 2;
/** Longest text printed for the particulars of one error; the JSON form has them whole. */
const PARTICULARS_LIMIT = 300;

/** How much of a result is printed. */
export interface DetailOptions extends ReportOptions {
  /** Every value with its interval, baselines, slices and particulars of refusals; false by default. */
  readonly all?: boolean;
}

/** The part of one result: what was scored, its protocols side by side, what happened on the way. */
export function resultLines(result: Result, print: PrintOptions, options: DetailOptions): string[] {
  const fact = (content: Fact) => printFact(content, print);
  const refusals = refusalsOf(result).flatMap((refusal) => printRefusal(refusal, print, options));
  const title = wrap(`${safeLine(result.task)} · ${safeLine(result.source)}`, print.width).map(
    print.style.bold,
  );
  // Where nothing was scored there is nothing to say but why.
  if (isRefused(result)) return [...title, ...refusals];
  const tables =
    options.all === true ? allTables(result, print, options) : briefTables(result, print, options);
  const notes = oneDiagnostic(resultNotes(result)).flatMap(fact);
  return [
    ...title,
    ...resultFacts(result, options).flatMap(fact),
    ...refusals,
    ...tables,
    ...(notes.length === 0 || tables.length === 0 ? [] : ['']),
    ...notes,
  ];
}

/** Counts are short: all of them in one statement. */
function oneDiagnostic(notes: readonly Fact[]): Fact[] {
  const [first, ...others] = notes.filter(({ label }) => label === 'diagnostic');
  const rest = notes.filter(({ label }) => label !== 'diagnostic');
  return first === undefined
    ? rest
    : [{ ...first, text: [first, ...others].map(({ text }) => text).join('; ') }, ...rest];
}

/** Why a result has no value. */
export function refusalLines(result: Result, print: PrintOptions, options: DetailOptions): string[] {
  return [
    ...wrap(`${safeLine(result.task)} · ${safeLine(result.source)}`, print.width),
    ...refusalsOf(result).flatMap((refusal) => printRefusal(refusal, print, options)),
  ];
}

/** One line a measure, and under it what the lines have in common. */
function briefTables(result: Result, print: PrintOptions, options: ReportOptions): string[] {
  const names = baselineNames(result);
  const inner = { ...print, indent: INDENT };
  const tables = names
    .map((_, at) => names.length - at)
    .map((count) => ({ count, table: sideBySideTable(result, names.slice(0, count), options) }));
  const none = { count: 0, table: sideBySideTable(result, [], options) };
  const { count, table } = tables.find((one) => tablePrints(one.table, inner)) ?? none;
  if (table.rows.length === 0) return [];
  const sliced = splitBySlice(result.metrics).sliced.length;
  const published = new Set(result.baselines.filter(isPublished).map(publishedName)).size;
  const rest = [
    ...(count === names.length ? [] : [`baselines ${names.slice(count).join(', ')}`]),
    ...(published === 0 ? [] : [`figures that others published (${formatCount(published)})`]),
    ...(sliced === 0 ? [] : [`${formatCount(sliced)} ${sliced === 1 ? 'value' : 'values'} by slice`]),
  ];
  return [
    '',
    ...printTable(table, inner),
    ...definitionFacts(definedRows(result)).flatMap((fact) => printFact(fact, print)),
    ...printFact({ label: 'more', text: [...rest, 'every interval'].join('; ').concat(': --all') }, print),
  ];
}

function allTables(result: Result, print: PrintOptions, options: ReportOptions): string[] {
  const { whole, sliced } = splitBySlice(result.metrics);
  const table = (content: Table) =>
    content.rows.length === 0 ? [] : ['', ...printTable(content, { ...print, indent: INDENT })];
  return [
    ...table(metricsTable(whole, options)),
    ...table(baselinesTable(result, options)),
    ...table(publishedTable(result, options)),
    ...slicesTables(sliced, options).flatMap((slices) => table(slices.table)),
  ];
}

/** A statement with its label, broken over lines. */
export function printFact({ label, text, tone }: Fact, { width, style }: PrintOptions): string[] {
  const paint = painter(style, tone);
  return wrap(safeLine(text), Math.max(1, width - INDENT - LABEL - 2)).map(
    (part, at) => `${' '.repeat(INDENT)}${style.dim(pad(at === 0 ? label : '', LABEL))}  ${paint(part)}`,
  );
}

function printRefusal(
  { text, next, particulars }: Refusal,
  print: PrintOptions,
  options: DetailOptions,
): string[] {
  const shown = options.all === true ? particulars : '';
  const cut = displayWidth(safeLine(shown)) > PARTICULARS_LIMIT ? ' (all with --json)' : '';
  return [
    ...printFact({ label: 'refused', text, tone: 'bad' }, print),
    ...(next === undefined ? [] : printFact({ label: '', text: next }, print)),
    ...(shown === ''
      ? []
      : printFact({ label: '', text: truncate(safeLine(shown), PARTICULARS_LIMIT) + cut }, print)),
  ];
}
