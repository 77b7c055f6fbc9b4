import { printMarkdownTable } from './markdown-table.ts';
import { formatCount } from './number.ts';
import { newRemarks } from './remarks.ts';
import { columnName, faultWords, type ReproduceOptions } from './reproduce.ts';
import { derivedOf, differenceText, type ReproduceTable } from './reproduce-cells.ts';
import type { ReproduceDifference, ReproducePart, ReproduceSummary } from './reproduce-summary.ts';
import { markdownText, safeLine } from './safe.ts';
import { createStyle } from './style.ts';
import { assemble, plain, type Table } from './table.ts';
import { printTable } from './terminal-table.ts';
import { wrap } from './width.ts';

/** What a summary is printed with. */
export interface SummaryText {
  readonly title: string;
  readonly summary: ReproduceSummary;
  /** The tables that it sums up; their faults are listed. Empty: they follow in full. */
  readonly tables: readonly ReproduceTable[];
  /** Sentences at the end. */
  readonly notes: readonly string[];
}

/** The summary for a terminal. */
export function summaryTerminal(
  given: SummaryText,
  options: ReproduceOptions & { readonly color: boolean; readonly width: number },
): string {
  const style = createStyle(options.color);
  const { counts, table, differences, remarks, notes } = lay(given, options);
  const text = (line: string) => wrap(safeLine(line), options.width);
  const blocks = [
    [...text(given.title).map(style.bold), ...counts.flatMap(text)],
    table === null ? [] : printTable(table, { width: options.width, style }),
    differences.length === 0
      ? []
      : [style.bold('Differences, ours minus the authors’'), ...differences.flatMap(text)],
    remarks.flatMap(text),
    notes.flatMap(text),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** The summary as Markdown, with a title of the second level. */
export function summaryMarkdown(given: SummaryText, options: ReproduceOptions = {}): string {
  const { counts, table, differences, remarks, notes } = lay(given, options);
  const list = (lines: readonly string[]) => lines.map((line) => `- ${markdownText(line)}`).join('\n');
  const blocks = [
    `## ${markdownText(given.title)}`,
    list(counts),
    ...(table === null ? [] : [printMarkdownTable(table).join('\n')]),
    ...(differences.length === 0 ? [] : ['Differences, ours minus the authors’:', list(differences)]),
    ...(remarks.length + notes.length === 0 ? [] : [list([...remarks, ...notes])]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

interface Layout {
  readonly counts: readonly string[];
  readonly table: Table | null;
  readonly differences: readonly string[];
  readonly remarks: readonly string[];
  readonly notes: readonly string[];
}

function lay({ summary, tables, notes }: SummaryText, options: ReproduceOptions): Layout {
  const reasons: string[] = [];
  const groups = new Map<string, ReproduceDifference[]>();
  const absent = new Map<string, ReproduceDifference[]>();
  for (const difference of summary.differences) {
    if (difference.value === null) {
      const { explanation } = difference;
      absent.set(explanation, [...(absent.get(explanation) ?? []), difference]);
      continue;
    }
    if (!reasons.includes(difference.explanation)) reasons.push(difference.explanation);
    const key = JSON.stringify([difference.set, difference.method, difference.explanation]);
    groups.set(key, [...(groups.get(key) ?? []), difference]);
  }
  return {
    counts: countsOf(summary),
    table: summary.parts.length === 0 ? null : partsTable(summary.parts),
    differences: [...groups.values()].map((group) => groupText(group, reasons, options)),
    remarks: [
      ...reasons.map((reason, at) => `[${at + 1}] ${reason}.`),
      ...[...absent].map(absentText),
      ...derivedIn(tables),
      ...faultsOf(tables),
    ],
    notes,
  };
}

const count = (number: number, one: string, many: string) =>
  `${formatCount(number)} ${number === 1 ? one : many}`;

function countsOf({
  outputs,
  equal,
  differ,
  unexplained,
  withoutValue,
  withoutOutput,
  noneHeld,
}: ReproduceSummary): string[] {
  const held = equal + differ + withoutValue;
  const why =
    unexplained === 0 ? 'each explained below' : `${formatCount(unexplained)} of them not explained`;
  return [
    ...(outputs === 0
      ? []
      : [
          `${count(outputs, 'output', 'outputs')} scored, ${count(held, 'value', 'values')} of the authors beside ours: ${[
            `${formatCount(equal)} equal`,
            `${formatCount(differ)} differ${differ === 0 ? '' : ` (${why})`}`,
            ...(withoutValue === 0 ? [] : [`${formatCount(withoutValue)} without a value here`]),
          ].join(', ')}.`,
        ]),
    ...(withoutOutput.outputs === 0
      ? []
      : [
          `Without an output here: ${count(withoutOutput.values, 'value', 'values')} of the authors, of ${count(withoutOutput.outputs, 'output', 'outputs')}.`,
        ]),
    ...(noneHeld.values === 0
      ? []
      : [
          `Values of the authors: none held beside ${formatCount(noneHeld.values)} of ours${noneHeld.outputs.length === 0 ? '' : `; none at all for ${count(noneHeld.outputs.length, 'output', 'outputs')}`}.`,
        ]),
  ];
}

function partsTable(parts: readonly ReproducePart[]): Table {
  const number = (value: number) => plain(value === 0 ? '' : formatCount(value));
  const cells = (read: (part: ReproducePart) => number) => parts.map((part) => number(read(part)));
  return assemble(
    [
      { column: { header: 'values', wraps: true }, cells: parts.map(({ name }) => plain(name)) },
      {
        column: { header: 'equal', align: 'right' },
        cells: parts.map(({ equal }) => plain(formatCount(equal))),
      },
      { column: { header: 'differ', align: 'right' }, cells: cells(({ differ }) => differ), optional: true },
      {
        column: { header: 'no value', align: 'right' },
        cells: cells(({ withoutValue }) => withoutValue),
        optional: true,
      },
      {
        column: { header: 'outputs all equal', align: 'right' },
        cells: parts.map(({ outputs, outputsEqual }) =>
          plain(`${formatCount(outputsEqual)} of ${formatCount(outputs)}`),
        ),
      },
    ],
    parts.length,
  );
}

/** `relic/a [1]: 2 values, by at most 0.0100. Table 1: Political +0.0100, Financial -0.0020` */
function groupText(
  group: readonly ReproduceDifference[],
  reasons: readonly string[],
  options: ReproduceOptions,
): string {
  const [first] = group;
  if (first === undefined) return '';
  const byTable = new Map<string, string[]>();
  let largest = { size: -1, text: '' };
  for (const { table, measure, protocol, unit, difference } of group) {
    if (difference === null) continue;
    const text = differenceText(difference, unit, options.times100);
    if (Math.abs(difference) > largest.size)
      largest = { size: Math.abs(difference), text: text.replace(/^[+-]/, '') };
    const name = table ?? '';
    const label = table === null ? `${measure} (${protocol})` : measure;
    byTable.set(name, [...(byTable.get(name) ?? []), `${label} ${text}`]);
  }
  const list = [...byTable].map(([table, texts]) => `${table === '' ? '' : `${table}: `}${texts.join(', ')}`);
  const most = group.length === 1 ? '' : `, by at most ${largest.text}`;
  const mark = `[${reasons.indexOf(first.explanation) + 1}]`;
  return `${first.set}/${first.method} ${mark}: ${count(group.length, 'value', 'values')}${most}. ${list.join('; ')}.`;
}

/** Values of the authors beside which we have none, for one reason. */
function absentText([explanation, group]: readonly [string, readonly ReproduceDifference[]]): string {
  const outputs = new Set(group.map(({ set, method }) => `${set}/${method}`));
  return `Without a value here: ${count(group.length, 'value', 'values')} of ${count(outputs.size, 'output', 'outputs')}, ${explanation}`;
}

/** Which columns have values that the authors do not give themselves. */
function derivedIn(tables: readonly ReproduceTable[]): string[] {
  const texts = tables.flatMap((table) =>
    table.columns.flatMap((column, at) =>
      derivedOf(table, at).map((words) => `${columnName(column)}, authors’ value: ${words}.`),
    ),
  );
  return [...new Set(texts)];
}

/** `Faulty: relic/a, relic/b: one id stands twice [duplicate-id], refused by standard` */
function faultsOf(tables: readonly ReproduceTable[]): string[] {
  const { mark, lines } = newRemarks();
  // All tables have the same rows.
  for (const { set, method, faults } of tables[0]?.rows ?? [])
    for (const words of faultWords(faults)) mark(words, `${set}/${method}`);
  return lines().map((line) => `Faulty: ${line.replace(/^\[\d+\] /, '')}`);
}
