import type { Metric, Result } from '../core/index.ts';
import { formatCount, formatPercent, formatValue, NO_VALUE } from './number.ts';
import {
  assemble,
  intervalHeader,
  plain,
  rangeText,
  type Table,
  type TableCell,
  valueHeader,
  valueText,
} from './table.ts';
import { baselinesOf, headlineOf, missingReason, type ReportOptions } from './view.ts';
import { displayWidth } from './width.ts';
import { definitionWords, metricName } from './words.ts';

const LONG_PATH = 30;

/** A row for each result: headline with interval, protocol, gain, n, coverage, and the baselines beside it. */
export function resultsTable(
  results: readonly Result[],
  options: ReportOptions & {
    /** Whether to have a column of baselines; true by default. */
    readonly beside?: boolean;
    /** Whether the interval may stand under its value; false by default. */
    readonly narrow?: boolean;
  },
): Table {
  const headlines = results.map(headlineOf);
  const each = (read: (result: Result, headline: Metric | null) => TableCell) =>
    results.map((result, at) => read(result, headlines[at] ?? null));
  return assemble(
    [
      { column: { header: 'task', wraps: true }, cells: each(({ task }) => plain(task)) },
      {
        column: { header: 'model', wraps: true },
        cells: each(({ model }) => plain(model?.id ?? '')),
        optional: true,
      },
      ...(oneSource(results)
        ? []
        : [
            {
              column: { header: 'source', wraps: true },
              cells: each(({ source }) => plain(shortPath(source))),
            },
          ]),
      {
        column: { header: 'headline (protocol, gain)', wraps: true },
        cells: each((result, headline) =>
          headline === null
            ? { text: missingReason(result, headline), tone: 'bad' }
            : plain(headlineName(headline)),
        ),
      },
      {
        column: {
          header: `${valueHeader(options)} [${intervalHeader(headlines)}]`,
          wraps: options.narrow === true,
        },
        cells: each((_, headline) => headlineCell(headline, options)),
      },
      {
        column: { header: 'n', align: 'right' },
        cells: each((_, headline) => plain(headline === null ? '' : formatCount(headline.n))),
      },
      {
        column: { header: 'coverage', align: 'right' },
        cells: each(({ coverage }) => ({
          text: formatPercent(coverage),
          ...(coverage < 1 ? { tone: 'warn' } : {}),
        })),
      },
      ...(options.beside === false
        ? []
        : [
            {
              column: { header: 'baselines beside it', wraps: true },
              cells: each((result, headline) => plain(besideText(result, headline, options))),
              optional: true,
            },
          ]),
    ],
    results.length,
  );
}

/** `0.1125 [0.0712, 0.1598]`; the interval stays on one line. */
function headlineCell(headline: Metric | null, options: ReportOptions): TableCell {
  if (headline === null || headline.value === null) return { text: NO_VALUE, tone: 'bad' };
  const range = rangeText(headline, options).replaceAll(' ', '\u00a0');
  return { text: `${valueText(headline, options)} ${range}`.trimEnd(), tone: 'strong' };
}

/** `ndcg@10 (standard, linear gain)` */
function headlineName(metric: Metric): string {
  const definition = definitionWords(metric);
  return `${metricName(metric)} (${metric.protocol}${definition === '' ? '' : `, ${definition}`})`;
}

/** The baselines of the headline: `echo 0.0794, random 0.0898`; empty where there is none. */
export function besideText(result: Result, headline: Metric | null, options: ReportOptions): string {
  if (headline === null) return '';
  return baselinesOf(result, headline)
    .map(({ name, value }) => `${name} ${formatValue(value, headline.unit, options)}`)
    .join(', ');
}

/** The last two parts of a long path, `…/ranks/e5_rank.pickle`; a result's own part has it whole. */
/** Several tasks of one run: where they come from is no news in every row. */
function oneSource(results: readonly Result[]): boolean {
  return results.length > 1 && new Set(results.map(({ source }) => source)).size === 1;
}

function shortPath(source: string): string {
  const parts = source.split('/');
  return parts.length < 4 || displayWidth(source) <= LONG_PATH ? source : `…/${parts.slice(-2).join('/')}`;
}
