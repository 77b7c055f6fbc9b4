import { array, assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countInversions, inversionTail } from './inversions.ts';

describe('countInversions', () => {
  test('agrees with counting all pairs', () => {
    assert(
      property(array(integer({ min: 0, max: 9 }), { maxLength: 40 }), (values) => {
        let pairs = 0;
        for (let i = 0; i < values.length; i += 1) {
          for (let j = i + 1; j < values.length; j += 1) if (values[i]! > values[j]!) pairs += 1;
        }
        expect(countInversions(values)).toBe(pairs);
      }),
    );
  });
});

describe('inversionTail', () => {
  test('is the share of permutations', () => {
    // of the 24 permutations of four, 1, 3, 5, 6, 5, 3, 1 have 0 to 6 inversions
    const counts = [1, 4, 9, 15, 20, 23, 24];
    for (const [most, count] of counts.entries()) expect(inversionTail(4, most)).toBeCloseTo(count / 24, 14);
    expect(inversionTail(1, 0)).toBe(1);
    expect(inversionTail(20, 0) * 2432902008176640000).toBeCloseTo(1, 12);
    expect((inversionTail(20, 1) * 2432902008176640000) / 20).toBeCloseTo(1, 12);
  });
});
