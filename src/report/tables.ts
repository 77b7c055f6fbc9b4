import type { Metric, Result } from '../core/index.ts';
import { formatCount, formatValue } from './number.ts';
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
import type { Column } from './text-table.ts';
import { isPublished, measureRows, protocolsOf, type ReportOptions } from './view.ts';
import { definitionWords, metricName } from './words.ts';

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
        column: { header: 'as the authors print it' },
        cells: each(({ repeats }) => repeats?.text ?? ''),
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
  const baselines = result.baselines.filter(
    (baseline) => !isPublished(baseline) && baseline.slice === undefined,
  );
  const names = [...new Set(baselines.map(({ name }) => name))];
  const places = new Map(baselines.map(({ id, protocol }) => [`${id} ${protocol}`, { id, protocol }]));
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
        baselines.find((other) => other.name === name && other.id === id && other.protocol === protocol),
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
