import type { Metric, Result, ResultWarning } from '../core/index.ts';
import { type Fact, hasCalls, type Refusal, refusalsOf, resultFacts, resultNotes } from './facts.ts';
import { printMarkdownTable } from './markdown-table.ts';
import { publishedTable } from './published-table.ts';
import { markdownText } from './safe.ts';
import { hasValue, slicesTables } from './slices-table.ts';
import { baselinesTable, metricsTable, protocolsTable } from './tables.ts';
import { protocolsOf, type ReportOptions, splitBySlice } from './view.ts';
import { truncate } from './width.ts';
import { definitionWords } from './words.ts';

/** Longest text for the particulars of one error; the JSON form has them whole. */
const PARTICULARS_LIMIT = 2000;

/** What the page says once for all results, so that the part of one does not say it again. */
export interface SaidAlready {
  /** Results come from one place. */
  readonly source: boolean;
  /** Models with what they are. */
  readonly models: boolean;
  /** Warnings that several results share; see {@link warningKey}. */
  readonly warnings: ReadonlySet<string>;
}

export const warningKey = ({ code, message }: ResultWarning) => JSON.stringify([code, message]);

/** The part of one result: what was scored, and every value. */
export function resultBlocks(result: Result, options: ReportOptions, said: SaidAlready): string[][] {
  const { whole, sliced } = splitBySlice(result.metrics);
  const there = whole.filter(hasValue);
  // Where all items are answered, the values over the answered ones are the same again.
  const slices = result.coverage < 1 ? sliced : sliced.filter(({ slice }) => slice?.answered === undefined);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [[`### ${title}`], [...lines]];
  const own = { ...result, warnings: result.warnings.filter((one) => !said.warnings.has(warningKey(one))) };
  const notes = resultNotes(own);
  const labelled = (label: string) =>
    notes.filter((note) => note.label === label).map(({ text }) => `- ${markdownText(text)}`);
  return [
    [`## ${markdownText(said.source ? result.task : `${result.task} · ${result.source}`)}`],
    resultFacts(result, options)
      .filter((fact) => isNews(fact, result, said))
      .map(factLine),
    ...section(
      'Protocols side by side',
      protocolsOf([result]).length > 1 && there.length > 0
        ? printMarkdownTable(protocolsTable(result, there, options))
        : [],
    ),
    ...section('All values', printMarkdownTable(metricsTable(there, options))),
    ...withoutValue(whole.filter((metric) => !hasValue(metric))),
    ...slicesTables(slices, options).flatMap(({ by, table, without }) => [
      ...section(`By ${markdownText(by)}`, printMarkdownTable(table)),
      ...(without.length === 0 ? [] : [[`No value by ${markdownText(`${by}: ${without.join(', ')}`)}.`]]),
    ]),
    ...section('Baselines', printMarkdownTable(baselinesTable(result, options))),
    ...section('Published figures', printMarkdownTable(publishedTable(result, options))),
    ...section('Diagnostics', labelled('diagnostic')),
    ...section('Warnings', labelled('warning')),
    ...section('Refused', refusalsOf(result).map(refusalLine)),
  ];
}

function isNews({ label }: Fact, { calls }: Result, said: SaidAlready): boolean {
  if (label === 'model') return !said.models;
  return label !== 'calls' || hasCalls(calls);
}

/** Measures without a value, in a sentence: what a table of dashes would say. */
function withoutValue(metrics: readonly Metric[]): string[][] {
  const names = new Map<string, string[]>();
  for (const metric of metrics) {
    const definition = definitionWords(metric);
    const name = definition === '' ? metric.id : `${metric.id} (${definition})`;
    names.set(name, [...(names.get(name) ?? []), metric.protocol]);
  }
  const list = [...names].map(([name, protocols]) => `${name}: ${protocols.join(', ')}`);
  return list.length === 0 ? [] : [[`No value (n 0): ${markdownText(list.join('; '))}.`]];
}

function factLine({ label, text, tone }: Fact): string {
  const shown = tone === 'strong' || tone === 'bad' ? `**${markdownText(text)}**` : markdownText(text);
  return label === '' ? `  - ${shown}` : `- ${label}: ${shown}`;
}

function refusalLine({ text, next, particulars }: Refusal): string {
  const cut = truncate(particulars, PARTICULARS_LIMIT);
  return [
    `- ${markdownText(text)}${next === undefined ? '' : `. ${markdownText(next)}`}`,
    ...(cut === '' ? [] : [`  ${markdownText(cut)}`]),
  ].join('  \n');
}
