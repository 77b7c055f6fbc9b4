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
    /**
     * Whether rows leave out what the caller says beside the table: parameters but the gain, and what all rows of
     * several share ({@link sharedByRows}, coverage). False by default.
     */
    readonly brief?: boolean;
    /** Whether to have a column of models; true by default. */
    readonly models?: boolean;
  },
): Table {
  const headlines = results.map(headlineOf);
  const { brief = false } = options;
  const oneCoverage = new Set(results.map(({ coverage }) => coverage)).size === 1;
  const each = (read: (result: Result, headline: Metric | null) => TableCell) =>
    results.map((result, at) => read(result, headlines[at] ?? null));
  const shared = brief ? sharedByRows(results) : {};
  const protocols = new Set(headlines.flatMap((headline) => headline?.protocol ?? []));
  const protocol = brief && protocols.size === 1 ? [...protocols][0] : undefined;
  return assemble(
    [
      ...(shared.task === undefined
        ? [{ column: { header: 'task', wraps: true, names: true }, cells: each(({ task }) => plain(task)) }]
        : []),
      ...(options.models === false || shared.model !== undefined
        ? []
        : [
            {
              // Models of many tasks can stand under the table instead.
              column: { header: 'model', wraps: !brief || shared.task !== undefined, names: true },
              cells: each(({ model }) => plain(model?.id ?? '')),
              optional: true,
            },
          ]),
      ...(oneSource(results)
        ? []
        : [
            {
              column: { header: 'source', wraps: true, names: true },
              cells: each(({ source }) => plain(shortPath(source))),
            },
          ]),
      ...(shared.headline === undefined
        ? [
            {
              column: {
                header: protocol === undefined ? 'headline (protocol, gain)' : `headline (${protocol})`,
                wraps: true,
                names: brief,
              },
              cells: each((result, headline) =>
                headline === null
                  ? { text: missingReason(result, headline), tone: 'bad' }
                  : plain(headlineName(headline, { brief, protocol: protocol === undefined })),
              ),
            },
          ]
        : []),
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
      ...(brief && oneCoverage
        ? []
        : [
            {
              column: { header: 'coverage', align: 'right' as const },
              cells: each(({ coverage }) => ({
                text: formatPercent(coverage),
                ...(coverage < 1 ? { tone: 'warn' } : {}),
              })),
            },
          ]),
      ...(options.beside === false
        ? []
        : [
            {
              column: { header: 'baselines beside it', wraps: !brief },
              cells: each((result, headline) => plain(besideText(result, headline, options))),
              optional: true,
            },
          ]),
    ],
    results.length,
  );
}

/** Task, model and name of the headline where all of several results have the same. */
export function sharedByRows(results: readonly Result[]): {
  readonly task?: string;
  readonly model?: string;
  readonly headline?: string;
} {
  if (results.length < 2) return {};
  const common = (read: (result: Result) => string | undefined) => {
    const texts = new Set(results.map(read));
    return texts.size === 1 ? [...texts][0] : undefined;
  };
  const task = common((result) => result.task);
  const model = common((result) => result.model?.id);
  const headline = common((result) => {
    const metric = headlineOf(result);
    return metric === null ? undefined : headlineName(metric, { brief: true });
  });
  return {
    ...(task === undefined ? {} : { task }),
    ...(model === undefined ? {} : { model }),
    ...(headline === undefined ? {} : { headline }),
  };
}

/** `0.1125 [0.0712, 0.1598]`; the interval stays on one line. */
function headlineCell(headline: Metric | null, options: ReportOptions): TableCell {
  if (headline === null || headline.value === null) return { text: NO_VALUE, tone: 'bad' };
  const range = rangeText(headline, options).replaceAll(' ', '\u00a0');
  return { text: `${valueText(headline, options)} ${range}`.trimEnd(), tone: 'strong' };
}

/** `ndcg@10 (standard, linear gain)`, with other parameters if not brief. */
function headlineName(
  metric: Metric,
  { brief, protocol = true }: { readonly brief: boolean; readonly protocol?: boolean },
): string {
  const { gain } = metric.params;
  const definition = brief ? (gain === undefined ? '' : `${gain} gain`) : definitionWords(metric);
  const words = [...(protocol ? [metric.protocol] : []), ...(definition === '' ? [] : [definition])];
  return `${metricName(metric)}${words.length === 0 ? '' : ` (${words.join(', ')})`}`;
}

/** The baselines of the headline: `echo 0.0794, random 0.0898`; empty where there is none. */
export function besideText(result: Result, headline: Metric | null, options: ReportOptions): string {
  if (headline === null) return '';
  return baselinesOf(result, headline)
    .map(({ name, value }) => `${name} ${formatValue(value, headline.unit, options)}`)
    .join(', ');
}

/** Several tasks of one run: where they come from is no news in every row. */
function oneSource(results: readonly Result[]): boolean {
  return results.length > 1 && new Set(results.map(({ source }) => source)).size === 1;
}

/** The last two parts of a long path, `…/ranks/e5_rank.pickle`; a result's own part has it whole. */
function shortPath(source: string): string {
  const parts = source.split('/');
  return parts.length < 4 || displayWidth(source) <= LONG_PATH ? source : `…/${parts.slice(-2).join('/')}`;
}
