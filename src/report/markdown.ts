import type { Result, ResultCalls } from '../core/index.ts';
import { cleanResult } from './clean.ts';
import {
  cautions,
  type Fact,
  hasCalls,
  type Refusal,
  refusalsOf,
  resultFacts,
  resultNotes,
} from './facts.ts';
import { legend } from './legend.ts';
import { markdownTable, printMarkdownTable } from './markdown-table.ts';
import { formatCount, formatMoney } from './number.ts';
import { resultsTable } from './results-table.ts';
import { markdownCode, markdownText } from './safe.ts';
import { baselinesTable, metricsTable, protocolsTable, publishedTable } from './tables.ts';
import { protocolsOf, type ReportOptions, splitBySlice } from './view.ts';
import { truncate } from './width.ts';
import { dataWords } from './words.ts';

/** Longest text for the particulars of one error; the JSON form has them whole. */
const PARTICULARS_LIMIT = 2000;

/** A whole report over one or several results. */
export function renderMarkdown(results: readonly Result[], options: ReportOptions = {}): string {
  const clean = results.map((result) => cleanResult(result, options));
  const versions = [...new Set(clean.map(({ tool, version }) => `${tool} ${version}`))];
  const made = [
    ...(options.generatedAt === undefined ? [] : [`made ${options.generatedAt}`]),
    ...(versions.length === 0 ? [] : [`scored by ${versions.join(', ')}`]),
  ].join(', ');
  const blocks = [
    [`# ${markdownText(options.title ?? 'Quadrat report')}`],
    ...(made === '' ? [] : [[`${markdownText(made.charAt(0).toUpperCase() + made.slice(1))}.`]]),
    ...(clean.length === 0 ? [['There are no results.']] : reportBlocks(clean, options)),
  ];
  return `${blocks.map((block) => block.join('\n')).join('\n\n')}\n`;
}

function reportBlocks(results: readonly Result[], options: ReportOptions): string[][] {
  const warnings = cautions(results).map(({ text }) => `> **${markdownText(text)}**`);
  const sentences = legend(results, options).map((sentence) => `- ${markdownText(sentence)}`);
  return [
    ...(warnings.length === 0 ? [] : [warnings.join('\n>\n').split('\n')]),
    ['## What was run'],
    results.map(runLine),
    ['## Results'],
    printMarkdownTable(resultsTable(results, options)),
    ...callsBlocks(results),
    ...results.flatMap((result) => resultBlocks(result, options)),
    ...(sentences.length === 0 ? [] : [['## How to read it'], sentences]),
  ];
}

function runLine({ task, source, model, data }: Result): string {
  const who = model === null ? '' : `, model ${markdownCode(model.id)} (${markdownText(model.kind)})`;
  return `- ${markdownCode(task)} from ${markdownCode(source)}${who}; data: ${markdownText(dataWords(data))}`;
}

/** The part of one result. */
function resultBlocks(result: Result, options: ReportOptions): string[][] {
  const { whole, sliced } = splitBySlice(result.metrics);
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [[`### ${title}`], [...lines]];
  const sideBySide =
    protocolsOf([result]).length > 1 && whole.length > 0
      ? printMarkdownTable(protocolsTable(result, whole, options))
      : [];
  const notes = resultNotes(result);
  const labelled = (label: string) =>
    notes.filter((note) => note.label === label).map(({ text }) => `- ${markdownText(text)}`);
  return [
    [`## ${markdownText(`${result.task} · ${result.source}`)}`],
    resultFacts(result, options).map(factLine),
    ...section('Protocols side by side', sideBySide),
    ...section('All values', printMarkdownTable(metricsTable(whole, options))),
    ...section('By slice', printMarkdownTable(metricsTable(sliced, options))),
    ...section('Baselines', printMarkdownTable(baselinesTable(result, options))),
    ...section('Published figures', printMarkdownTable(publishedTable(result, options))),
    ...section('Diagnostics', labelled('diagnostic')),
    ...section('Warnings', labelled('warning')),
    ...section('Refused', refusalsOf(result).map(refusalLine)),
  ];
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

function callsBlocks(results: readonly Result[]): string[][] {
  const known = (value: number | null, format: (value: number) => string) =>
    value === null ? 'not known' : format(value);
  // Where a server does not say what it took, it was counted here.
  const about = ({ estimated }: ResultCalls) => (estimated === undefined ? '' : 'about ');
  const rows = results.flatMap(({ task, model, calls }) =>
    hasCalls(calls)
      ? [
          [
            markdownCode(task),
            model === null ? '' : markdownCode(model.id),
            formatCount(calls.planned),
            formatCount(calls.made),
            formatCount(calls.fromCache),
            about(calls) + known(calls.inputTokens, formatCount),
            about(calls) + known(calls.outputTokens, formatCount),
            about(calls) + known(calls.costUsd, formatMoney).replace('$', '\\$'),
          ],
        ]
      : [],
  );
  if (rows.length === 0) return [];
  const right = (header: string) => ({ header, align: 'right' as const });
  const columns = [
    { header: 'task' },
    { header: 'model' },
    right('planned'),
    right('made'),
    right('from cache'),
    right('tokens in'),
    right('tokens out'),
    right('cost'),
  ];
  return [['## Calls and cost'], markdownTable(columns, rows)];
}
