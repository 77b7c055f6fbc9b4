/**
 * Number of pairs that stand in falling order, in n log n steps.
 *
 * @param values in order; left as they are
 */
export function countInversions(values: ArrayLike<number>): number {
  let from = Float64Array.from(values);
  let to = new Float64Array(from.length);
  let count = 0;
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) count += merge(from, to, start, width);
    [from, to] = [to, from];
  }
  return count;
}

/** Merges two sorted neighbours of `from` into `to`; returns the pairs that were in falling order. */
function merge(from: Float64Array, to: Float64Array, start: number, width: number): number {
  const middle = start + width;
  const end = Math.min(start + 2 * width, from.length);
  let left = start;
  let right = middle;
  let count = 0;
  for (let place = start; place < end; place += 1) {
    const a = from[left] ?? 0;
    const b = from[right] ?? 0;
    if (right >= end || (left < middle && a <= b)) {
      to[place] = a;
      left += 1;
    } else {
      to[place] = b;
      right += 1;
      count += middle - left;
    }
  }
  return count;
}

/** Probability that a random permutation of n has at most `most` inversions. */
export function inversionTail(n: number, most: number): number {
  let below = new Float64Array(most + 1).fill(1);
  for (let size = 2; size <= n; size += 1) {
    // below[k] is P(at most k) for one size less; a new largest element adds 0 to size - 1 inversions alike.
    const next = new Float64Array(most + 1);
    let window = 0;
    for (let k = 0; k <= most; k += 1) {
      window += point(below, k) - point(below, k - size);
      next[k] = (k === 0 ? 0 : (next[k - 1] ?? 0)) + window / size;
    }
    below = next;
  }
  return below[most] ?? 1;
}

function point(below: Float64Array, k: number): number {
  if (k < 0) return 0;
  return (below[k] ?? 0) - (k === 0 ? 0 : (below[k - 1] ?? 0));
}
