import type { Result } from '../core/index.ts';
import { cleanResult } from './clean.ts';
import {
  cautions,
  type Fact,
  type Refusal,
  refusalsOf,
  resultFacts,
  resultNotes,
  whoseData,
} from './facts.ts';
import { formatCount } from './number.ts';
import { besideText, resultsTable } from './results-table.ts';
import { safeLine } from './safe.ts';
import { createStyle } from './style.ts';
import type { Table } from './table.ts';
import { baselinesTable, metricsTable, publishedTable } from './tables.ts';
import { type PrintOptions, painter, printTable, tablePrints } from './terminal-table.ts';
import { headlineOf, type ReportOptions, splitBySlice } from './view.ts';
import { displayWidth, pad, truncate, wrap } from './width.ts';
import { metricName } from './words.ts';

export interface TerminalOptions extends ReportOptions {
  /** Whether escape sequences for colour may be written. */
  readonly color: boolean;
  /** Columns of the terminal; 100 by default. */
  readonly width?: number;
  /** Print a part for each result below the table; true by default. */
  readonly details?: boolean;
  /** Print values of slices (labels, periods, …) in the details; false by default. */
  readonly slices?: boolean;
}

const DEFAULT_WIDTH = 100;
const LABEL = 10;
const INDENT = 2;
/** Longest text printed for the particulars of one error; the JSON form has them whole. */
const PARTICULARS_LIMIT = 300;

/**
 * One or many results for a terminal: a table with a row for each (headline with interval, gain, protocol, n, coverage,
 * baselines), then the details of each result.
 *
 * @returns text that ends with a line break; empty where there is no result
 */
export function renderTerminal(results: readonly Result[], options: TerminalOptions): string {
  if (results.length === 0) return '';
  const print: PrintOptions = { width: options.width ?? DEFAULT_WIDTH, style: createStyle(options.color) };
  const clean = results.map((result) => cleanResult(result, options));
  const lines = [
    ...headlineTable(clean, print, options),
    ...[...cautions(clean), ...(options.details === false ? whoseData(clean) : [])].flatMap(
      ({ text, tone }) => wrap(safeLine(text), print.width).map(painter(print.style, tone)),
    ),
    ...(options.details === false ? [] : clean.flatMap((result) => ['', ...details(result, print, options)])),
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * The table of headlines. Where it would be too wide, the baselines stand under it instead of in it, and then the
 * interval under its value.
 */
function headlineTable(results: readonly Result[], print: PrintOptions, options: TerminalOptions): string[] {
  const full = resultsTable(results, options);
  if (tablePrints(full, print)) return printTable(full, print);
  const slim = resultsTable(results, { ...options, beside: false });
  const beside = new Set(
    results.flatMap((result) => {
      const headline = headlineOf(result);
      const text = besideText(result, headline, options);
      return headline === null || text === '' ? [] : [`${result.task}, ${metricName(headline)}: ${text}`];
    }),
  );
  return [
    ...printTable(
      tablePrints(slim, print) ? slim : resultsTable(results, { ...options, beside: false, narrow: true }),
      print,
    ),
    ...[...beside].flatMap((text) =>
      wrap(`baselines of ${safeLine(text)}`, print.width).map(print.style.dim),
    ),
  ];
}

function details(result: Result, print: PrintOptions, options: TerminalOptions): string[] {
  const { whole, sliced } = splitBySlice(result.metrics);
  const shown = options.slices === true ? result.metrics : whole;
  const hidden = result.metrics.length - shown.length;
  const table = (content: Table) =>
    content.rows.length === 0 ? [] : ['', ...printTable(content, { ...print, indent: INDENT })];
  const fact = (content: Fact) => printFact(content, print);
  const tables = [
    ...table(metricsTable(shown, options)),
    ...(hidden === 0
      ? []
      : fact({
          label: 'slices',
          text: `${sliceCount(sliced.length)}: see a report file (.md, .csv, .json)`,
        })),
    ...table(baselinesTable(result, options)),
    ...table(publishedTable(result, options)),
  ];
  const notes = [
    ...resultNotes(result).flatMap(fact),
    ...refusalsOf(result).flatMap((refusal) => printRefusal(refusal, print)),
  ];
  return [
    ...wrap(`${safeLine(result.task)} · ${safeLine(result.source)}`, print.width).map(print.style.bold),
    ...resultFacts(result, options).flatMap(fact),
    ...tables,
    ...(notes.length === 0 || tables.length === 0 ? [] : ['']),
    ...notes,
  ];
}

const sliceCount = (count: number) =>
  `${formatCount(count)} more ${count === 1 ? 'value' : 'values'} by slice`;

function printFact({ label, text, tone }: Fact, { width, style }: PrintOptions): string[] {
  const paint = painter(style, tone);
  return wrap(safeLine(text), Math.max(1, width - INDENT - LABEL - 2)).map(
    (part, at) => `${' '.repeat(INDENT)}${style.dim(pad(at === 0 ? label : '', LABEL))}  ${paint(part)}`,
  );
}

function printRefusal({ text, next, particulars }: Refusal, print: PrintOptions): string[] {
  const cut = displayWidth(safeLine(particulars)) > PARTICULARS_LIMIT ? ' (all with --json)' : '';
  return [
    ...printFact({ label: 'refused', text, tone: 'bad' }, print),
    ...(next === undefined ? [] : printFact({ label: '', text: next }, print)),
    ...(particulars === ''
      ? []
      : printFact({ label: '', text: truncate(safeLine(particulars), PARTICULARS_LIMIT) + cut }, print)),
  ];
}
