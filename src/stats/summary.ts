import { mean } from './sums.ts';

export interface FiniteSummary {
  /** Null without a finite value. */
  readonly mean: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Finite values. */
  readonly n: number;
  /** Values that are not finite numbers; they are left out. */
  readonly invalid: number;
}

/** Mean and extremes of the finite values; the others are counted, never spread. */
export function finiteSummary(values: Iterable<unknown>): FiniteSummary {
  const finite: number[] = [];
  let invalid = 0;
  for (const value of values) {
    if (typeof value === 'number' && Number.isFinite(value)) finite.push(value);
    else invalid += 1;
  }
  const n = finite.length;
  if (n === 0) return { mean: null, min: null, max: null, n, invalid };
  const extreme = (pick: (left: number, right: number) => number): number =>
    finite.reduce((a, b) => pick(a, b));
  return { mean: mean(finite), min: extreme(Math.min), max: extreme(Math.max), n, invalid };
}

export interface AnsweredAccuracy {
  /** Right items over all items, failed ones included; null without an item. */
  readonly accuracy: number | null;
  readonly total: number;
  readonly answered: number;
  readonly errors: number;
  /** Right items over answered ones; null without one. */
  readonly accuracyAnswered: number | null;
}

/**
 * Accuracy over everything that was asked, with the rate over what was answered beside it.
 *
 * @param items true: right, false: wrong, null: no answer
 */
export function answeredAccuracy(items: Iterable<boolean | null>): AnsweredAccuracy {
  let total = 0;
  let answered = 0;
  let right = 0;
  for (const item of items) {
    total += 1;
    if (item !== null) answered += 1;
    if (item === true) right += 1;
  }
  return {
    accuracy: total === 0 ? null : right / total,
    total,
    answered,
    errors: total - answered,
    accuracyAnswered: answered === 0 ? null : right / answered,
  };
}

export interface GroupMean {
  readonly n: number;
  /** Null for a group without items. */
  readonly mean: number | null;
}

/**
 * Two means over groups of unequal size: `micro` over all items, `macro` over the groups' means. A group without items
 * takes part in neither.
 */
export function groupMeans(groups: Iterable<GroupMean>): {
  micro: number | null;
  macro: number | null;
  n: number;
} {
  let n = 0;
  let sum = 0;
  const means: number[] = [];
  for (const group of groups) {
    if (group.n === 0 || group.mean === null) continue;
    n += group.n;
    sum += group.n * group.mean;
    means.push(group.mean);
  }
  return { micro: n === 0 ? null : sum / n, macro: means.length === 0 ? null : mean(means), n };
}
