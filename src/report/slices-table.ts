import type { Metric } from '../core/index.ts';
import { formatCount, formatValue, NO_VALUE } from './number.ts';
import { SAME } from './reproduce-cells.ts';
import { plain, rangeText, type Table, valueText } from './table.ts';
import type { ReportOptions } from './view.ts';
import { definitionWords, sliceWords } from './words.ts';

/** The values of one kind of slice, such as `label` or `label, period`. */
export interface SlicesTable {
  /** The keys of the slices. */
  readonly by: string;
  readonly table: Table;
  /** Measures that have no value in any of these slices, with their definition. */
  readonly without: readonly string[];
}

/**
 * Values of slices, a table for each kind of slice: a row a slice and protocol, a column a measure. A cell has the
 * value, its interval, n where it is not the row's, the spread over repeats and a ceiling below the top of the unit.
 */
export function slicesTables(metrics: readonly Metric[], options: ReportOptions): SlicesTable[] {
  const groups = new Map<string, Metric[]>();
  for (const metric of metrics) {
    const by = Object.keys(metric.slice ?? {}).join(', ');
    groups.set(by, [...(groups.get(by) ?? []), metric]);
  }
  return [...groups].map(([by, group]) => slicesTable(by, group, options));
}

function slicesTable(by: string, metrics: readonly Metric[], options: ReportOptions): SlicesTable {
  const names = [...new Set(metrics.map(columnName))];
  const isThere = (name: string) => metrics.some((metric) => columnName(metric) === name && hasValue(metric));
  const shown = names.filter(isThere);
  const rows = new Map<string, Metric[]>();
  for (const metric of metrics) {
    const key = JSON.stringify([sliceWords(metric.slice), metric.protocol]);
    rows.set(key, [...(rows.get(key) ?? []), metric]);
  }
  return {
    by,
    without: names.filter((name) => !isThere(name)),
    table: {
      columns: [
        { header: 'slice', wraps: true },
        { header: 'protocol' },
        { header: 'n', align: 'right' },
        ...shown.map((header) => ({ header, wraps: true })),
      ],
      rows: [...rows.values()]
        .filter((row) => row.some(hasValue))
        .map((row) => {
          const [first] = row.filter(hasValue);
          const n = first?.n ?? 0;
          const cells = shown.map((name) => {
            const metric = row.find((other) => columnName(other) === name);
            return metric === undefined ? '' : cellText(metric, n, options);
          });
          return [sliceWords(first?.slice ?? null), first?.protocol ?? '', formatCount(n), ...cells].map(
            plain,
          );
        }),
    },
  };
}

/** Whether there is something to show: a value, or items that it could have been over. */
export function hasValue({ value, n }: Metric): boolean {
  return value !== null || n > 0;
}

/** `ndcg@10 (linear gain)` */
function columnName(metric: Metric): string {
  const definition = definitionWords(metric);
  return definition === '' ? metric.id : `${metric.id} (${definition})`;
}

function cellText(metric: Metric, n: number, options: ReportOptions): string {
  if (metric.value === null) return NO_VALUE;
  const { ceiling, repeats, unit } = metric;
  const sd = repeats?.sdSample ?? 0;
  const range = rangeText(metric, options);
  const remarks = [
    ...(metric.n === n ? [] : [`n ${formatCount(metric.n)}`]),
    ...(sd < SAME ? [] : [`sd of repeats ${formatValue(sd, unit, options)}`]),
    ...(ceiling === null || ceiling >= (unit === 'percent' ? 100 : 1)
      ? []
      : [`at most ${formatValue(ceiling, unit, options)}`]),
  ];
  return `${valueText(metric, options)}${range === '' ? '' : ` ${range}`}${remarks.length === 0 ? '' : ` (${remarks.join(', ')})`}`;
}
