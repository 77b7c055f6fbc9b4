import type { ComparedMeasure, Unit } from '../core/index.ts';
import type { Fact } from './facts.ts';
import { formatCount, formatFixed, formatRange, formatValue, NO_VALUE } from './number.ts';
import { definitionFacts } from './side-by-side.ts';
import { assemble, plain, type Table, type TableCell } from './table.ts';
import { definitionWords, intervalName, metricName } from './words.ts';

/** A, B, …, Z, AA: what inputs are called in tables. */
export function inputLetter(place: number): string {
  const letter = String.fromCharCode(65 + (place % 26));
  return place < 26 ? letter : inputLetter(Math.floor(place / 26) - 1) + letter;
}

/** A difference in its unit, with its sign. */
export function formatDifference(value: number | null, unit: Unit): string {
  const text = formatValue(value, unit);
  return value !== null && value > 0 && Number(text.replaceAll(',', '')) > 0 ? `+${text}` : text;
}

/** A p-value: three places, `< 0.001` below, as many as needed to say that it is not 0. */
export function formatP(p: number | null): string {
  if (p === null) return NO_VALUE;
  return p < 0.0005 ? '< 0.001' : formatFixed(p, 3);
}

/** `f1.macro (standard)`; parameters and way of aggregating follow where they tell measures apart. */
export function comparedName(measure: ComparedMeasure): string {
  const definition = definitionWords(measure);
  return `${metricName(measure)} (${measure.protocol}${definition === '' ? '' : `, ${definition}`})`;
}

/**
 * The same in a narrower form, a line a measure: without parameters, the uncorrected p, the detectable difference and
 * the number of pairs, which {@link briefFacts} says once for all.
 */
export function briefTable(measures: readonly ComparedMeasure[], first: string, second: string): Table {
  const each = (read: (measure: ComparedMeasure) => TableCell) => measures.map(read);
  const { value, difference, corrected } = cellsOf(measures);
  return assemble(
    [
      { column: { header: 'measure', wraps: true, names: true }, cells: each(briefName) },
      { column: { header: first, align: 'right' }, cells: value('first') },
      { column: { header: second, align: 'right' }, cells: value('second') },
      { column: { header: `${second} − ${first} [interval]`, wraps: true }, cells: difference },
      { column: { header: 'p (Holm)', align: 'right' }, cells: corrected, optional: true },
      {
        column: { header: 'W/T/L', align: 'right' },
        cells: each((measure) => plain(measure.refused === null ? recordOf(measure, '/') : '')),
        optional: true,
      },
    ],
    measures.length,
  );
}

const briefName = ({ headline, ...measure }: ComparedMeasure): TableCell => {
  const variant = measure.variant === null ? '' : `, ${measure.variant}`;
  return { text: `${metricName(measure)}${variant}`, ...(headline ? { tone: 'strong' as const } : {}) };
};

/** What {@link briefTable} leaves out. */
export function briefFacts(measures: readonly ComparedMeasure[]): Fact[] {
  const tested = measures.filter(({ refused }) => refused === null);
  const list = (read: (measure: ComparedMeasure) => string) => {
    const groups = new Map<string, string[]>();
    for (const measure of tested) {
      const text = read(measure);
      if (text !== '') groups.set(text, [...(groups.get(text) ?? []), briefName(measure).text]);
    }
    return [...groups]
      .map(([text, names]) => (names.length === measures.length ? text : `${names.join(', ')} ${text}`))
      .join('; ');
  };
  const fact = (label: string, text: string): Fact[] => (text === '' ? [] : [{ label, text }]);
  return [
    ...definitionFacts(
      measures.map((measure) => ({
        id: metricName(measure),
        name: briefName(measure).text,
        definitions: [
          {
            protocol: measure.protocol,
            words: [measure.protocol, definitionWords({ ...measure, variant: null })]
              .filter((word) => word !== '')
              .join(', '),
          },
        ],
      })),
    ).map((one) => ({ ...one, label: one.label === '' ? '' : 'measures' })),
    ...fact(
      'pairs',
      list(({ pairs }) => formatCount(pairs)),
    ),
    ...fact(
      'detects',
      list(({ detectable, unit }) => (detectable === null ? '' : formatValue(detectable, unit))),
    ),
  ];
}

function recordOf({ wins, ties, losses }: ComparedMeasure, between: string): string {
  return wins === null
    ? NO_VALUE
    : [wins, ties, losses].map((count) => formatCount(count ?? 0)).join(between);
}

/** Cells that both forms of the table have. */
function cellsOf(measures: readonly ComparedMeasure[]) {
  return {
    value: (side: 'first' | 'second') =>
      measures.map((measure): TableCell => {
        const text = formatValue(measure[side].value, measure.unit);
        const own =
          measure.refused === null || measure[side].n === 0 ? '' : ` (n ${formatCount(measure[side].n)})`;
        return { text: `${text}${own}`, ...(measure.headline ? { tone: 'strong' as const } : {}) };
      }),
    difference: measures.map(differenceCell),
    corrected: measures.map(
      ({ pCorrected, significant, refused }): TableCell =>
        refused === null
          ? { text: formatP(pCorrected), ...(significant === true ? { tone: 'strong' as const } : {}) }
          : plain(''),
    ),
  };
}

/** The measures of a pair: both values, the difference with interval and p-values, wins, ties and losses. */
export function comparedTable(measures: readonly ComparedMeasure[], first: string, second: string): Table {
  const each = (read: (measure: ComparedMeasure) => TableCell) => measures.map(read);
  const compared = (read: (measure: ComparedMeasure) => string) =>
    each((measure) => plain(measure.refused === null ? read(measure) : ''));
  const { value, difference, corrected } = cellsOf(measures);
  const level = measures.find(({ ci }) => ci !== null)?.ci?.level ?? 0.95;
  return assemble(
    [
      { column: { header: 'measure', wraps: true }, cells: each((measure) => plain(comparedName(measure))) },
      { column: { header: first, align: 'right' }, cells: value('first') },
      { column: { header: second, align: 'right' }, cells: value('second') },
      {
        column: { header: `${second} − ${first} [${intervalName(level)}]`, wraps: true },
        cells: difference,
      },
      { column: { header: 'p', align: 'right' }, cells: compared(({ p }) => formatP(p)), optional: true },
      {
        column: { header: 'p (Holm)', align: 'right' },
        cells: corrected,
        optional: true,
      },
      {
        column: { header: `${second} wins / ties / losses`, align: 'right' },
        cells: compared((measure) => recordOf(measure, ' / ')),
        optional: true,
      },
      {
        column: { header: 'detectable', align: 'right' },
        cells: compared(({ detectable, unit }) => formatValue(detectable, unit)),
        optional: true,
      },
      {
        column: { header: 'pairs', align: 'right' },
        cells: compared(({ pairs }) => formatCount(pairs)),
        optional: true,
      },
    ],
    measures.length,
  );
}

function differenceCell({
  refused,
  difference,
  ci,
  unit,
  significant,
  direction,
}: ComparedMeasure): TableCell {
  if (refused !== null) return { text: refused, tone: 'warn' };
  const range = ci === null ? '' : formatRange(ci, unit).replaceAll(' ', '\u00a0');
  const text = `${formatDifference(difference, unit)} ${range}`.trimEnd();
  if (significant !== true || difference === null) return plain(text);
  const better = direction === 'higher-is-better' ? difference > 0 : difference < 0;
  return { text, tone: better ? 'strong' : 'bad' };
}
