import { describe, expect, test } from 'vitest';
import { clusteredError, clusterPositions, differenceError } from './clusters.ts';

describe('clusteredError', () => {
  test('adds what values of a cluster have in common', () => {
    // deviations 1/3 1/3 -2/3 -2/3 1/3 1/3: sums of clusters 2/3 -4/3 2/3
    const made = clusteredError([1, 1, 0, 0, 1, 1], ['a', 'a', 'b', 'b', 'c', 'c']);
    const independent = 8 / 6 / 5 / 6;
    expect(made).toMatchObject({ n: 6, clusters: 3 });
    expect(made.mean).toBeCloseTo(2 / 3, 15);
    expect(made.seIndependent).toBeCloseTo(Math.sqrt(independent), 14);
    expect(made.seClustered).toBeCloseTo(Math.sqrt(independent + (24 / 9 - 8 / 6) / 36), 14);
    expect(made.seCr0).toBeCloseTo(Math.sqrt(24 / 9 / 36), 14);
    expect(made.seCr1).toBeCloseTo(Math.sqrt((24 / 9 / 36) * 1.5), 14);
  });

  test('clusters of one change nothing', () => {
    const made = clusteredError([1, 0, 1, 1], [1, 2, 3, 4]);
    expect(made.seClustered).toBeCloseTo(made.seIndependent ?? -1, 15);
  });

  test('one cluster, one value, no value', () => {
    expect(clusteredError([1, 0, 1, 1], ['a', 'a', 'a', 'a'])).toMatchObject({
      clusters: 1,
      seClustered: 0.125,
      seCr0: 0,
      seCr1: null,
    });
    expect(clusteredError([0.7], ['a'])).toMatchObject({
      mean: 0.7,
      seIndependent: null,
      seClustered: null,
      seCr0: 0,
      seCr1: null,
    });
    expect(clusteredError([], [])).toEqual({
      n: 0,
      clusters: 0,
      mean: null,
      seIndependent: null,
      seClustered: null,
      seCr0: null,
      seCr1: null,
    });
  });

  test('keys are compared as text and stay in their order', () => {
    expect(clusterPositions(['10', 9, 10, '__proto__', '9'], 5)).toEqual([[0, 2], [1, 4], [3]]);
    expect(() => clusterPositions(['a'], 2)).toThrow(RangeError);
  });
});

describe('differenceError', () => {
  test('pairs have a smaller error where they vary together', () => {
    const made = differenceError([1, 2, 3, 4], [1, 3, 3, 5], ['x', 'x', 'y', 'y']);
    expect(made).toMatchObject({ n: 4, meanDifference: -0.5 });
    expect(made.sePaired).toBeCloseTo(Math.sqrt(1 / 3 / 4), 14);
    expect(made.seUnpaired).toBeCloseTo(Math.sqrt((5 / 3 + 8 / 3) / 4), 14);
    expect(made.correlation).toBeCloseTo(6 / Math.sqrt(40), 14);
    // deviations 1/2 -1/2 in either cluster
    expect(made.sePairedClustered).toBeCloseTo(Math.sqrt(1 / 12 - 1 / 16), 14);
  });

  test('has nothing to say about clusters without keys, or without pairs', () => {
    expect(differenceError([1, 2], [2, 1])).toMatchObject({ correlation: -1, sePairedClustered: null });
    expect(differenceError([1], [0])).toMatchObject({ meanDifference: 1, sePaired: null, seUnpaired: null });
    expect(differenceError([], [])).toMatchObject({ meanDifference: null, correlation: null });
    expect(() => differenceError([1], [])).toThrow(RangeError);
  });
});
