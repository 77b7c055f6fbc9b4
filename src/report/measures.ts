import type { MeasureDescription, Protocol } from '../core/index.ts';
import { formatCount } from './number.ts';
import { markdownCode, markdownText } from './safe.ts';
import { createStyle } from './style.ts';
import type { Table } from './table.ts';
import { printTable } from './terminal-table.ts';

/** A measure and where it is used; the caller lists every use of every task. */
export interface MeasureUse {
  readonly description: MeasureDescription;
  readonly task: string;
  readonly protocol: Protocol;
  readonly headline?: boolean;
}

/** A measure of a library; no protocol goes with it. */
export interface LibraryMeasure {
  readonly description: MeasureDescription;
  /** What to import it from. */
  readonly library: 'quadrat/metrics' | 'quadrat/stats';
}

/** One definition with all its uses. */
interface Definition {
  readonly description: MeasureDescription;
  readonly uses: MeasureUse[];
  readonly libraries: string[];
}

/** Definitions in the order of their ids; equal descriptions are one definition, whoever uses them. */
function definitionsOf(uses: readonly (MeasureUse | LibraryMeasure)[]): Definition[] {
  const definitions = new Map<string, Definition>();
  for (const use of uses) {
    const { description } = use;
    const { id, name, summary, range, direction, unit, source, empty } = description;
    const key = JSON.stringify([id, name, summary, ...range.map(String), direction, unit, source, empty]);
    const definition = definitions.get(key) ?? { description, uses: [], libraries: [] };
    definitions.set(key, definition);
    if ('library' in use) definition.libraries.push(use.library);
    else definition.uses.push(use);
  }
  return [...definitions.values()].sort((a, b) => compareIds(a.description.id, b.description.id));
}

/** By code unit, numbers in ids by value: `ndcg@5` before `ndcg@10`. */
function compareIds(a: string, b: string): number {
  const [nameA = '', depthA] = a.split('@');
  const [nameB = '', depthB] = b.split('@');
  if (nameA !== nameB) return nameA < nameB ? -1 : 1;
  return Number(depthA ?? -1) - Number(depthB ?? -1);
}

const rangeWords = ([low, high]: MeasureDescription['range']) => {
  const bound = (value: number) =>
    Number.isFinite(value) ? String(value) : value < 0 ? 'no lower bound' : 'no upper bound';
  return `${bound(low)} to ${bound(high)}`;
};

const directionWords = ({ direction }: MeasureDescription) =>
  direction === 'higher-is-better' ? 'higher is better' : 'lower is better';

const distinct = <Value>(values: readonly Value[]) => [...new Set(values)];

/**
 * The page of all measures, grouped by id. An id that protocols define differently has a part for each definition.
 */
export function measuresMarkdown(uses: readonly (MeasureUse | LibraryMeasure)[]): string {
  const definitions = definitionsOf(uses);
  const ids = distinct(definitions.map(({ description }) => description.id));
  const blocks = [
    '# Measures',
    'This page is made from the descriptions beside the code of each measure. An id names a measure; a protocol says which definition of it. Where protocols differ, the definitions stand one after the other. What a library has for any data, without a protocol, says what to import it from.',
    ...ids.flatMap((id) => [
      `## ${markdownCode(id)}`,
      ...definitions.filter(({ description }) => description.id === id).map(definitionMarkdown),
    ]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function protocolWords(uses: readonly MeasureUse[]): string {
  const protocols = distinct(uses.map(({ protocol }) => protocol));
  return protocols.length === 0 ? 'library' : `protocol ${protocols.join(', ')}`;
}

function definitionMarkdown({ description, uses, libraries }: Definition): string {
  const headlines = distinct(uses.filter(({ headline }) => headline === true).map(({ task }) => task));
  const tasks = distinct(uses.map(({ task }) => task));
  return [
    `**${markdownText(description.name)}** (${protocolWords(uses)}). ${markdownText(description.summary)}`,
    '',
    `- range: ${rangeWords(description.range)}, ${directionWords(description)}; unit: ${description.unit}`,
    `- source: ${markdownText(description.source)}`,
    `- empty input: ${markdownText(description.empty)}`,
    ...(tasks.length === 0 ? [] : [`- tasks: ${tasks.map(markdownCode).join(', ')}`]),
    ...(libraries.length === 0 ? [] : [`- import from: ${distinct(libraries).map(markdownCode).join(', ')}`]),
    ...(headlines.length === 0 ? [] : [`- headline of: ${headlines.map(markdownCode).join(', ')}`]),
  ].join('\n');
}

/** The same list for a terminal: one row a definition. */
export function measuresTerminal(
  uses: readonly (MeasureUse | LibraryMeasure)[],
  options: { readonly color: boolean; readonly width: number },
): string {
  const table: Table = {
    columns: [
      { header: 'measure', wraps: true },
      { header: 'protocols, library', wraps: true },
      { header: 'what it is', wraps: true },
      { header: 'range', wraps: true },
      { header: 'unit', wraps: true },
      { header: 'tasks', align: 'right' },
    ],
    rows: definitionsOf(uses).map(({ description, uses: used, libraries }) => [
      { text: description.id, tone: 'strong' },
      { text: [...distinct(used.map(({ protocol }) => protocol)), ...distinct(libraries)].join(', ') },
      { text: description.name },
      { text: `${rangeWords(description.range)}, ${directionWords(description)}` },
      { text: description.unit },
      { text: formatCount(distinct(used.map(({ task }) => task)).length) },
    ]),
  };
  return `${printTable(table, { width: options.width, style: createStyle(options.color) }).join('\n')}\n`;
}
