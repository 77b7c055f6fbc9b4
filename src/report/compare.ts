import type { ComparedMeasure, Comparison } from '../core/index.ts';
import { maskNumbers } from '../text/mask.ts';
import { briefFacts, briefTable, comparedTable, inputLetter } from './compare-table.ts';
import {
  commonWarnings,
  comparisonNotes,
  gateNotes,
  pairFacts,
  pairTitle,
  warningFact,
} from './compare-words.ts';
import { type CsvValue, csvText } from './csv.ts';
import type { Fact } from './facts.ts';
import { printMarkdownTable } from './markdown-table.ts';
import { markdownText, safeLine } from './safe.ts';
import { createStyle, type Style } from './style.ts';
import type { Table } from './table.ts';
import { painter, printTable, tablePrints } from './terminal-table.ts';
import { pad, wrap } from './width.ts';
import { definitionWords, sliceWords } from './words.ts';

export interface CompareReportOptions {
  /** Hides secrets in any text; the caller knows them. */
  readonly redact?: (text: string) => string;
}

export interface CompareTerminalOptions extends CompareReportOptions {
  readonly color: boolean;
  readonly width: number;
  /** Print every column of every table, whatever the width; false by default. */
  readonly all?: boolean;
}

const LABEL = 8;

/** Inputs, then each pair with its verdict and table, then what varied. */
export function compareTerminal(comparison: Comparison, options: CompareTerminalOptions): string {
  const style = createStyle(options.color);
  const clean = cleaner(options);
  const print = { width: options.width, style, indent: 2 };
  const fact = (content: Fact) => printFact(content, clean, style, options.width);
  const blocks = [
    printTable(mapTable(inputsTable(comparison), clean), { ...print, indent: 0 }),
    commonWarnings(comparison).map(warningFact).flatMap(fact),
    ...sections(comparison).map(({ title, facts, table, brief, briefly }) => {
      const full = mapTable(table, clean);
      const head = [...wrap(safeLine(clean(title)), options.width).map(style.bold), ...facts.flatMap(fact)];
      return options.all === true || tablePrints(full, print)
        ? [...head, ...printTable(full, print)]
        : [...head, ...printTable(mapTable(brief, clean), print), ...briefly.flatMap(fact)];
    }),
    comparisonNotes(comparison).flatMap((line) => wrap(safeLine(clean(line)), options.width).map(style.dim)),
    gateNotes(comparison).flatMap(fact),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** The same as Markdown. */
export function compareMarkdown(comparison: Comparison, options: CompareReportOptions = {}): string {
  const clean = cleaner(options);
  const list = (lines: readonly string[]) => lines.map((line) => `- ${markdownText(clean(line))}`).join('\n');
  const words = ({ label, text }: Fact) => `${label}: ${text}`;
  const table = (content: Table) => printMarkdownTable(mapTable(content, clean)).join('\n');
  return `${[
    '# Comparison',
    table(inputsTable(comparison)),
    list(commonWarnings(comparison).map(warningFact).map(words)),
    ...sections(comparison).flatMap(({ title, facts, table: content }) => [
      `## ${markdownText(clean(title))}`,
      list(facts.map(words)),
      table(content),
    ]),
    list([...comparisonNotes(comparison), ...gateNotes(comparison).map(words)]),
  ]
    .filter((block) => block !== '')
    .join('\n\n')}\n`;
}

const COLUMNS = [
  'task',
  'first',
  'second',
  'verdict',
  'measure',
  'protocol',
  'slice',
  'definition',
  'headline',
  'unit',
  'first_value',
  'second_value',
  'difference',
  'ci_low',
  'ci_high',
  'p',
  'p_holm',
  'significant',
  'test',
  'wins',
  'ties',
  'losses',
  'detectable',
  'pairs',
  'left_out',
  'refused',
] as const;

/** The same as CSV: one line a measure of a pair, numbers in full. */
export function compareCsv(comparison: Comparison, options: CompareReportOptions = {}): string {
  const clean = cleaner(options);
  const source = (place: number) => clean(comparison.inputs[place]?.source ?? '');
  const parts = [
    ...comparison.pairs.flatMap(({ measures, ...pair }) => measures.map((measure) => ({ ...pair, measure }))),
    ...comparison.means.map(({ benchmark, ...mean }) => ({ ...mean, task: benchmark, verdict: null })),
  ];
  const rows = parts.map(({ task, first, second, verdict, measure }): CsvValue[] => [
    task,
    source(first),
    source(second),
    verdict,
    measure.id,
    measure.protocol,
    sliceWords(measure.slice),
    definitionWords(measure),
    measure.headline,
    measure.unit,
    measure.first.value,
    measure.second.value,
    measure.difference,
    measure.ci?.low,
    measure.ci?.high,
    measure.p,
    measure.pCorrected,
    measure.significant,
    measure.test?.name,
    measure.wins,
    measure.ties,
    measure.losses,
    measure.detectable,
    measure.pairs,
    measure.leftOut,
    measure.refused === null ? null : clean(measure.refused),
  ]);
  return csvText(COLUMNS, rows);
}

/** The whole document; secrets are hidden, numbers of people in messages masked, ids stay. */
export function compareJson(comparison: Comparison, options: CompareReportOptions = {}): string {
  const clean = cleaner(options);
  const change = (key: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    return key === 'message' ? clean(value) : (options.redact?.(value) ?? value);
  };
  return `${JSON.stringify(comparison, change, 2)}\n`;
}

/** Mobile, identity and card numbers in messages are masked, and secrets hidden. */
function cleaner({ redact = (text) => text }: CompareReportOptions): (text: string) => string {
  return (text) => maskNumbers(redact(text));
}

function mapTable({ columns, rows }: Table, change: (text: string) => string): Table {
  return { columns, rows: rows.map((row) => row.map((cell) => ({ ...cell, text: change(cell.text) }))) };
}

function inputsTable({ inputs }: Comparison): Table {
  return {
    columns: [
      { header: '' },
      { header: 'compared', wraps: true, names: true },
      { header: 'model', wraps: true, names: true },
      { header: 'kind' },
    ],
    rows: inputs.map(({ source, model, kind }, at) =>
      [inputLetter(at), source, model ?? 'not known', at === 0 ? `${kind}, the reference` : kind].map(
        (text) => ({
          text,
        }),
      ),
    ),
  };
}

interface Section {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly table: Table;
  /** The same for a narrow terminal, and what it leaves out. */
  readonly brief: Table;
  readonly briefly: readonly Fact[];
}

function tablesOf(measures: readonly ComparedMeasure[], first: number, second: number) {
  const letters = [inputLetter(first), inputLetter(second)] as const;
  return {
    table: comparedTable(measures, ...letters),
    brief: briefTable(measures, ...letters),
    briefly: briefFacts(measures),
  };
}

function sections(comparison: Comparison): Section[] {
  const { pairs, means } = comparison;
  const said = commonWarnings(comparison);
  return [
    ...pairs.map((pair) => ({
      title: pairTitle(pair),
      facts: pairFacts(pair, said),
      ...tablesOf(pair.measures, pair.first, pair.second),
    })),
    ...means.map(({ first, second, benchmark, tasks, measure }) => ({
      title: `${pairTitle({ first, second, task: benchmark })}, mean of ${tasks.length} tasks`,
      facts: [
        { label: 'tasks', text: `${tasks.join(', ')}; each weighs the same, items are drawn inside each` },
      ],
      ...tablesOf([measure], first, second),
    })),
  ];
}

function printFact(
  { label, text, tone }: Fact,
  clean: (text: string) => string,
  style: Style,
  width: number,
): string[] {
  const paint = painter(style, tone);
  return wrap(safeLine(clean(text)), Math.max(1, width - LABEL - 4)).map(
    (part, at) => `  ${style.dim(pad(at === 0 ? label : '', LABEL))}  ${paint(part)}`,
  );
}
