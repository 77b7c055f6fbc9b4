import { array, assert, integer, maxSafeNat, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRandom, randomFrom, shuffled } from './random.ts';

const take = (count: number, next: () => number): number[] => Array.from({ length: count }, next);

describe('createRandom', () => {
  test('is xoshiro128**: the authors’ first words for the state 1, 2, 3, 4', () => {
    expect(take(10, randomFrom([1, 2, 3, 4]).next32)).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597, 4258142804,
    ]);
  });

  // by an implementation in another language: these words must never change
  test.each([
    [0, [3809008728, 1133695204, 53579671, 2891528803]],
    [1, [2442144158, 3238099751, 3819917871, 2104621829]],
    [42, [2837322924, 544945897, 479756282, 3500138142]],
    [2 ** 32, [2220574503, 610380652, 3129474882, 2780906290]],
    [2 ** 53 - 1, [1190966055, 18953708, 2651531223, 3195149008]],
  ])('seed %d starts with the same words for ever', (seed, words) => {
    expect(take(4, createRandom(seed).next32)).toEqual(words);
  });

  test('draws below a bound without a bias, and units of 53 bits', () => {
    const random = createRandom(42);
    expect(take(12, () => random.nextBelow(10))).toEqual([4, 7, 2, 2, 0, 0, 6, 8, 4, 2, 3, 8]);
    // a quarter of all words is of no use here
    expect(take(4, () => random.nextBelow(3 * 2 ** 30))).toEqual([
      2132581468, 3088945547, 2296110748, 445720661,
    ]);
    expect(take(2, createRandom(42).nextUnit)).toEqual([0.6606157208001621, 0.1117019639532224]);
  });

  test('every seed and bound gives numbers in range, the same ones again', () => {
    assert(
      property(maxSafeNat(), integer({ min: 1, max: 2 ** 32 }), (seed, bound) => {
        const value = createRandom(seed).nextBelow(bound);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThan(bound);
        expect(createRandom(seed).nextBelow(bound)).toBe(value);
        expect(createRandom(seed).nextUnit()).toBeLessThan(1);
      }),
    );
  });

  test('refuses what is no seed or bound', () => {
    for (const seed of [-1, 0.5, 2 ** 53, Number.NaN]) expect(() => createRandom(seed)).toThrow(RangeError);
    for (const bound of [0, 1.5, 2 ** 32 + 1, Number.NaN]) {
      expect(() => createRandom(1).nextBelow(bound)).toThrow(RangeError);
    }
  });
});

describe('shuffled', () => {
  test('keeps every entry and its input', () => {
    assert(
      property(array(integer()), maxSafeNat(), (list, seed) => {
        const before = [...list];
        const order = shuffled(list, createRandom(seed));
        expect(order.toSorted()).toEqual(before.toSorted());
        expect(list).toEqual(before);
      }),
    );
  });

  test('gives each order of three about as often', () => {
    const random = createRandom(1);
    const counts = new Map<string, number>();
    for (let drawn = 0; drawn < 6000; drawn += 1) {
      const order = shuffled(['a', 'b', 'c'], random).join('');
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(120);
  });
});

test('a list is filled with what one call after the other gives', () => {
  for (const bound of [1, 2, 3, 1000, 3_000_000_000, 2 ** 32]) {
    const [one, other] = [createRandom(11), createRandom(11)];
    const list = new Uint32Array(200);
    one.fillBelow(list, bound);
    expect([...list]).toEqual(Array.from(list, () => other.nextBelow(bound)));
    expect(one.next32()).toBe(other.next32());
  }
  expect(() => createRandom(1).fillBelow(new Uint32Array(1), 0)).toThrow(RangeError);
});
