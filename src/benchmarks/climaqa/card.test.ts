import { describe, expect, it } from 'vitest';
import { aggregateAccuracy, scoreClozeExactMatch, scoreClozePartial, scoreMcq } from './card.ts';

describe('the recipes of the card', () => {
  it('compare letters without case and surrounding white space', () => {
    expect(scoreMcq(' a\u3000', 'A')).toBe(1);
    expect(scoreMcq('\u001cB\n', 'b')).toBe(1);
    expect(scoreMcq('A', 'B')).toBe(0);
    expect(scoreMcq('AB', 'A')).toBe(0);
    expect(scoreMcq('Ａ', 'A')).toBe(0);
    expect(scoreMcq('\ufeffA', 'A')).toBe(0);
    // Upper case of ß is SS.
    expect(scoreMcq('ß', 'ss')).toBe(1);
  });

  it('compare words without case and surrounding white space', () => {
    expect(scoreClozeExactMatch(' Albedo\u0085', 'albedo')).toBe(1);
    expect(scoreClozeExactMatch('albedo.', 'albedo')).toBe(0);
    expect(scoreClozeExactMatch('straße', 'STRASSE')).toBe(0);
    expect(scoreClozeExactMatch('sea  ice', 'sea ice')).toBe(0);
  });

  it('count shared words', () => {
    expect(scoreClozePartial('sea ICE', 'ice ice shelf')).toBeCloseTo(1 / 3, 12);
    expect(scoreClozePartial('albedo', ' ')).toBe(0);
  });

  it('aggregate to percent', () => {
    expect(aggregateAccuracy(['a', 'B', 'c', ''], ['A', 'b', 'd', 'd'])).toBe(50);
    expect(aggregateAccuracy(['a'], ['A', 'b'])).toBe(50);
    expect(aggregateAccuracy([], [])).toBeNull();
  });
});
