/** A seeded generator: the same seed gives the same numbers on any machine. Not for secrets. */
export interface Random {
  /** An integer from 0 to 2^32 - 1. */
  next32(): number;
  /** A number from 0 up to but not 1, with 53 random bits. */
  nextUnit(): number;
  /**
   * An integer from 0 to `bound` - 1, each equally likely.
   *
   * @param bound an integer from 1 to 2^32
   */
  nextBelow(bound: number): number;
  /** Fills a list with what as many calls of `nextBelow` would give, several times as fast. */
  fillBelow(list: Uint32Array, bound: number): void;
}

/** State of the generator: four words, not all 0. */
export type RandomState = readonly [number, number, number, number];

/**
 * @param seed a whole number from 0 to 2^53 - 1
 * @throws RangeError for a seed or bound outside its range
 * @source xoshiro128** 1.1 (Blackman and Vigna 2018), its state filled by the finaliser of MurmurHash3 over a Weyl
 *   sequence
 */
export function createRandom(seed: number): Random {
  return randomFrom(randomState(seed));
}

/** The generator in a given state. */
export function randomFrom(state: RandomState): Random {
  let [s0, s1, s2, s3] = state;

  function next32(): number {
    const mixed = Math.imul(s1, 5);
    const result = Math.imul((mixed << 7) | (mixed >>> 25), 9) >>> 0;
    const shifted = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= shifted;
    s3 = (s3 << 11) | (s3 >>> 21);
    return result;
  }

  function nextUnit(): number {
    return ((next32() >>> 5) * 2 ** 26 + (next32() >>> 6)) / 2 ** 53;
  }

  function nextBelow(bound: number): number {
    refuseBound(bound);
    // The words below `usable` fall into `bound` classes of one size.
    const usable = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const word = next32();
      if (word < usable) return word % bound;
    }
  }

  function fillBelow(list: Uint32Array, bound: number): void {
    refuseBound(bound);
    const words = 2 ** 32;
    const usable = words - (words % bound);
    // The state runs in local variables: drawing is all that this does.
    let [a, b, c, d] = [s0, s1, s2, s3];
    for (let at = 0; at < list.length; ) {
      const stirred = Math.imul(b, 5);
      const drawn = Math.imul((stirred << 7) | (stirred >>> 25), 9) >>> 0;
      const shifted = b << 9;
      c ^= a;
      d ^= b;
      b ^= c;
      a ^= d;
      c ^= shifted;
      d = (d << 11) | (d >>> 21);
      if (drawn >= usable) continue;
      list[at] = drawn % bound;
      at += 1;
    }
    [s0, s1, s2, s3] = [a, b, c, d];
  }

  return { next32, nextUnit, nextBelow, fillBelow };
}

function refuseBound(bound: number): void {
  if (Number.isInteger(bound) && bound >= 1 && bound <= 2 ** 32) return;
  throw new RangeError(`a bound is an integer from 1 to 4294967296, not ${bound}`);
}

/** The state that a seed stands for. */
export function randomState(seed: number): RandomState {
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new RangeError(`a seed is a whole number from 0 to 9007199254740991, not ${seed}`);
  }
  let weyl = ((seed % 2 ** 32) ^ Math.imul(Math.floor(seed / 2 ** 32), 0x85ebca6b)) | 0;
  const word = (): number => {
    weyl = (weyl + 0x9e3779b9) | 0;
    let mixed = weyl ^ (weyl >>> 16);
    mixed = Math.imul(mixed, 0x85ebca6b);
    mixed ^= mixed >>> 13;
    mixed = Math.imul(mixed, 0xc2b2ae35);
    return mixed ^ (mixed >>> 16);
  };
  return [word(), word(), word(), word()];
}

/** A copy in random order, each order equally likely. */
export function shuffled<Entry>(list: readonly Entry[], random: Random): Entry[] {
  const copy = [...list];
  for (let last = copy.length - 1; last > 0; last -= 1) {
    const chosen = random.nextBelow(last + 1);
    const held = copy[last] as Entry;
    copy[last] = copy[chosen] as Entry;
    copy[chosen] = held;
  }
  return copy;
}
