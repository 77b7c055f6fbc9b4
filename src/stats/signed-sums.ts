/** Probabilities over all patterns of signs, ties with the observed sum on both sides. */
export interface SignedSumTails {
  readonly atLeast: number;
  readonly atMost: number;
}

/**
 * Tails of the sum of ± sizes, every pattern of signs equally likely, by counting sums: exact for any number of
 * whole sizes.
 *
 * @param sizes whole numbers from 0
 * @param observed a sum that occurs
 */
export function signedSumTails(sizes: readonly number[], observed: number): SignedSumTails {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  // Sum of the positive ones, p, and the signed sum, 2p - total, rise together.
  let share = new Float64Array(total + 1);
  share[0] = 1;
  let reach = 0;
  for (const size of sizes) {
    const next = new Float64Array(total + 1);
    for (let sum = 0; sum <= reach; sum += 1) {
      const half = (share[sum] ?? 0) / 2;
      next[sum] = (next[sum] ?? 0) + half;
      next[sum + size] = (next[sum + size] ?? 0) + half;
    }
    share = next;
    reach += size;
  }
  const place = Math.round((observed + total) / 2);
  let atMost = 0;
  let atLeast = 0;
  for (let sum = 0; sum <= place; sum += 1) atMost += share[sum] ?? 0;
  for (let sum = total; sum >= place; sum -= 1) atLeast += share[sum] ?? 0;
  return { atLeast: Math.min(1, atLeast), atMost: Math.min(1, atMost) };
}
