import type { Numbers } from './numpy-sum.ts';
import { randomState } from './random.ts';

/**
 * Means of resamples with replacement, drawn by the generator of `createRandom`.
 *
 * @param values at least one
 * @param resamples how many
 * @param seed a whole number from 0
 * @returns one mean a resample; the same ones on any machine
 */
export function resampleMeans(values: Numbers, resamples: number, seed: number): Float64Array {
  const list = Float64Array.from(values);
  const count = list.length;
  const means = new Float64Array(resamples);
  // The generator runs here with its state in local variables: drawing is all that a resample costs.
  let [s0, s1, s2, s3] = randomState(seed);
  // Lemire 2019: the upper half of word × count is a position; words whose lower half is small would be one too many.
  const spare = 2 ** 32 % count;
  for (let resample = 0; resample < resamples; resample += 1) {
    let sum = 0;
    for (let drawn = 0; drawn < count; ) {
      const mixed = Math.imul(s1, 5);
      const word = Math.imul((mixed << 7) | (mixed >>> 25), 9) >>> 0;
      const shifted = s1 << 9;
      s2 ^= s0;
      s3 ^= s1;
      s1 ^= s2;
      s0 ^= s3;
      s2 ^= shifted;
      s3 = (s3 << 11) | (s3 >>> 21);
      const product = word * count;
      const position = Math.floor(product / 2 ** 32);
      if (product - position * 2 ** 32 < spare) continue;
      sum += list[position] ?? 0;
      drawn += 1;
    }
    means[resample] = sum / count;
  }
  return means;
}
