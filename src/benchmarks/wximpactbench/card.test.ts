import { describe, expect, it } from 'vitest';
import { rowWiseAccuracy } from './card.ts';

describe('rowWiseAccuracy', () => {
  it('counts rows in which every label is right', () => {
    const golds = [
      [0, 1, 1, 1, 0, 0],
      [1, 0, 0, 0, 0, 1],
    ];
    expect(rowWiseAccuracy([golds[0]!, [1, 0, 0, 0, 0, 0]], golds)).toBe(0.5);
    expect(rowWiseAccuracy(golds, golds)).toBe(1);
    expect(rowWiseAccuracy([[1, 1, 1, 1, 0, 0], golds[0]!], golds)).toBe(0);
  });

  it('compares as far as the shorter row goes, and has no value without a row', () => {
    expect(rowWiseAccuracy([[1]], [[1, 0]])).toBe(1);
    expect(rowWiseAccuracy([[]], [[1, 0]])).toBe(1);
    expect(rowWiseAccuracy([[1]], [[1], [1]])).toBe(0.5);
    expect(rowWiseAccuracy([], [])).toBeNull();
  });
});
