import type { MeasureDescription, Protocol, Row, SetMeasure } from '../../core/index.ts';
import { roundNumpy } from '../../text/numpy.ts';
import type { ArticleItem } from './articles.ts';
import { allLabelValues, type LabelValues, meanOver, microF1, WIDTH } from './counts.ts';
import { DESCRIPTIONS, type LabelMeasure } from './descriptions.ts';
import { allEqual, type Cells, LABELS, NO_CELLS, PERIODS } from './labels.ts';
import { goldValue } from './over-rows.ts';
import {
  articleCells,
  chunkCounts,
  chunkRowwise,
  dateOnlyCounts,
  noImpactCounts,
  paperCells,
  paperCounts,
  readingOf,
  rowsOf,
  standardCounts,
} from './score.ts';
import type { Context } from './source.ts';
import { WEATHER_TYPES } from './weather.ts';

type Measure = SetMeasure<ArticleItem>;
type Counts = (row: Row<ArticleItem>) => readonly number[] | null;
type Slice = Readonly<Record<string, string>>;

/** How one protocol counts, and over which units. */
interface Counting {
  readonly protocol: Protocol;
  readonly counts: Counts;
  readonly rowwise: Counts;
  /** What the authors' files hold is rounded. */
  readonly round?: (value: number) => number;
  readonly variant?: string;
  readonly slice?: Slice;
  readonly only?: (item: ArticleItem) => boolean;
}

/** What is concluded from has an interval: every measure and slice of `standard`. */
function intervalOf({ protocol }: Counting): 'bootstrap' | null {
  return protocol === 'standard' ? 'bootstrap' : null;
}

const LABEL_MEASURES: readonly [LabelMeasure, (values: LabelValues) => number][] = [
  ['precision.label', ({ precision }) => precision],
  ['recall.label', ({ recall }) => recall],
  ['f1.label', ({ f1 }) => f1],
  ['accuracy.label', ({ accuracy }) => accuracy],
];

/** All measures of a classification task, headline first. */
export function classificationMeasures(context: Context): Measure[] {
  const standard: Counting = {
    protocol: 'standard',
    counts: standardCounts,
    rowwise: (row) => one(row.item.gold, articleCells(readingOf(row), row.item)),
  };
  const chunk: Counting = {
    protocol: 'standard',
    counts: (row) => chunkCounts(row, 'wrong'),
    rowwise: chunkRowwise,
    slice: { unit: 'chunk' },
  };
  return [
    ...sets(standard, true),
    ...noImpact(null),
    ...labels(standard),
    ...PERIODS.flatMap((period) => {
      const own = { ...standard, slice: { period }, only: ofPeriod(period) };
      return [...sets(own), ...labels(own)];
    }),
    ...WEATHER_TYPES.flatMap((weather) =>
      sets({ ...standard, slice: { weather }, only: ({ strata }) => strata.weather === weather }),
    ),
    ...(context === 'MixedCTX' ? [...sets(chunk), ...labels(chunk), ...noImpact({ unit: 'chunk' })] : []),
    ...paper(),
    ...card(),
  ];
}

function ofPeriod(period: string): (item: ArticleItem) => boolean {
  return (item) => item.period === period;
}

function one(gold: Cells, predicted: Cells): [right: number, n: number] {
  return [Number(allEqual(gold, predicted)), 1];
}

/** The published metric blocks are rounded, the published values by period are not. */
function paper(): Measure[] {
  const whole: Counting = {
    protocol: 'paper',
    counts: paperCounts,
    rowwise: (row) => {
      const cells = paperCells(readingOf(row));
      return cells === null ? null : one(row.item.gold, cells);
    },
  };
  const round = (value: number) => roundNumpy(value, 4);
  const dateOnly: Counting = {
    protocol: 'paper',
    variant: 'date-only',
    round,
    counts: dateOnlyCounts,
    rowwise: (row) => {
      const group = readingOf(row)?.dateOnly;
      return group === undefined || group === null ? null : one(group.gold, group.predicted);
    },
  };
  return [
    ...sets({ ...whole, round }),
    ...labels({ ...whole, round }),
    ...PERIODS.flatMap((period) => {
      const own = { ...whole, slice: { period }, only: ofPeriod(period) };
      return [...sets(own), ...labels(own)];
    }),
    ...sets(dateOnly),
    ...labels(dateOnly),
  ];
}

/** Row-wise accuracy, F1 over labels and accuracy over labels. */
function sets(counting: Counting, headline = false): Measure[] {
  const interval = intervalOf(counting);
  const { round = (value: number) => value } = counting;
  return [
    measure(
      DESCRIPTIONS['f1.macro'],
      counting,
      counting.counts,
      (sums) => meanOver(allLabelValues(sums), ({ f1 }) => f1),
      { interval, ...(headline ? { headline: true } : {}) },
    ),
    measure(DESCRIPTIONS['f1.micro'], counting, counting.counts, microF1, { interval }),
    measure(
      DESCRIPTIONS.accuracy,
      counting,
      counting.counts,
      (sums) => meanOver(allLabelValues(sums), ({ accuracy }) => accuracy),
      { interval },
    ),
    measure(
      DESCRIPTIONS['accuracy.rowwise'],
      counting,
      counting.rowwise,
      ([right = 0, n = 0]) => (n === 0 ? null : round(right / n)),
      // A share of articles is a mean of theirs; per chunk it is one of sums.
      interval !== null && !perRow(counting) ? { aggregate: 'mean', interval: 'wilson' } : { interval },
    ),
  ];
}

