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
      '95 % interval: it says how far the value would move with other queries or items of the same kind. The part of a task says how its own was made.',
    ]);
    expect(sentences.filter((sentence) => sentence.startsWith('Made with'))).toEqual([
      'Made with: 1,000 bootstrap resamples of the queries (percentiles), seed 42.',
      'Made with: Wilson’s interval for a share of items, no resampling.',
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

  it('says where a baseline means what', () => {
    const baselines = [{ name: 'echo', protocol: 'standard', id: 'bleu', value: 0.1, n: 1 }] as const;
    const both = [madeResult({ baselines }), madeResult({ task: 'climaqa/freeform', baselines })];
    expect(legend(both, {}).at(-1)).toBe(
      'Baselines need no model: echo (birco/relic), the order in which the data set stores the candidates, given back; echo (climaqa/freeform), the question given back as the answer.',
    );
    expect(legend(both.slice(1), {}).at(-1)).toBe(
      'Baselines need no model: echo, the question given back as the answer.',
    );
  });

  it('does not call a spread of 0 the randomness of a model', () => {
    const said = (sdSample: number) =>
      legend(
        [
          madeResult({
            metrics: [madeMetric({ repeats: { n: 3, values: [1, 1, 1], sdPopulation: 0, sdSample } })],
          }),
        ],
        {},
      ).find((sentence) => sentence.startsWith('Repeats'));
    expect(said(0)).toContain('came out the same each time');
    expect(said(0.1)).toContain('own randomness moves the value');
  });

  it('says what a dash beside an n is', () => {
    const dash = [madeResult({ metrics: [madeMetric({ value: null, ci: null, n: 24 })] })];
    expect(legend(dash, {}).some((sentence) => sentence.startsWith('— beside an n'))).toBe(true);
    expect(legend([madeResult()], {}).some((sentence) => sentence.startsWith('—'))).toBe(false);
  });

  it('is empty without results', () => expect(legend([], {})).toEqual([]));
});
