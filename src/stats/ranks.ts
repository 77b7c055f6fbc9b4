import type { Numbers } from './numpy-sum.ts';

export interface MidRanks {
  /** Rank of each value from 1, equal values sharing the mean of their ranks; 0 and -0 are equal. */
  readonly ranks: Float64Array;
  /** Sizes of the groups of equal values, groups of one included, by ascending value. */
  readonly groups: readonly number[];
}

/** @throws RangeError if a value is NaN */
export function midRanks(values: Numbers): MidRanks {
  const order = Uint32Array.from({ length: values.length }, (_, index) => index);
  const at = (place: number): number => values[order[place] ?? 0] ?? 0;
  for (let index = 0; index < values.length; index += 1) {
    if (Number.isNaN(values[index]))
      throw new RangeError(`value ${index + 1} of ${values.length} is not a number`);
  }
  order.sort((left, right) => {
    const a = values[left] ?? 0;
    const b = values[right] ?? 0;
    return a < b ? -1 : a > b ? 1 : 0;
  });
  const ranks = new Float64Array(values.length);
  const groups: number[] = [];
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && at(end) === at(start)) end += 1;
    for (let place = start; place < end; place += 1) ranks[order[place] ?? 0] = (start + 1 + end) / 2;
    groups.push(end - start);
    start = end;
  }
  return { ranks, groups };
}
