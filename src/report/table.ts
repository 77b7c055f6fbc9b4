import type { Metric } from '../core/index.ts';
import { formatRange, formatValue } from './number.ts';
import type { Column } from './text-table.ts';
import type { ReportOptions } from './view.ts';
import { intervalName } from './words.ts';

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

/** A cell without a tone. */
export const plain = (text: string): TableCell => ({ text });

/** A column that stands only where one of its cells has something in it. */
export interface Part {
  readonly column: Column;
  readonly cells: readonly TableCell[];
  readonly optional?: boolean;
}

/** Puts columns together; optional ones without a text are left out. */
export function assemble(parts: readonly Part[], rows: number): Table {
  const shown = parts.filter(
    ({ optional, cells }) => optional !== true || cells.some(({ text }) => text !== ''),
  );
  return {
    columns: shown.map(({ column }) => column),
    rows: Array.from({ length: rows }, (_, row) => shown.map(({ cells }) => cells[row] ?? plain(''))),
  };
}

/** Header of values. */
export const valueHeader = (options: ReportOptions) => (options.times100 === true ? 'value ×100' : 'value');

/** `95 % interval`, or `interval` where levels differ. */
export function intervalHeader(metrics: readonly (Metric | null)[]): string {
  const levels = new Set(metrics.flatMap((metric) => metric?.ci?.level ?? []));
  const [level] = levels;
  return levels.size === 1 && level !== undefined ? intervalName(level) : 'interval';
}

/** A value with its percent sign where it is percent. */
export function valueText(metric: Metric, options: ReportOptions): string {
  const text = formatValue(metric.value, metric.unit, options);
  return metric.unit === 'percent' && metric.value !== null ? `${text} %` : text;
}

/** `[0.0712, 0.1598]`; empty without an interval. */
export function rangeText({ ci, unit }: Metric, options: ReportOptions): string {
  return ci === null ? '' : formatRange(ci, unit, options);
}
