/** Positions 0 to count - 1, sorted; the array is used again by the next call. */
export type PlaceSorter = (
  scores: Float64Array,
  count: number,
  tie: (left: number, right: number) => number,
) => Uint32Array;

/** Runs of this length are sorted by insertion before they are merged. */
const RUN = 8;

/**
 * A sorter of positions by score descending. It keeps its working arrays, which makes it about twice as fast as
 * `Array.prototype.sort` with a comparison on lists of a hundred.
 *
 * @returns a function of scores, their number, and an order of two positions with equal scores (negative: left first);
 *   NaN is not allowed
 */
export function createPlaceSorter(): PlaceSorter {
  let first = new Uint32Array(0);
  let second = new Uint32Array(0);

  return (scores, count, tie) => {
    if (first.length < count) {
      first = new Uint32Array(2 * count);
      second = new Uint32Array(2 * count);
    }
    const follows = (left: number, right: number): boolean => {
      const a = scores[left] ?? 0;
      const b = scores[right] ?? 0;
      return a < b || (a === b && tie(left, right) > 0);
    };
    for (let place = 0; place < count; place += 1) {
      const start = place - (place % RUN);
      let slot = place;
      while (slot > start && follows(first[slot - 1] ?? 0, place)) {
        first[slot] = first[slot - 1] ?? 0;
        slot -= 1;
      }
      first[slot] = place;
    }
    let from = first;
    let to = second;
    for (let width = RUN; width < count; width *= 2) {
      for (let start = 0; start < count; start += 2 * width) {
        const middle = start + width;
        const end = Math.min(start + 2 * width, count);
        let left = start;
        let right = middle;
        for (let slot = start; slot < end; slot += 1) {
          const takesRight = left >= middle || (right < end && follows(from[left] ?? 0, from[right] ?? 0));
          to[slot] = (takesRight ? from[right] : from[left]) ?? 0;
          if (takesRight) right += 1;
          else left += 1;
        }
      }
      [from, to] = [to, from];
    }
    return from;
  };
}
