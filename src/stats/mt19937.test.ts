import { describe, expect, test } from 'vitest';
import { createMt19937 } from './mt19937.ts';

const take = (count: number, next: () => number): number[] => Array.from({ length: count }, next);

describe('createMt19937', () => {
  test('gives the words of numpy 2.4 for its smallest, usual and largest seed', () => {
    expect(take(5, createMt19937(42).next32)).toEqual([
      1608637542, 3421126067, 4083286876, 787846414, 3143890026,
    ]);
    expect(take(3, createMt19937(0xffffffff).next32)).toEqual([419326371, 479346978, 3918654476]);
    expect(take(2, createMt19937(0).next32)).toEqual([2357136044, 2546248239]);
  });

  test('goes on right after its state is used up, once and twice', () => {
    const words = take(1300, createMt19937(42).next32);
    expect([words[623], words[624], words[1299]]).toEqual([1077437785, 108880612, 2059789457]);
  });

  test('draws positions as numpy.random.choice does', () => {
    const draws = (bound: number): number[] => {
      const generator = createMt19937(42);
      return take(10, () => generator.nextBelow(bound));
    };
    expect(draws(100)).toEqual([51, 92, 14, 71, 60, 20, 82, 86, 74, 74]);
    expect(draws(50)).toEqual([38, 28, 14, 42, 7, 20, 38, 18, 22, 10]);
    expect(draws(60)).toEqual([38, 51, 28, 14, 42, 7, 20, 38, 57, 18]);
    expect(draws(33)).toEqual([28, 14, 7, 20, 18, 22, 10, 10, 23, 23]);
    expect(draws(2 ** 32).slice(0, 3)).toEqual([1608637542, 3421126067, 4083286876]);
  });

  test('a bound of 1 uses no word up', () => {
    const generator = createMt19937(42);
    expect([generator.nextBelow(1), generator.nextBelow(1), generator.next32()]).toEqual([0, 0, 1608637542]);
  });

  test('keeps its state to itself', () => {
    const first = createMt19937(42);
    const second = createMt19937(42);
    first.next32();
    expect(second.next32()).toBe(1608637542);
  });

  test('refuses seeds and bounds that numpy would refuse', () => {
    for (const seed of [-1, 2 ** 32, 0.5, Number.NaN]) expect(() => createMt19937(seed)).toThrow(RangeError);
    for (const bound of [0, 2 ** 32 + 1, 1.5, Number.NaN]) {
      expect(() => createMt19937(1).nextBelow(bound)).toThrow(RangeError);
    }
  });
});
