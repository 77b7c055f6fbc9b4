import type { Metric, Protocol, Result } from '../core/index.ts';
import type { Fact } from './facts.ts';
import { formatCount, formatValue } from './number.ts';
import { hasValue } from './slices-table.ts';
import { plain, type Table, type TableCell, valueText } from './table.ts';
import type { Column } from './text-table.ts';
import { isPublished, type MeasureRow, measureRows, protocolsOf, type ReportOptions } from './view.ts';
import { definitionWords } from './words.ts';

/** `hybrid.f1, threshold=0`: a measure and what tells it from others of its id. */
export const rowName = ({ id, note }: MeasureRow) => (note === '' ? id : `${id}, ${note}`);

/** Names of the trivial baselines of a result, in their order. */
export function baselineNames(result: Result): string[] {
  return [...new Set(result.baselines.filter((entry) => !isPublished(entry)).map(({ name }) => name))];
}

/**
 * The protocols beside each other, a row a measure of the whole set: its value in each protocol, then baselines and the
 * ceiling where it is not the top of the unit. n stands with the protocol, and in a cell where it is another.
 *
 * @param baselines names of the baselines to show: each of the first protocol of its row that has one
 */
export function sideBySideTable(result: Result, baselines: readonly string[], options: ReportOptions): Table {
  const rows = measureRows(result.metrics.filter((metric) => metric.slice === null && hasValue(metric)));
  const refused = new Set(result.errors.map(({ protocol }) => protocol));
  const protocols = protocolsOf([result]).filter(
    (protocol) => refused.has(protocol) || rows.some(({ byProtocol }) => byProtocol.has(protocol)),
  );
  const usual = new Map(protocols.map((protocol) => [protocol, usualCount(rows, protocol)]));
  const ceilings = rows.map((row) => ceilingText(row, options));
  const right = (header: string): Column => ({ header, align: 'right' });
  return {
    columns: [
      { header: 'measure', wraps: true, names: true },
      ...protocols.map((protocol) => {
        const n = usual.get(protocol);
        return right(n === undefined ? protocol : `${protocol} n\u00a0${formatCount(n)}`);
      }),
      ...baselines.map(right),
      ...(ceilings.some((text) => text !== '') ? [{ header: 'at most', wraps: true } as const] : []),
    ],
    rows: rows.map((row, at) => [
      { text: rowName(row), ...tone([...row.byProtocol.values()]) },
      ...protocols.map((protocol): TableCell => {
        const metric = row.byProtocol.get(protocol);
        if (metric === undefined) return plain(refused.has(protocol) ? 'refused' : '');
        const n = metric.n === usual.get(protocol) ? '' : ` (n\u00a0${formatCount(metric.n)})`;
        return { text: `${valueText(metric, options)}${n}`, ...tone([metric]) };
      }),
      ...baselines.map((name) => plain(baselineText(result, row, name, options))),
      ...(ceilings.some((text) => text !== '') ? [plain(ceilings[at] ?? '')] : []),
    ]),
  };
}

const tone = (metrics: readonly Metric[]) =>
  metrics.some(({ headline }) => headline) ? ({ tone: 'strong' } as const) : {};

/** The n that most values of a protocol have. */
function usualCount(rows: readonly MeasureRow[], protocol: Protocol): number | undefined {
  const counts = new Map<number, number>();
  for (const { byProtocol } of rows) {
    const n = byProtocol.get(protocol)?.n;
    if (n !== undefined) counts.set(n, (counts.get(n) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function baselineText(result: Result, row: MeasureRow, name: string, options: ReportOptions): string {
  for (const [protocol, { unit, variant }] of row.byProtocol) {
    const found = result.baselines.find(
      (entry) => entry.name === name && entry.id === row.id && entry.protocol === protocol,
    );
    // A baseline is of the measure as it is defined, not of a variant of it.
    if (found !== undefined && variant === null) return formatValue(found.value, unit, options);
  }
  return '';
}

/** `0.3791`, and whose it is where protocols differ; only what is below the top of the unit. */
function ceilingText({ byProtocol }: MeasureRow, options: ReportOptions): string {
  const texts = new Map<string, Protocol[]>();
  const all = [...byProtocol].filter(([, { ceiling }]) => ceiling !== null);
  for (const [protocol, { ceiling, unit }] of all) {
    if (ceiling === null || ceiling >= (unit === 'percent' ? 100 : 1)) continue;
    const text = formatValue(ceiling, unit, options);
    texts.set(text, [...(texts.get(text) ?? []), protocol]);
  }
  return [...texts]
    .map(([text, protocols]) =>
      protocols.length === all.length ? text : `${text}\u00a0(${protocols.join('/')})`,
    )
    .join(', ');
}

/** A measure with what changes its value, in each of its protocols. */
export interface Defined {
  readonly id: string;
  /** The id with what tells it from other rows of the same id. */
  readonly name: string;
  readonly definitions: readonly { readonly protocol: Protocol; readonly words: string }[];
}

/** Gain and parameters of measures: what several share is said once. */
export function definitionFacts(measures: readonly Defined[]): Fact[] {
  const texts = measures.map((measure) => ({ ...measure, text: definitionText(measure) }));
  const groups = new Map<string, Set<string>>();
  for (const { id, name, text } of texts) {
    if (text === '') continue;
    const alike = texts.every((other) => other.id !== id || other.text === text);
    groups.set(text, (groups.get(text) ?? new Set()).add(alike ? id : name));
  }
  return [...groups].map(([text, names], at) => ({
    label: at === 0 ? 'parameters' : '',
    text: `${[...names].join(', ')}: ${text}`,
  }));
}

function definitionText({ definitions }: Defined): string {
  const groups = new Map<string, Protocol[]>();
  for (const { protocol, words } of definitions) groups.set(words, [...(groups.get(words) ?? []), protocol]);
  if (groups.size === 1) return [...groups.keys()].join('');
  return [...groups]
    .filter(([words]) => words !== '')
    .map(([words, protocols]) => `${words} (${protocols.join(', ')})`)
    .join('; ');
}

/** What the rows of {@link sideBySideTable} do not say themselves. */
export function definedRows(result: Result): Defined[] {
  const rows = measureRows(result.metrics.filter((metric) => metric.slice === null && hasValue(metric)));
  return rows.map((row) => ({
    id: row.id,
    name: rowName(row),
    definitions: [...row.byProtocol].map(([protocol, { params, aggregate }]) => ({
      protocol,
      words: definitionWords({
        params: Object.fromEntries(Object.entries(params).filter(([key]) => !row.told.has(key))),
        variant: null,
        aggregate: row.told.has('aggregate') ? 'mean' : aggregate,
      }),
    })),
  }));
}
