import { describe, expect, it } from 'vitest';
import { CARD_THRESHOLD, computeMetrics } from './card.ts';

describe('computeMetrics', () => {
  it('is accuracy for classification', () => {
    expect(computeMetrics(['喜', '怒', '哀 '], ['喜', '怒', '哀'], 'classification')).toBeCloseTo(2 / 3, 12);
    expect(computeMetrics([], [], 'classification')).toBeNull();
  });

  it('is a sum for extraction', () => {
    const golds = Array.from({ length: 10 }, () => '昆明市');
    expect(computeMetrics(golds, golds, 'ie')).toBe(5);
    expect(computeMetrics(['上午9时许', '𠮷某', '冰毒'], ['上午9时', '吉某', '海洛因'], 'ie')).toBe(1);
    expect(computeMetrics([], [], 'ie')).toBe(0);
  });

  it('takes texts up to the threshold as near, in code points', () => {
    expect(CARD_THRESHOLD).toBe(2);
    const near = (threshold?: number) => computeMetrics(['9:00'], ['上午9:00'], 'ie', threshold);
    expect([near(), near(2), near(1)]).toEqual([0.5, 0.5, 0]);
    expect(computeMetrics(['𠮷𠮷'], ['吉吉'], 'ie', 2)).toBe(0.5);
  });

  it('has no value for other tasks', () => {
    expect(computeMetrics(['a'], ['a'], 'qa')).toBeNull();
  });
});
