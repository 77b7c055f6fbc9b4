import type { ComparedMeasure, ComparedTest, Row } from '../core/index.ts';
import { mean, pairedMeansBootstrap, pairedMeansDetectable, pairedMeansTest } from '../stats/index.ts';
import {
  type CompareStatistics,
  type Described,
  intervalOf,
  type MeasureComparison,
  nothing,
  type PairedItems,
  tally,
} from './compare-parts.ts';
import type { RepeatRows } from './measure-form.ts';

/** A measure that is a mean over items: an item's value is the mean over its repeats. */
export function compareItems(
  head: Described,
  [low, high]: readonly [low: number, high: number],
  itemValue: (row: Row) => number | null,
  one: readonly RepeatRows[],
  other: readonly RepeatRows[],
  statistics: CompareStatistics,
): MeasureComparison {
  const first: number[] = [];
  const second: number[] = [];
  const clusters: string[] = [];
  const common = one[0]?.length ?? 0;
  for (let at = 0; at < common; at += 1) {
    const values = [one, other].map((repeats) => overRepeats(repeats, at, itemValue));
    const [a = null, b = null] = values;
    if (a === null || b === null) continue;
    first.push(a);
    second.push(b);
    clusters.push(one[0]?.[at]?.item.cluster ?? '');
  }
  const right = head.direction === 'higher-is-better' ? high : low;
  const outcomes = [right === high ? low : high, right] as const;
  const made = pairedMeansTest(first, second, clusters, { ...statistics, outcomes });
  const test: ComparedTest = {
    name: made.test,
    exact: made.drawn === null,
    resamples: made.drawn,
    seed: made.drawn === null ? null : statistics.seed,
  };
  const items = { first, second, clusters };
  return {
    measure: meansMeasure(head, items, common, test, made.pTwoSided, statistics),
    items,
  };
}

function meansMeasure(
  head: Described,
  { first, second, clusters }: PairedItems,
  common: number,
  test: ComparedTest,
  p: number,
  statistics: CompareStatistics,
): ComparedMeasure {
  const pairs = first.length;
  const groups = new Set(clusters).size;
  if (pairs === 0) return nothing(head, common);
  const apart = second.map((value, at) => value - (first[at] ?? 0));
  const values = [mean(first), mean(second)] as const;
  return {
    ...head,
    refused: null,
    first: { value: values[0], n: pairs },
    second: { value: values[1], n: pairs },
    pairs,
    leftOut: common - pairs,
    clusters: groups,
    difference: mean(apart),
    ci: intervalOf(pairedMeansBootstrap(first, second, clusters, statistics), groups < pairs, statistics),
    test,
    p,
    pCorrected: null,
    significant: null,
    ...tally(apart, head.direction),
    detectable: pairedMeansDetectable(first, second, clusters),
  };
}

function overRepeats(
  repeats: readonly RepeatRows[],
  at: number,
  itemValue: (row: Row) => number | null,
): number | null {
  let sum = 0;
  let n = 0;
  for (const rows of repeats) {
    const row = rows[at];
    const value = row === undefined ? null : itemValue(row);
    if (value === null) continue;
    sum += value;
    n += 1;
  }
  return n === 0 ? null : sum / n;
}
