import { array, assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { effectSize, pairedEffectSize } from './effect-size.ts';

describe('effectSize', () => {
  test('is in pooled standard deviations', () => {
    const made = effectSize([1, 2, 3], [3, 4, 5, 6]);
    const pooled = Math.sqrt((2 + 5) / 5);
    expect(made.cohensD).toBeCloseTo(-2.5 / pooled, 14);
    expect(made.hedgesG).toBeCloseTo((-2.5 / pooled) * (1 - 3 / 19), 14);
    expect(made.cliffsDelta).toBeCloseTo(-11 / 12, 14);
  });

  test('takes a list of one where the other varies', () => {
    expect(effectSize([5], [1, 2, 3]).cohensD).toBeCloseTo(3, 14);
  });

  test('has no value where nothing varies or a list is empty', () => {
    expect(effectSize([1, 1], [2, 2])).toEqual({ cohensD: null, hedgesG: null, cliffsDelta: -1 });
    expect(effectSize([], [1, 2])).toEqual({ cohensD: null, hedgesG: null, cliffsDelta: null });
    expect(effectSize([1, 2], [])).toEqual({ cohensD: null, hedgesG: null, cliffsDelta: null });
    expect(effectSize([1], [2]).cohensD).toBeNull();
  });

  test('Cliff’s delta agrees with looking at all pairs', () => {
    const list = array(integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 15 });
    assert(
      property(list, list, (a, b) => {
        let balance = 0;
        for (const left of a) for (const right of b) balance += Math.sign(left - right);
        expect(effectSize(a, b).cliffsDelta).toBeCloseTo(balance / (a.length * b.length), 14);
      }),
    );
  });
});

describe('pairedEffectSize', () => {
  test('is in standard deviations of the differences, or the mean of both', () => {
    const made = pairedEffectSize([2, 3, 5], [1, 3, 3]);
    expect(made.cohensDz).toBeCloseTo(1, 14);
    expect(pairedEffectSize([4, 6, 10], [2, 6, 6]).cohensDz).toBeCloseTo(1, 14);
    expect(made.cohensDav).toBeCloseTo(1 / ((Math.sqrt(7 / 3) + Math.sqrt(4 / 3)) / 2), 14);
    expect(made.cohensD).toBeCloseTo(1 / Math.sqrt((14 / 3 + 8 / 3) / 4), 14);
  });

  test('has no value where the differences do not vary', () => {
    expect(pairedEffectSize([1, 2, 3], [3, 4, 5])).toMatchObject({ cohensDz: null, cohensDav: -2 });
    expect(pairedEffectSize([1, 1], [2, 2])).toMatchObject({ cohensDz: null, cohensDav: null });
    expect(pairedEffectSize([1], [2])).toMatchObject({ cohensDz: null, cohensDav: null });
    expect(() => pairedEffectSize([1, 2], [1])).toThrow(RangeError);
  });
});
