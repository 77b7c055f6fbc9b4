import type { Result } from '../core/index.ts';
import { cleanResult } from './clean.ts';
import { cautions, isRefused, whoseData } from './facts.ts';
import { formatPercent } from './number.ts';
import { besideText, resultsTable, sharedByRows } from './results-table.ts';
import { safeLine } from './safe.ts';
import { createStyle } from './style.ts';
import { type DetailOptions, refusalLines, resultLines } from './terminal-result.ts';
import { type PrintOptions, painter, printTable, tablePrints } from './terminal-table.ts';
import { headlineOf, taskNames } from './view.ts';
import { wrap } from './width.ts';
import { definitionWords } from './words.ts';

export interface TerminalOptions extends DetailOptions {
  /** Whether escape sequences for colour may be written. */
  readonly color: boolean;
  /** Columns of the terminal; 100 by default. */
  readonly width?: number;
  /** Print a part for each result below the table; true by default. */
  readonly details?: boolean;
}

const DEFAULT_WIDTH = 100;

/**
 * One or many results for a terminal: of several a table with a row for each (headline with interval, gain, protocol, n,
 * coverage, baselines), then the details of each result.
 *
 * @returns text that ends with a line break; empty where there is no result
 */
export function renderTerminal(results: readonly Result[], options: TerminalOptions): string {
  if (results.length === 0) return '';
  const print: PrintOptions = { width: options.width ?? DEFAULT_WIDTH, style: createStyle(options.color) };
  const clean = results.map((result) => cleanResult(result, options));
  const details = options.details !== false;
  const parts = [
    // One result says in its own part all that the table would.
    ...(clean.length === 1 && details ? [] : [headlineLines(clean, print, options)]),
    ...(details
      ? clean.map((result) => resultLines(result, print, options))
      : clean.filter(isRefused).map((result) => refusalLines(result, print, options))),
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** The table of headlines, and around it what its rows have in common and what is to be minded. */
function headlineLines(results: readonly Result[], print: PrintOptions, options: TerminalOptions): string[] {
  const dim = (text: string) => wrap(safeLine(text), print.width).map(print.style.dim);
  const forms = [
    {},
    { beside: false },
    { beside: false, models: false },
    { beside: false, models: false, narrow: true },
  ].map((form) => ({ form, table: resultsTable(results, { ...options, ...form, brief: true }) }));
  const chosen = forms.find(({ table }) => tablePrints(table, print)) ?? forms.at(-1);
  if (chosen === undefined) return [];
  const shared = sharedByRows(results);
  const models = shared.model === undefined && chosen.form.models === false ? modelTexts(results) : [];
  const notes = [...cautions(results), ...(options.details === false ? whoseData(results) : [])];
  return [
    ...Object.entries(shared).flatMap(([name, text]) => dim(`${name}: ${text}`)),
    ...printTable(chosen.table, print),
    ...(new Set(results.map(({ coverage }) => coverage)).size === 1
      ? dim(`coverage of each: ${formatPercent(results[0]?.coverage ?? 1)}`)
      : []),
    ...models.flatMap(dim),
    ...parameterTexts(results).flatMap(dim),
    ...(chosen.form.beside === false ? baselineTexts(results, options) : []).flatMap(dim),
    ...notes.flatMap(({ text, tone }) => wrap(safeLine(text), print.width).map(painter(print.style, tone))),
  ];
}

/** A text of each result, once for all that share it: `birco/*: text`. */
function byTask(results: readonly Result[], read: (result: Result) => string): string[] {
  const groups = new Map<string, string[]>();
  for (const result of results) {
    const text = read(result);
    if (text !== '') groups.set(text, [...(groups.get(text) ?? []), result.task]);
  }
  const every = results.map(({ task }) => task);
  return [...groups].map(([text, tasks]) =>
    tasks.length === results.length ? `each: ${text}` : `${taskNames(tasks, every).join(', ')}: ${text}`,
  );
}

const modelTexts = (results: readonly Result[]) =>
  byTask(results, ({ model }) => model?.id ?? '').map((text) => `model of ${text}`);

/** Parameters of headlines; the gain stands in the rows. */
function parameterTexts(results: readonly Result[]): string[] {
  const texts = byTask(results, (result) => {
    const headline = headlineOf(result);
    if (headline === null) return '';
    const { gain: _, ...params } = headline.params;
    return definitionWords({ ...headline, params });
  });
  return texts.map((text) => `parameters of ${text}`);
}

function baselineTexts(results: readonly Result[], options: TerminalOptions): string[] {
  const texts = byTask(results, (result) => besideText(result, headlineOf(result), options));
  return texts.map((text) => `baselines of ${text}`);
}
