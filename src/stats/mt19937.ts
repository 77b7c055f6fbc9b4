/**
 * The Mersenne Twister MT19937 as numpy's legacy generator seeds and reads it (`numpy.random.seed`,
 * `numpy.random.choice`). For reproducing figures that were made with it; new code takes `createRandom`.
 */
export interface Mt19937 {
  /** Next tempered word, an integer from 0 to 2^32 - 1. */
  next32(): number;
  /**
   * An integer from 0 to `bound` - 1 by masked rejection, as numpy's legacy `randint` and `choice` with replacement
   * draw it. A bound of 1 consumes no word.
   *
   * @param bound an integer from 1 to 2^32
   */
  nextBelow(bound: number): number;
}

const SIZE = 624;
const SHIFT = 397;
const MATRIX = 0x9908b0df;

/**
 * @param seed an integer from 0 to 2^32 - 1
 * @returns a generator with its own state
 * @throws RangeError for a seed or bound outside its range
 * @source Matsumoto and Nishimura 1998 (`init_genrand`, multiplier 1812433253); numpy's `_legacy_seeding` for one word
 */
export function createMt19937(seed: number): Mt19937 {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new RangeError(`a seed is an integer from 0 to 4294967295, not ${seed}`);
  }
  return mt19937From(seedState(seed));
}

/** The 624 words of `init_genrand`. */
function seedState(seed: number): Uint32Array {
  const state = new Uint32Array(SIZE);
  let word = seed >>> 0;
  state[0] = word;
  for (let index = 1; index < SIZE; index += 1) {
    word = (Math.imul(1812433253, word ^ (word >>> 30)) + index) >>> 0;
    state[index] = word;
  }
  return state;
}

/**
 * A generator seeded by one word as a key, as Python's `random.seed` seeds it.
 *
 * @param key an integer from 0 to 2^32 - 1
 * @source Matsumoto and Nishimura 2002 (`init_by_array`) for a key of one word
 */
export function createKeyedMt19937(key: number): Mt19937 {
  const state = seedState(19650218);
  const previous = (index: number) => {
    const word = state[index - 1] ?? 0;
    return word ^ (word >>> 30);
  };
  let index = 1;
  const advance = () => {
    index += 1;
    if (index < SIZE) return;
    state[0] = state[SIZE - 1] ?? 0;
    index = 1;
  };
  for (let count = 0; count < SIZE; count += 1) {
    state[index] = ((state[index] ?? 0) ^ Math.imul(previous(index), 1664525)) + key;
    advance();
  }
  for (let count = 1; count < SIZE; count += 1) {
    state[index] = ((state[index] ?? 0) ^ Math.imul(previous(index), 1566083941)) - index;
    advance();
  }
  state[0] = 0x80000000;
  return mt19937From(state);
}

function mt19937From(state: Uint32Array): Mt19937 {
  let position = SIZE;

  function next32(): number {
    if (position === SIZE) {
      refill(state);
      position = 0;
    }
    let value = state[position] ?? 0;
    position += 1;
    value ^= value >>> 11;
    value ^= (value << 7) & 0x9d2c5680;
    value ^= (value << 15) & 0xefc60000;
    value ^= value >>> 18;
    return value >>> 0;
  }

  function nextBelow(bound: number): number {
    if (!Number.isInteger(bound) || bound < 1 || bound > 2 ** 32) {
      throw new RangeError(`a bound is an integer from 1 to 4294967296, not ${bound}`);
    }
    const largest = bound - 1;
    if (largest === 0) return 0;
    const mask = 0xffffffff >>> Math.clz32(largest);
    for (;;) {
      const value = (next32() & mask) >>> 0;
      if (value <= largest) return value;
    }
  }

  return { next32, nextBelow };
}

function refill(state: Uint32Array): void {
  for (let index = 0; index < SIZE; index += 1) {
    const following = state[(index + 1) % SIZE] ?? 0;
    const mixed = ((state[index] ?? 0) & 0x80000000) | (following & 0x7fffffff);
    const twisted = (state[(index + SHIFT) % SIZE] ?? 0) ^ (mixed >>> 1);
    state[index] = (mixed & 1) === 0 ? twisted : twisted ^ MATRIX;
  }
}
