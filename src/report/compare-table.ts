import type { ComparedMeasure, Unit } from '../core/index.ts';
import { formatCount, formatFixed, formatRange, formatValue, NO_VALUE } from './number.ts';
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

/** The measures of a pair: both values, the difference with interval and p-values, wins, ties and losses. */
export function comparedTable(measures: readonly ComparedMeasure[], first: string, second: string): Table {
  const each = (read: (measure: ComparedMeasure) => TableCell) => measures.map(read);
  const compared = (read: (measure: ComparedMeasure) => string) =>
    each((measure) => plain(measure.refused === null ? read(measure) : ''));
  const value = (side: 'first' | 'second') =>
    each((measure) => {
      const text = formatValue(measure[side].value, measure.unit);
      const own =
        measure.refused === null || measure[side].n === 0 ? '' : ` (n ${formatCount(measure[side].n)})`;
      return { text: `${text}${own}`, ...(measure.headline ? { tone: 'strong' as const } : {}) };
    });
  const level = measures.find(({ ci }) => ci !== null)?.ci?.level ?? 0.95;
  return assemble(
    [
      { column: { header: 'measure', wraps: true }, cells: each((measure) => plain(comparedName(measure))) },
      { column: { header: first, align: 'right' }, cells: value('first') },
      { column: { header: second, align: 'right' }, cells: value('second') },
      {
        column: { header: `${second} − ${first} [${intervalName(level)}]`, wraps: true },
        cells: each((measure) => differenceCell(measure)),
      },
      { column: { header: 'p', align: 'right' }, cells: compared(({ p }) => formatP(p)), optional: true },
      {
        column: { header: 'p (Holm)', align: 'right' },
        cells: each(({ pCorrected, significant, refused }) =>
          refused === null
            ? { text: formatP(pCorrected), ...(significant === true ? { tone: 'strong' as const } : {}) }
            : plain(''),
        ),
        optional: true,
      },
      {
        column: { header: `${second} wins / ties / losses`, align: 'right' },
        cells: compared(({ wins, ties, losses }) =>
          wins === null ? NO_VALUE : [wins, ties, losses].map((count) => formatCount(count ?? 0)).join(' / '),
        ),
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
