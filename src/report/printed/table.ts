import { printMarkdownTable } from '../markdown-table.ts';
import { formatCount, formatFixed, NO_VALUE } from '../number.ts';
import { newRemarks, type Remarks } from '../remarks.ts';
import { markdownText, safeLine } from '../safe.ts';
import { createStyle } from '../style.ts';
import { assemble, type Table, type TableCell, type Tone } from '../table.ts';
import { printTable } from '../terminal-table.ts';
import { wrap } from '../width.ts';
import type { ComparedRow, OtherValue, PrintedComparison, PrintedReport, PrintedVerdict } from './compare.ts';
import { sliceText } from './rows.ts';

/** Printed values for a terminal: what became of them in a sentence, a table for each of the paper's, remarks. */
export function printedTerminal(
  report: PrintedReport,
  options: { readonly color: boolean; readonly width: number },
): string {
  const { summary, tables, remarks } = lay(report);
  const style = createStyle(options.color);
  const text = (line: string) => wrap(safeLine(line), options.width);
  const lines = [
    ...text(title(report)).map(style.bold),
    ...text(summary),
    ...tables.flatMap(({ name, table }) => [
      '',
      ...text(name).map(style.bold),
      ...printTable(table, { width: options.width, style }),
    ]),
    ...(remarks.length === 0 ? [] : ['']),
    ...remarks.flatMap(text),
  ];
  return `${lines.join('\n')}\n`;
}

