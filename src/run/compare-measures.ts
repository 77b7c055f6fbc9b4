import type { ComparedValue, Row, SetMeasure, Verdict } from '../core/index.ts';
import { differingParams } from './compare-choice.ts';
import { compareItems } from './compare-items.ts';
import {
  type CompareStatistics,
  type Described,
  described,
  type MeasureComparison,
  NOT_COMPARED,
} from './compare-parts.ts';
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
 * @param verdict of the pair
 */
export function compareMeasure(
  measure: SetMeasure,
  second: SetMeasure | undefined,
  sides: readonly [ComparedSide, ComparedSide],
  verdict: Verdict,
  statistics: CompareStatistics,
): MeasureComparison {
  const params = second === undefined ? '' : differingParams(measure, second);
  const head = described(measure, params === '' ? verdict : 'not-comparable');
  const why =
    verdict === 'not-comparable'
      ? 'the two are not comparable'
      : params === ''
        ? refusalOf(measure, second, sides)
        : `not comparable: ${params}`;
  if (why !== null) return withoutPairs(head, [measure, second], sides, why);
  const rows = sides.map(({ rows: common }) => common.map((list) => ofMeasure(measure, list)));
  const [one = [], other = []] = rows;
  const outcome = itemForm(measure);
  return outcome === null
    ? compareSums(head, formOf(measure), one, other, statistics)
    : compareItems(head, measure.description.range, outcome, one, other, statistics);
}

function refusalOf(
  measure: SetMeasure,
  second: SetMeasure | undefined,
  [one, other]: readonly [ComparedSide, ComparedSide],
): string | null {
  if (second === undefined) return 'the second has no such measure under its settings';
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
  head: Described,
  measures: readonly [SetMeasure, SetMeasure | undefined],
  sides: readonly [ComparedSide, ComparedSide],
  refused: string,
): MeasureComparison {
  const [first, second] = sides.map((side, at) => ownValue(measures[at], side));
  const none = { value: null, n: 0 };
  return {
    measure: { ...head, refused, first: first ?? none, second: second ?? none, ...NOT_COMPARED },
    items: null,
  };
}

function ownValue(measure: SetMeasure | undefined, side: ComparedSide): ComparedValue {
  if (measure === undefined || side.refusal(measure) !== null) return { value: null, n: 0 };
  const values = side.own.map((rows) => valueOfRows(measure, ofMeasure(measure, rows)));
  return { value: meanOf(values.map(({ value }) => value)), n: values[0]?.n ?? 0 };
}
