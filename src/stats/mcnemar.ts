import { binomialCdf, fairBinomialPoint } from './beta.ts';
import { erfc } from './special.ts';

/** Counts of items by outcome of two systems: [[both right, only a], [only b, both wrong]]. */
export type PairTable = readonly [readonly [number, number], readonly [number, number]];

export interface McNemar {
  /** Two-sided binomial test of the items on which the two differ; 1 if there are none. */
  readonly pExact: number;
  /** The exact test with half the weight of the observed table. */
  readonly pMid: number;
  /** (b - c)² / (b + c) with its p-value; null if the two never differ. */
  readonly chiSquare: number | null;
  readonly pChiSquare: number | null;
  /** (|b - c| - 1)² / (b + c) with its p-value. */
  readonly chiSquareCorrected: number | null;
  readonly pChiSquareCorrected: number | null;
}

/**
 * McNemar's test of two systems with right and wrong answers on the same items.
 *
 * @throws RangeError for counts that are not whole numbers from 0
 * @source McNemar 1947; statsmodels 0.15 `mcnemar`; mid-p: Fagerland et al. 2013
 */
export function mcnemar(table: PairTable): McNemar {
  for (const count of table.flat()) {
    if (!Number.isSafeInteger(count) || count < 0)
      throw new RangeError(`a count is a whole number from 0, not ${count}`);
  }
  const [[, b], [c]] = table;
  const n = b + c;
  if (n === 0) {
    return {
      pExact: 1,
      pMid: 1,
      chiSquare: null,
      pChiSquare: null,
      chiSquareCorrected: null,
      pChiSquareCorrected: null,
    };
  }
  const fewer = Math.min(b, c);
  const doubled = 2 * binomialCdf(fewer, n, 0.5);
  const chiSquare = (b - c) ** 2 / n;
  const corrected = (Math.abs(b - c) - 1) ** 2 / n;
  return {
    pExact: Math.min(1, doubled),
    pMid: Math.min(1, doubled - fairBinomialPoint(fewer, n)),
    chiSquare,
    pChiSquare: chiSquareSurvival(chiSquare),
    chiSquareCorrected: corrected,
    pChiSquareCorrected: chiSquareSurvival(corrected),
  };
}

/** The table of two lists of right and wrong answers. @throws RangeError if the lists differ in length */
export function pairTable(a: readonly boolean[], b: readonly boolean[]): PairTable {
  if (a.length !== b.length)
    throw new RangeError(`pairs need lists of one length, not ${a.length} and ${b.length}`);
  const count = (left: boolean, right: boolean): number =>
    a.filter((value, index) => value === left && b[index] === right).length;
  return [
    [count(true, true), count(true, false)],
    [count(false, true), count(false, false)],
  ];
}

/** One degree of freedom. */
function chiSquareSurvival(value: number): number {
  return erfc(Math.sqrt(value / 2));
}