/** The same as Markdown, with a title of the second level. */
export function printedMarkdown(report: PrintedReport): string {
  const { summary, tables, remarks } = lay(report);
  const blocks = [
    `## ${markdownText(title(report))}`,
    markdownText(summary),
    ...tables.flatMap(({ name, table }) => [
      `### ${markdownText(name)}`,
      printMarkdownTable(table).join('\n'),
    ]),
    ...(remarks.length === 0 ? [] : [remarks.map((line) => `- ${markdownText(line)}`).join('\n')]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const title = ({ file }: PrintedReport) => `Printed values of ${file}`;

/** The parts of a report, before they are rendered. */
interface Layout {
  readonly summary: string;
  readonly tables: readonly { readonly name: string; readonly table: Table }[];
  readonly remarks: readonly string[];
}

function lay(report: PrintedReport): Layout {
  const marks = newRemarks();
  const groups = new Map<string, ComparedRow[]>();
  for (const row of report.rows) {
    const name = `${row.table}: ${shortTask(row.task)}`;
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  const tables = [...groups].map(([name, rows]) => ({ name, table: tableOf(rows, marks) }));
  return {
    summary: summaryOf(report),
    tables,
    remarks: [
      ...marks.lines(),
      ...legendOf(report),
      ...sourcesOf(report),
      ...severalOutputs(report),
      ...report.faults.map(
        ({ line, code, message, next }) =>
          `Not read: ${report.file}${line === null ? '' : `, line ${line}`}: ${message}. [${code}]${next === null ? '' : ` ${next}`}`,
      ),
      ...(report.unread.length === 0 ? [] : [`Columns that are not read: ${report.unread.join(', ')}.`]),
    ],
  };
}

function tableOf(rows: readonly ComparedRow[], marks: Remarks): Table {
  const lines = rows.flatMap((row) => row.comparisons.map((comparison) => ({ row, comparison })));
  const each = (read: (line: (typeof lines)[number]) => TableCell) => lines.map(read);
  return assemble(
    [
      { column: { header: 'model', wraps: true }, cells: each(({ row }) => ({ text: row.model })) },
      {
        column: { header: 'output here', wraps: true },
        cells: each(({ row, comparison }) => ({ text: outputName(row, comparison) })),
        optional: true,
      },
      { column: { header: 'measure', wraps: true }, cells: each(({ row }) => ({ text: measureName(row) })) },
      {
        column: { header: 'n', align: 'right' },
        cells: each(({ comparison: { n } }) => ({ text: n === null ? '' : formatCount(n) })),
        optional: true,
      },
      {
        column: { header: 'printed', align: 'right' },
        cells: each(({ row }) => ({ text: `${row.printed}${row.scale === 'percent' ? ' %' : ''}` })),
      },
      {
        column: { header: 'ours', align: 'right' },
        cells: each(({ row, comparison }) => ({ text: valueText(comparison.value, row) })),
      },
      {
        column: { header: 'difference', align: 'right' },
        cells: each(({ row, comparison: { difference } }) => ({ text: differenceText(difference, row) })),
        optional: true,
      },
      {
        column: { header: 'bootstrap mean', align: 'right' },
        cells: each(({ row, comparison }) => otherCell(comparison.bootstrapMean, row)),
        optional: true,
      },
      {
        column: { header: 'authors’ value', align: 'right' },
        cells: each(({ row, comparison }) => otherCell(comparison.authors, row)),
        optional: true,
      },
      {
        column: { header: 'as printed', wraps: true },
        cells: each(({ row, comparison }) => verdictCell(row, comparison, marks)),
      },
    ],
    lines.length,
  );
}

const shortTask = (task: string) => task.split('/')[1] ?? task;

/** What the output is called here, where it is not as the row has it. */
function outputName(row: ComparedRow, { method, file, authors }: PrintedComparison): string {
  if (method === null || (file === null && authors === null)) return '';
  // Outputs of one name are told apart by their files.
  const same = row.comparisons.filter((other) => other.method === method).length > 1;
  if (same && file !== null) return file;
  return method === row.model ? '' : method;
}

function measureName({ metric, protocol, slice }: ComparedRow): string {
  const text = sliceText(slice);
  return `${metric} (${protocol})${text === '' ? '' : `, ${text.replaceAll(';', ', ')}`}`;
}

/** Two places more than are printed, so that the rounding can be seen. */
function valueText(value: number | null, { places }: ComparedRow): string {
  return value === null ? NO_VALUE : formatFixed(value, places + 2);
}

function differenceText(difference: number | null, { places }: ComparedRow): string {
  return difference === null ? '' : `${difference > 0 ? '+' : ''}${formatFixed(difference, places + 2)}`;
}

function otherCell(other: OtherValue | null, row: ComparedRow): TableCell {
  return { text: other === null ? '' : `${valueText(other.value, row)}${other.equal ? ' ≈' : ''}` };
}

const VERDICT_WORDS: Readonly<Record<PrintedVerdict, string>> = {
  equal: 'equal',
  'equal-bootstrap-mean': 'equal as bootstrap mean',
  differs: 'differs',
  'no-value': 'no value here',
  'no-output': 'no output here',
};

const TONES: Readonly<Partial<Record<PrintedVerdict, Tone>>> = { differs: 'bad', 'no-value': 'warn' };

function verdictCell(row: ComparedRow, comparison: PrintedComparison, marks: Remarks): TableCell {
  const { verdict, explanation } = comparison;
  const tone = TONES[verdict];
  // That no output is here needs no remark.
  const name = `${shortTask(row.task)}/${outputName(row, comparison) || row.model} ${measureName(row)}`;
  const why = explanation === null || verdict === 'no-output' ? '' : ` ${marks.mark(explanation, name)}`;
  return { text: `${VERDICT_WORDS[verdict]}${why}`, ...(tone === undefined ? {} : { tone }) };
}

/** The verdict of a row: the best of its comparisons. */
function bestVerdict({ comparisons }: ComparedRow): PrintedVerdict {
  const order: readonly PrintedVerdict[] = ['equal', 'equal-bootstrap-mean', 'differs', 'no-value'];
  return order.find((verdict) => comparisons.some((entry) => entry.verdict === verdict)) ?? 'no-output';
}

function summaryOf({ rows, faults }: PrintedReport): string {
  const count = (verdict: PrintedVerdict) => rows.filter((row) => bestVerdict(row) === verdict).length;
  const parts = (
    [
      ['equal', 'equal to ours to the printed places'],
      ['equal-bootstrap-mean', 'equal to the bootstrap mean alone'],
      ['differs', 'different'],
      ['no-value', 'without a value here'],
      ['no-output', 'without an output here'],
    ] as const
  ).flatMap(([verdict, words]) => (count(verdict) === 0 ? [] : [`${formatCount(count(verdict))} ${words}`]));
  const authors = rows.filter(({ comparisons }) => comparisons.some((entry) => entry.authors !== null));
  const equal = authors.filter(({ comparisons }) => comparisons.some((entry) => entry.authors?.equal));
  return [
    `${formatCount(rows.length)} printed ${rows.length === 1 ? 'value' : 'values'}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}.`,
    ...(authors.length === 0
      ? []
      : [
          `Beside ${formatCount(authors.length)} of them there is a value of the authors; ${formatCount(equal.length)} of these ${equal.length === 1 ? 'rounds' : 'round'} to the printed one.`,
        ]),
    ...(faults.length === 0 ? [] : [`${rowCount(faults.length)} could not be read; see below.`]),
  ].join(' ');
}

const rowCount = (count: number) => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`;

function legendOf({ rows }: PrintedReport): string[] {
  const all = rows.flatMap(({ comparisons }) => comparisons);
  const has = (test: (comparison: PrintedComparison) => boolean) => all.some(test);
  return [
    ...(has(({ value }) => value !== null)
      ? [
          'Equal: our value rounds to the printed one, a half up or down. All values are on the printed scale.',
        ]
      : []),
    ...(has(({ bootstrapMean }) => bootstrapMean !== null)
      ? ['Bootstrap mean: what the authors’ code prints with its bootstrap on, in place of the plain mean.']
      : []),
    ...(has(({ authors, bootstrapMean }) => authors?.equal === true || bootstrapMean?.equal === true)
      ? ['≈ says that a value rounds to the printed one.']
      : []),
    ...[...new Set(all.flatMap(({ authors }) => (authors === null ? [] : [authors.source])))].map(
      (source) => `Authors’ values: ${source}.`,
    ),
  ];
}

function sourcesOf({ rows }: PrintedReport): string[] {
  const sources = [...new Set(rows.map(({ source }) => source))];
  return sources.length === 0 ? [] : [`Printed values, as typed: ${sources.join('; ')}.`];
}

function severalOutputs({ rows }: PrintedReport): string[] {
  const several = rows.filter(({ comparisons }) => comparisons.length > 1);
  if (several.length === 0) return [];
  return [
    `${rowCount(several.length)} can be of several outputs here and ${several.length === 1 ? 'stands' : 'stand'} beside each; the column slice can name one.`,
  ];
}
