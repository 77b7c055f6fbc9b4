import { describe, expect, it } from 'vitest';
import { legend } from './legend.ts';
import { madeMetric, madeResult } from './made-result.ts';

describe('legend', () => {
  it('says once what varied, for each kind of interval', () => {
    const wilson = { level: 0.95, low: 0.1, high: 0.2, method: 'wilson', resamples: null, seed: null };
    const sentences = legend(
      [
        madeResult({
          metrics: [
            madeMetric(),
            madeMetric({ id: 'map' }),
            madeMetric({ id: 'accuracy', params: {}, ci: wilson }),
            madeMetric({ id: 'f1.macro', params: {}, ci: null, bounds: { low: 0, high: 1 } }),
          ],
        }),
      ],
      { times100: true },
    );
    expect(sentences.filter((sentence) => sentence.startsWith('95 % interval'))).toEqual([
      '95 % interval: it says how far the value would move with other queries or items of the same kind. The part of a task says how its own was made: 1,000 bootstrap resamples of the queries (percentiles), seed 42; Wilson’s interval for a share of items, no resampling.',
    ]);
    expect(sentences[0]).toBe('Proportions are printed ×100.');
    expect(sentences.some((sentence) => sentence.startsWith('Bounds:'))).toBe(true);
    expect(sentences.some((sentence) => sentence.includes('n is the number of queries or items'))).toBe(true);
  });

  it('explains only baselines that it knows and that are there', () => {
    const baseline = (name: string) =>
      ({ name, protocol: 'standard', id: 'f1.macro', value: 0.1, n: 1 }) as const;
    const sentences = legend([madeResult({ baselines: [baseline('all-false'), baseline('own')] })], {});
    expect(sentences.at(-1)).toBe('Baselines need no model: all-false, no label at all.');
  });

  it('is empty without results', () => expect(legend([], {})).toEqual([]));
});
