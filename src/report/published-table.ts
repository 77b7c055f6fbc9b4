import type { Baseline, Metric, Result } from '../core/index.ts';
import { formatCount, formatValue } from './number.ts';
import { plain, type Table, valueText } from './table.ts';
import { isPublished, publishedName, type ReportOptions } from './view.ts';
import { definitionWords } from './words.ts';

/** Figures that others published for these data, a row for each of them, and last this result's own. */
export function publishedTable(result: Result, options: ReportOptions): Table {
  const entries = result.baselines.filter(isPublished);
  const places = [...new Map(entries.map((entry) => [placeOf(entry), entry])).values()].map((entry) => ({
    place: placeOf(entry),
    metric: ownOf(result, entry),
    entry,
  }));
  const names = [...new Set(entries.map(publishedName))];
  const text = (found: Baseline | undefined, metric: Metric | undefined, n: number) => {
    if (found === undefined) return '';
    const value = formatValue(found.value, metric?.unit ?? 'proportion', options);
    return found.n === n ? value : `${value} (n ${formatCount(found.n)})`;
  };
  const rows = names.map((name) => {
    const own = entries.filter((entry) => publishedName(entry) === name);
    const n = own[0]?.n ?? 0;
    return [
      name,
      formatCount(n),
      ...places.map(({ place, metric }) =>
        text(
          own.find((entry) => placeOf(entry) === place),
          metric,
          n,
        ),
      ),
    ].map(plain);
  });
  const counts = new Set(places.flatMap(({ metric }) => metric?.n ?? []));
  const [count] = counts;
  const self = places.map(({ metric }) => {
    if (metric === undefined) return '';
    const n = counts.size === 1 ? '' : ` (n ${formatCount(metric.n)})`;
    return `${valueText(metric, options)}${n}`;
  });
  return {
    columns: [
      { header: 'published by', wraps: true, names: true },
      { header: 'n', align: 'right' },
      ...places.map(({ entry, metric }) => {
        const definition = metric === undefined ? '' : definitionWords(metric);
        const how = definition === '' ? entry.protocol : `${entry.protocol}, ${definition}`;
        return { header: `${entry.id} (${how})`, align: 'right' as const };
      }),
    ],
    rows:
      rows.length === 0
        ? []
        : [
            ...rows,
            ['this result', counts.size === 1 && count !== undefined ? formatCount(count) : '', ...self].map(
              (own) => ({ text: own, tone: 'strong' as const }),
            ),
          ],
  };
}

const placeOf = ({ id, protocol }: Baseline) => `${id} ${protocol}`;

function ownOf(result: Result, { id, protocol }: Baseline): Metric | undefined {
  return result.metrics.find(
    (metric) =>
      metric.id === id && metric.protocol === protocol && metric.slice === null && metric.variant === null,
  );
}