/** Precision, recall, F1 and accuracy of every label. */
function labels(counting: Counting): Measure[] {
  const { round = (value: number) => value } = counting;
  return LABELS.flatMap((label, at) =>
    LABEL_MEASURES.map(([id, of]) =>
      measure(
        DESCRIPTIONS[id],
        { ...counting, slice: { label, ...counting.slice } },
        counting.counts,
        (sums) => {
          const values = allLabelValues(sums)[at];
          return values === undefined ? null : round(of(values));
        },
        { interval: intervalOf(counting) },
      ),
    ),
  );
}

function noImpact(slice: Slice | null): Measure[] {
  const counting: Counting = {
    protocol: 'standard',
    counts: (row) =>
      noImpactCounts(
        slice === null
          ? [{ gold: row.item.gold, predicted: articleCells(readingOf(row), row.item) }]
          : rowsOf(readingOf(row), row.item).map((predicted, at) => ({
              gold: row.item.rows[at]?.gold ?? NO_CELLS,
              predicted,
            })),
      ),
    rowwise: () => null,
    ...(slice === null ? {} : { slice }),
  };
  const interval = intervalOf(counting);
  const precision = ([found = 0, falsely = 0]: readonly number[]) => ratio(found, found + falsely);
  const recall = ([found = 0, , missed = 0]: readonly number[]) => ratio(found, found + missed);
  return [
    measure(DESCRIPTIONS['noimpact.precision'], counting, counting.counts, precision, { interval }),
    measure(DESCRIPTIONS['noimpact.recall'], counting, counting.counts, recall, { interval }),
    measure(
      DESCRIPTIONS['noimpact.f1'],
      counting,
      counting.counts,
      (sums) => ratio(2 * precision(sums) * recall(sums), precision(sums) + recall(sums)),
      { interval },
    ),
  ];
}

function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}

/** The card: rows as they are, means over the cells of label and period. */
function card(): Measure[] {
  const size = LABELS.length * WIDTH;
  const counting: Counting = {
    protocol: 'card',
    counts: (row) => {
      const place = PERIODS.indexOf(row.item.period ?? '');
      const counts = chunkCounts(row, 'unequal');
      return place < 0 ? null : PERIODS.flatMap((_, at) => (at === place ? counts : counts.map(() => 0)));
    },
    rowwise: chunkRowwise,
  };
  const cells = (sums: readonly number[]) =>
    PERIODS.map((_, at) => at * size)
      .filter((offset) => sums.slice(offset, offset + size).some((count) => count > 0))
      .flatMap((offset) => allLabelValues(sums, offset));
  const mean = (of: (values: LabelValues) => number) => (sums: readonly number[]) => {
    const values = cells(sums);
    return values.length === 0 ? null : meanOver(values, of);
  };
  return [
    measure(
      DESCRIPTIONS['f1.macro card'],
      counting,
      counting.counts,
      mean(({ f1 }) => f1),
    ),
    measure(
      DESCRIPTIONS['accuracy card'],
      counting,
      counting.counts,
      mean(({ accuracy }) => accuracy),
    ),
    measure(DESCRIPTIONS['accuracy.rowwise card'], counting, counting.rowwise, ([right = 0, n = 0]) =>
      n === 0 ? null : right / n,
    ),
    ...PERIODS.flatMap((period) =>
      labels({
        protocol: 'card',
        counts: (row) => chunkCounts(row, 'unequal'),
        rowwise: chunkRowwise,
        slice: { period },
        only: ofPeriod(period),
      }),
    ),
  ];
}

/** Per chunk, and by the card, every row of an article is a unit. */
function perRow({ protocol, slice }: Counting): boolean {
  return protocol === 'card' || slice?.unit === 'chunk';
}

function measure(
  description: MeasureDescription,
  counting: Counting,
  counts: Counts,
  value: (sums: readonly number[]) => number | null,
  more: Partial<Measure> = {},
): Measure {
  const { protocol, variant, slice, only } = counting;
  const aggregate = {
    counts,
    value,
    ...(perRow(counting) ? { units: (row: Row<ArticleItem>) => row.item.rows.length } : {}),
  };
  return {
    description,
    protocol,
    aggregate,
    interval: null,
    ...(slice?.label === undefined ? { ceiling: (items) => goldValue(items, aggregate) } : {}),
    ...(variant === undefined ? {} : { variant }),
    ...(slice === undefined ? {} : { slice }),
    ...(only === undefined ? {} : { only }),
    ...more,
  };
}
