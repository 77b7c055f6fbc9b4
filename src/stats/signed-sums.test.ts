import { array, assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signedSumTails } from './signed-sums.ts';

describe('signedSumTails', () => {
  test('agrees with looking at every pattern', () => {
    assert(
      property(
        array(integer({ min: 0, max: 9 }), { maxLength: 9 }),
        integer({ min: 0, max: 511 }),
        (sizes, chosen) => {
          const sums = Array.from({ length: 2 ** sizes.length }, (_, pattern) =>
            sizes.reduce((sum, size, place) => sum + ((pattern >> place) & 1 ? size : -size), 0),
          );
          const observed = sums[chosen % sums.length]!;
          const share = (of: (sum: number) => boolean): number => sums.filter(of).length / sums.length;
          expect(signedSumTails(sizes, observed)).toEqual({
            atLeast: share((sum) => sum >= observed),
            atMost: share((sum) => sum <= observed),
          });
        },
      ),
    );
  });
});
