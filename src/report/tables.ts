import type { Metric, Result } from '../core/index.ts';
import { formatCount, formatPercent, formatRange, formatValue, NO_VALUE } from './number.ts';
import type { Column } from './text-table.ts';
import {
  baselinesOf,
  headlineOf,
  measureRows,
  missingReason,
  protocolsOf,
  type ReportOptions,
} from './view.ts';
import { definitionWords, intervalName, metricName } from './words.ts';

/** How a text is to be seen: a main figure, something to mind, something wrong. */
export type Tone = 'strong' | 'warn' | 'bad';

/** Texts from outside are in cells as they came: a renderer makes them safe. */
export interface TableCell {
  readonly text: string;
  readonly tone?: Tone;
}

/** A table before it is rendered; the same for terminal and Markdown. */
export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly TableCell[])[];
}

const plain = (text: string): TableCell => ({ text });

/** A column that stands only where one of its cells has something in it. */
interface Part {
  readonly column: Column;
  readonly cells: readonly TableCell[];
  readonly optional?: boolean;
}

function assemble(parts: readonly Part[], rows: number): Table {
  const shown = parts.filter(
    ({ optional, cells }) => optional !== true || cells.some(({ text }) => text !== ''),
  );
  return {
    columns: shown.map(({ column }) => column),
    rows: Array.from({ length: rows }, (_, row) => shown.map(({ cells }) => cells[row] ?? plain(''))),
  };
}

const valueHeader = (options: ReportOptions) => (options.times100 === true ? 'value ×100' : 'value');

/** `95 % interval`, or `interval` where levels differ. */
function intervalHeader(metrics: readonly (Metric | null)[]): string {
  const levels = new Set(metrics.flatMap((metric) => metric?.ci?.level ?? []));
  const [level] = levels;
  return levels.size === 1 && level !== undefined ? intervalName(level) : 'interval';
}

/** A row for each result: headline with interval, protocol, gain, n, coverage, and the baselines beside it. */
export function resultsTable(
  results: readonly Result[],
  options: ReportOptions & { readonly beside?: boolean },
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
      { column: { header: 'source', wraps: true }, cells: each(({ source }) => plain(source)) },
      {
        column: { header: 'headline (protocol, gain)', wraps: true },
        cells: each((result, headline) =>
          headline === null
            ? { text: missingReason(result, headline), tone: 'bad' }
            : plain(headlineName(headline)),
        ),
      },
      {
        column: { header: `${valueHeader(options)} [${intervalHeader(headlines)}]`, wraps: true },
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

function valueText(metric: Metric, options: ReportOptions): string {
  const text = formatValue(metric.value, metric.unit, options);
  return metric.unit === 'percent' && metric.value !== null ? `${text} %` : text;
}

function rangeText({ ci, unit }: Metric, options: ReportOptions): string {
  return ci === null ? '' : formatRange(ci, unit, options);
}

/** The baselines of the headline: `echo 0.0794, random 0.0898`; empty where there is none. */
export function besideText(result: Result, headline: Metric | null, options: ReportOptions): string {
  if (headline === null) return '';
  return baselinesOf(result, headline)
    .map(({ name, value }) => `${name} ${formatValue(value, headline.unit, options)}`)
    .join(', ');
}

/** Every value of a list of metrics, one a row, with all that stands beside it. */
export function metricsTable(metrics: readonly Metric[], options: ReportOptions): Table {
  const each = (read: (metric: Metric) => string, strong = false) =>
    metrics.map(
      (metric): TableCell => ({
        text: read(metric),
        ...(strong && metric.headline ? { tone: 'strong' } : {}),
      }),
    );
  const value = (metric: Metric, number: number | null | undefined) =>
    number === null || number === undefined ? '' : formatValue(number, metric.unit, options);
  return assemble(
    [
      { column: { header: 'measure', wraps: true }, cells: each(metricName, true) },
      { column: { header: 'protocol' }, cells: each(({ protocol }) => protocol) },
      { column: { header: 'gain, parameters', wraps: true }, cells: each(definitionWords) },
      {
        column: { header: valueHeader(options), align: 'right' },
        cells: each((metric) => valueText(metric, options), true),
      },
      {
        column: { header: intervalHeader(metrics) },
        cells: each((metric) => rangeText(metric, options)),
        optional: true,
      },
      { column: { header: 'n', align: 'right' }, cells: each(({ n }) => formatCount(n)) },
      {
        column: { header: 'boot. mean', align: 'right' },
        cells: each((metric) => value(metric, metric.boot?.mean)),
        optional: true,
      },
      {
        column: { header: 'boot. std', align: 'right' },
        cells: each((metric) => value(metric, metric.boot?.std)),
        optional: true,
      },
      {
        column: { header: 'sd of repeats', align: 'right' },
        cells: each((metric) => value(metric, metric.repeats?.sdSample)),
        optional: true,
      },
      {
        column: { header: 'ceiling', align: 'right' },
        cells: each((metric) => value(metric, metric.ceiling)),
        optional: true,
      },
    ],
    metrics.length,
  );
}

/** The protocols beside each other: a row a measure, a column a protocol, each cell with its gain and n. */
export function protocolsTable(result: Result, metrics: readonly Metric[], options: ReportOptions): Table {
  const protocols = protocolsOf([result]);
  const refused = new Set(result.errors.map(({ protocol }) => protocol));
  return {
    columns: [
      { header: 'measure' },
      ...protocols.map((protocol) => ({ header: `${protocol}: value (gain, n)` })),
    ],
    rows: measureRows(metrics).map(({ id, note, byProtocol }) => [
      plain(note === '' ? id : `${id}, ${note}`),
      ...protocols.map((protocol) => {
        const metric = byProtocol.get(protocol);
        if (metric === undefined) return plain(refused.has(protocol) ? 'refused' : 'not defined');
        const { gain } = metric.params;
        const how = [...(gain === undefined ? [] : [`${gain} gain`]), `n ${formatCount(metric.n)}`].join(
          ', ',
        );
        return plain(`${valueText(metric, options)} (${how})`);
      }),
    ]),
  };
}

/** Baselines: a row a measure and protocol, a column a baseline. */
export function baselinesTable(result: Result, options: ReportOptions): Table {
  const names = [...new Set(result.baselines.map(({ name }) => name))];
  const places = new Map(result.baselines.map(({ id, protocol }) => [`${id} ${protocol}`, { id, protocol }]));
  return {
    columns: [
      { header: 'baselines', wraps: true },
      { header: 'protocol' },
      { header: 'gain, parameters', wraps: true },
      { header: 'n', align: 'right' },
      ...names.map((header): Column => ({ header, align: 'right' })),
    ],
    rows: [...places.values()].map(({ id, protocol }) => {
      const metric = result.metrics.find((other) => other.id === id && other.protocol === protocol);
      const entries = names.map((name) =>
        result.baselines.find(
          (other) => other.name === name && other.id === id && other.protocol === protocol,
        ),
      );
      const n = entries.find((entry) => entry !== undefined)?.n ?? 0;
      const cells = entries.map((entry) => {
        if (entry === undefined) return '';
        const text = formatValue(entry.value, metric?.unit ?? 'proportion', options);
        return entry.n === n ? text : `${text} (n ${formatCount(entry.n)})`;
      });
      return [
        id,
        protocol,
        metric === undefined ? '' : definitionWords(metric),
        formatCount(n),
        ...cells,
      ].map(plain);
    }),
  };
}
