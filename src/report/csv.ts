import type { Metric, Result } from '../core/index.ts';
import { cleanResult } from './clean.ts';
import { safeCell } from './safe.ts';
import type { ReportOptions } from './view.ts';
import { dataKindWords, sliceWords } from './words.ts';

export type CsvValue = string | number | boolean | null | undefined;

/**
 * Rows as CSV (RFC 4180: CRLF, quotes doubled). Texts are defused: what a spreadsheet would run as a formula gets an
 * apostrophe in front, plain numbers stay. Numbers are written in full; null and what is not finite is an empty cell.
 */
export function csvText(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [header, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const text = safeCell(String(value));
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const COLUMNS: readonly (readonly [string, (record: Row) => CsvValue])[] = [
  ['record', ({ record }) => record],
  ['task', ({ result }) => result.task],
  ['source', ({ result }) => result.source],
  ['model', ({ result }) => result.model?.id],
  ['data', ({ result }) => result.data.name],
  ['data_kind', ({ result }) => dataKindWords(result.data.kind)],
  ['data_sha256', ({ result }) => result.data.sha256],
  ['complete', ({ result }) => result.complete],
  ['planned', ({ result }) => result.counts.planned],
  ['scored', ({ result }) => result.counts.scored],
  ['unparsed', ({ result }) => result.counts.unparsed],
  ['stopped', ({ result }) => result.counts.stopped],
  ['failed', ({ result }) => result.counts.failed],
  ['coverage', ({ result }) => result.coverage],
  ['name', ({ name }) => name],
  ['measure', ({ id }) => id],
  ['protocol', ({ protocol }) => protocol],
  ['gain', ({ metric }) => metric?.params.gain],
  ['params', ({ metric }) => metric && paramsText(metric)],
  ['variant', ({ metric }) => metric?.variant],
  ['aggregate', ({ metric }) => metric?.aggregate],
  ['slice', ({ metric }) => metric && sliceWords(metric.slice)],
  ['headline', ({ metric }) => metric?.headline],
  ['unit', ({ metric }) => metric?.unit],
  ['value', ({ value }) => value],
  ['n', ({ n }) => n],
  ['interval_level', ({ metric }) => metric?.ci?.level],
  ['interval_low', ({ metric }) => metric?.ci?.low],
  ['interval_high', ({ metric }) => metric?.ci?.high],
  ['interval_method', ({ metric }) => metric?.ci?.method],
  ['interval_resamples', ({ metric }) => metric?.ci?.resamples],
  ['interval_seed', ({ metric }) => metric?.ci?.seed],
  ['interval_clusters', ({ metric }) => metric?.ci?.clusters],
  ['bootstrap_mean', ({ metric }) => metric?.boot?.mean],
  ['bootstrap_std', ({ metric }) => metric?.boot?.std],
  ['repeats', ({ metric }) => metric?.repeats?.n],
  ['repeats_sd_population', ({ metric }) => metric?.repeats?.sdPopulation],
  ['repeats_sd_sample', ({ metric }) => metric?.repeats?.sdSample],
  ['repeats_as_printed', ({ metric }) => metric?.repeats?.text],
  ['bound_low', ({ metric }) => metric?.bounds?.low],
  ['bound_high', ({ metric }) => metric?.bounds?.high],
  ['ceiling', ({ metric }) => metric?.ceiling],
  ['message', ({ message }) => message],
];

/** A line: a metric, a baseline, a count of what happened, a warning or a refusal. */
interface Row {
  readonly record: 'metric' | 'baseline' | 'diagnostic' | 'warning' | 'error';
  readonly result: Result;
  readonly id?: string;
  readonly name?: string;
  readonly protocol?: string;
  readonly value?: number | null;
  readonly n?: number;
  readonly metric?: Metric;
  readonly message?: string;
}

function paramsText({ params }: Metric): string {
  return Object.entries(params)
    .filter(([key]) => key !== 'gain')
    .map(([key, value]) => `${key}=${value}`)
    .join('; ');
}

function rowsOf(result: Result): Row[] {
  return [
    ...result.metrics.map(
      (metric): Row => ({
        record: 'metric',
        result,
        metric,
        id: metric.id,
        protocol: metric.protocol,
        value: metric.value,
        n: metric.n,
      }),
    ),
    ...result.baselines.map((baseline): Row => ({ record: 'baseline', result, ...baseline })),
    ...result.diagnostics.map(
      ({ id, value, n, per }): Row => ({
        record: 'diagnostic',
        result,
        name: id,
        value,
        n,
        ...(per === undefined ? {} : { message: `n counts ${per}` }),
      }),
    ),
    ...result.warnings.map(({ code, message }): Row => ({ record: 'warning', result, name: code, message })),
    ...result.errors.map(
      ({ code, protocol, message }): Row => ({ record: 'error', result, name: code, protocol, message }),
    ),
  ];
}

/**
 * Results as CSV: one line a metric, with the counts of its result; baselines, diagnostics, warnings and refusals have
 * lines of their own (`record` tells them apart), so no file and no protocol goes missing. Values are not rounded.
 */
export function csvReport(
  results: readonly Result[],
  options: Pick<ReportOptions, 'showItems' | 'redact'> = {},
): string {
  return csvText(
    COLUMNS.map(([name]) => name),
    results.flatMap((result) =>
      rowsOf(cleanResult(result, options)).map((row) => COLUMNS.map(([, read]) => read(row))),
    ),
  );
}
