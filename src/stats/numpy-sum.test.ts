import { describe, expect, test } from 'vitest';
import { numpyMean, numpyStd, pairwiseSum } from './numpy-sum.ts';

/** Values whose sum depends on the order of addition. */
const series = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => ((index * 7919) % 1000) / 997 + index * 1e-3);

// numpy 2.4.6: [length, numpy.sum, numpy.std]
const NUMPY: readonly (readonly [number, number, number])[] = [
  [1, 0, 0],
  [5, 3.2095987963891677, 0.33083878359964924],
  [7, 4.332935807422267, 0.2827647706446178],
  [8, 4.774238716148446, 0.27095151346809276],
  [9, 5.135297893681043, 0.265979992627859],
  [16, 8.424914744232698, 0.3177735776472527],
  [100, 54.147592778335, 0.29276407038345187],
  [128, 71.9514704112337, 0.29510705052800174],
  [129, 72.71337211634905, 0.29448271437456974],
  [130, 73.39503009027081, 0.29352896712823295],
  [300, 195.45180541624876, 0.30508505011017967],
  [1000, 1000.5030090270812, 0.4087799596632458],
  [1001, 1001.5030090270812, 0.40857572315728297],
];

describe('numpy sums', () => {
  test.each(NUMPY)('of %i values are equal as doubles', (count, sum, std) => {
    const values = series(count);
    expect(pairwiseSum(values)).toBe(sum);
    expect(pairwiseSum(Float64Array.from(values))).toBe(sum);
    expect(numpyMean(values)).toBe(sum / count);
    expect(numpyStd(values)).toBe(std);
  });

  test('128 values are the last that are not halved', () => {
    // halves of 64 would end in 1
    const roots = Array.from({ length: 128 }, (_, index) => Math.sqrt(index + 1));
    expect(pairwiseSum(roots)).toBe(970.8891094495568);
  });

  test('a part of an array sums like that part alone', () => {
    const values = series(400);
    expect(pairwiseSum(values, 50, 300)).toBe(pairwiseSum(values.slice(50, 350)));
    expect(pairwiseSum(values, 5, 4)).toBe(pairwiseSum(values.slice(5, 9)));
    expect(pairwiseSum(values, 390)).toBe(pairwiseSum(values.slice(390)));
  });

  test('no value sums to 0 and has no mean', () => {
    expect(pairwiseSum([])).toBe(0);
    expect(numpyMean([])).toBeNaN();
    expect(numpyStd([])).toBeNaN();
  });
});
