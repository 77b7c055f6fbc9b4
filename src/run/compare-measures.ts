import type { Row, SetMeasure } from '../core/index.ts';
import { differingParams } from './compare-choice.ts';
import { compareItems } from './compare-items.ts';
import { type CompareStatistics, described, type MeasureComparison, NOT_COMPARED } from './compare-parts.ts';
import { compareSums } from './compare-sums.ts';
import { formOf, meanOf, type RepeatRows, valueOfRows } from './measure-form.ts';

/** One side of a pair. */
export interface ComparedSide {
  /** Rows of the common items, one list a repeat, in the same order on both sides. */
  readonly rows: readonly RepeatRows[];
  /** Rows of all its own items. */
  readonly own: readonly RepeatRows[];
  /** Why its values of a measure's protocol cannot be compared; null: they can. */
  readonly refusal: (measure: SetMeasure) => string | null;
}

/**
 * One measure of two sides.
 *
 * @param second undefined: the second side's task has no such measure
 * @param refused why the pair is not compared at all; null: it is
 */
export function compareMeasure(
  measure: SetMeasure,
  second: SetMeasure | undefined,
  sides: readonly [ComparedSide, ComparedSide],
  refused: string | null,
  statistics: CompareStatistics,
): MeasureComparison {
  const why = refused ?? refusalOf(measure, second, sides);
  if (why !== null) return withoutPairs(measure, second ?? measure, sides, why);
  const rows = sides.map(({ rows: common }) => common.map((list) => ofMeasure(measure, list)));
  const [one = [], other = []] = rows;
  const outcome = itemForm(measure);
  return outcome === null
    ? compareSums(measure, formOf(measure), one, other, statistics)
    : compareItems(measure, outcome, one, other, statistics);
}

function refusalOf(
  measure: SetMeasure,
  second: SetMeasure | undefined,
  [one, other]: readonly [ComparedSide, ComparedSide],
): string | null {
  if (second === undefined) return 'the second has no such measure under its settings';
  const params = differingParams(measure, second);
  if (params !== '') return `not comparable: ${params}`;
  const words = [one.refusal(measure), other.refusal(measure)];
  const sideWords = words.flatMap((word, at) =>
    word === null ? [] : [`the ${at === 0 ? 'first' : 'second'} ${word}`],
  );
  return sideWords.length === 0 ? null : sideWords.join('; ');
}

function ofMeasure({ only }: SetMeasure, rows: RepeatRows): RepeatRows {
  return only === undefined ? rows : rows.filter(({ item }) => only(item));
}

/** The value of one item, where the measure is the mean of such values; null: it is made of sums. */
function itemForm(measure: SetMeasure): ((row: Row) => number | null) | null {
  const form = formOf(measure);
  if (measure.aggregate === 'mean')
    return (row) => row.values[measure.protocol]?.[measure.description.id] ?? null;
  // A proportion of items, whatever its sums are: each item alone is right or wrong.
  if (measure.interval !== 'wilson' || form.units !== undefined) return null;
  return (row) => {
    const counts = form.counts(row);
    return counts === null ? null : form.value(counts);
  };
}

/** Each side's value over its own items, and why they are not compared. */
function withoutPairs(
  first: SetMeasure,
  second: SetMeasure,
  [one, other]: readonly [ComparedSide, ComparedSide],
  refused: string,
): MeasureComparison {
  const ownValue = (measure: SetMeasure, side: ComparedSide) => {
    if (side.refusal(measure) !== null) return { value: null, n: 0 };
    const values = side.own.map((rows) => valueOfRows(measure, ofMeasure(measure, rows)));
    return { value: meanOf(values.map(({ value }) => value)), n: values[0]?.n ?? 0 };
  };
  return {
    measure: {
      ...described(first),
      refused,
      first: ownValue(first, one),
      second: ownValue(second, other),
      ...NOT_COMPARED,
    },
    items: null,
  };
}
