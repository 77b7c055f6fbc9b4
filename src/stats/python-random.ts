import { createKeyedMt19937 } from './mt19937.ts';

/** Python's `random` as the authors of BIRCO use it: a seed and a shuffle. */
export interface PythonRandom {
  /** `random.shuffle` of a copy. */
  shuffle<T>(values: readonly T[]): T[];
}

/**
 * Python's `random.Random(seed)`.
 *
 * @param seed an integer from 0 to 2^32 - 1
 * @source CPython 3.11 `Lib/random.py`: `shuffle` by `_randbelow_with_getrandbits`
 */
export function createPythonRandom(seed: number): PythonRandom {
  const generator = createKeyedMt19937(seed);
  const below = (bound: number) => {
    const bits = 32 - Math.clz32(bound);
    let value = generator.next32() >>> (32 - bits);
    while (value >= bound) value = generator.next32() >>> (32 - bits);
    return value;
  };
  return {
    shuffle<T>(values: readonly T[]): T[] {
      const copy = [...values];
      for (let last = copy.length - 1; last > 0; last -= 1) {
        const other = below(last + 1);
        const [a, b] = [copy[last], copy[other]];
        if (a === undefined || b === undefined) continue;
        copy[last] = b;
        copy[other] = a;
      }
      return copy;
    },
  };
}
