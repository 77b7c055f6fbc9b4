import type { Result, ResultCalls, ResultWarning } from '../core/index.ts';
import { cleanResult } from './clean.ts';
import { cautions, hasCalls, warningsOf } from './facts.ts';
import { legend } from './legend.ts';
import { resultBlocks, type SaidAlready, warningKey } from './markdown-result.ts';
import { markdownTable, printMarkdownTable } from './markdown-table.ts';
import { formatCount, formatMoney } from './number.ts';
import { resultsTable } from './results-table.ts';
import { markdownCode, markdownText } from './safe.ts';
import { type ReportOptions, taskNames } from './view.ts';
import { dataWords } from './words.ts';

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

/** What a reader wants first stands first: the table of headlines, what was run, how to read it; then every value. */
function reportBlocks(results: readonly Result[], options: ReportOptions): string[][] {
  const caution = cautions(results).map(({ text }) => `> **${markdownText(text)}**`);
  const said: SaidAlready = {
    source: results.length > 1 && new Set(results.map(({ source }) => source)).size === 1,
    models: results.length > 1,
    warnings: sharedWarnings(results),
  };
  const warnings = results
    .flatMap(warningsOf)
    .filter((warning, at, all) => all.findIndex((other) => warningKey(other) === warningKey(warning)) === at)
    .filter((warning) => said.warnings.has(warningKey(warning)))
    .map((warning) => `- ${markdownText(`${warning.message} [${warning.code}]${whose(results, warning)}`)}`);
  const sentences = legend(results, options).map((sentence) => `- ${markdownText(sentence)}`);
  return [
    ...(caution.length === 0 ? [] : [caution.join('\n>\n').split('\n')]),
    ...contents(results, said),
    ['## Results'],
    printMarkdownTable(resultsTable(results, options)),
    ['## What was run'],
    runLines(results, said),
    ...callsBlocks(results),
    ...(warnings.length === 0 ? [] : [['## Warnings of several tasks'], warnings]),
    ...(sentences.length === 0 ? [] : [['## How to read it'], sentences]),
    ...results.flatMap((result) => resultBlocks(result, options, said)),
  ];
}

/** Links to the part of each result, where every task has one. */
function contents(results: readonly Result[], said: SaidAlready): string[][] {
  const tasks = new Set(results.map(({ task }) => task));
  if (!said.source || tasks.size !== results.length) return [];
  const links = [...tasks].map((task) => `[${markdownText(task)}](#${anchorOf(task)})`);
  return [[`Every value of: ${links.join(', ')}.`]];
}

/** The anchor that a Markdown page gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function runLines(results: readonly Result[], said: SaidAlready): string[] {
  if (results.length === 1 || !said.source) return results.map(runLine);
  const models = new Map(results.flatMap(({ model }) => (model === null ? [] : [[model.id, model.kind]])));
  return [
    `- ${results.length} results from ${markdownCode(results[0]?.source ?? '')}; their data stand with each below`,
    ...[...models].map(([id, kind]) => `- model ${markdownCode(id)}: ${markdownText(kind)}`),
    ...(results.some(({ calls }) => calls !== undefined) && !results.some(({ calls }) => hasCalls(calls))
      ? ['- no prompt was sent']
      : []),
  ];
}

function runLine({ task, source, model, data }: Result): string {
  const who = model === null ? '' : `, model ${markdownCode(model.id)} (${markdownText(model.kind)})`;
  return `- ${markdownCode(task)} from ${markdownCode(source)}${who}; data: ${markdownText(dataWords(data))}`;
}

/** Warnings that more than one result has in the same words. */
function sharedWarnings(results: readonly Result[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { warnings } of results) {
    for (const key of new Set(warnings.map(warningKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, count]) => count > 1).map(([key]) => key));
}

/** The tasks that have a warning, a whole benchmark as `cpsdbench/*`; empty where all do. */
function whose(results: readonly Result[], warning: ResultWarning): string {
  const has = ({ warnings }: Result) => warnings.some((one) => warningKey(one) === warningKey(warning));
  if (results.every(has)) return '';
  const names = taskNames(
    results.filter(has).map(({ task }) => task),
    results.map(({ task }) => task),
  );
  return `: ${names.join(', ')}`;
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
