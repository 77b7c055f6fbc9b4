import { describe, expect, it } from 'vitest';
import { madeMetric } from './made-result.ts';
import {
  dataKindWords,
  dataWords,
  definitionWords,
  incompleteWords,
  intervalName,
  intervalWords,
  metricName,
  outcomeWords,
  thingsOf,
} from './words.ts';

const INTERVAL = { level: 0.95, low: 0, high: 1, method: 'bootstrap-percentile', resamples: 1000, seed: 42 };

describe('intervals in words', () => {
  it.each([
    [INTERVAL, 'queries', '95 % interval: 1,000 bootstrap resamples of the queries (percentiles), seed 42'],
    [
      { ...INTERVAL, method: 'bootstrap-bca', seed: 0 },
      'items',
      '95 % interval: 1,000 bootstrap resamples of the items (BCa), seed 0',
    ],
    [
      { ...INTERVAL, method: 'bootstrap-bca-cluster' },
      'items',
      '95 % interval: 1,000 bootstrap resamples of clusters of items (those that share an article, document or question) (BCa), seed 42',
    ],
    [
      { ...INTERVAL, method: 'bootstrap-percentile-clustered-paired', clusters: 1350 },
      'items',
      '95 % interval: 1,000 bootstrap resamples of 1,350 clusters of items (those that share an article, document or question), the same ones in both parts (percentiles), seed 42',
    ],
    [
      { ...INTERVAL, method: 'mean-of-interval-ends', resamples: null, seed: null },
      'items',
      '95 % interval: the mean of the ends of the parts’ intervals, the widest that it can be',
    ],
    [
      { ...INTERVAL, method: 'wilson', resamples: null, seed: null },
      'items',
      '95 % interval: Wilson’s interval for a share of items, no resampling',
    ],
    [
      { ...INTERVAL, level: 0.995, method: 'jackknife', resamples: 10, seed: null },
      'items',
      '99.5 % interval: method jackknife, 10 resamples of the items',
    ],
  ])('%o', (interval, things, want) => expect(intervalWords(interval, things)).toBe(want));

  it('names the level', () => {
    expect(intervalName(0.95)).toBe('95 % interval');
    expect(intervalName(0.975)).toBe('97.5 % interval');
  });
});

describe('measures in words', () => {
  it('says gain first, then what else changes the value', () => {
    expect(definitionWords({ params: { relevant: 1, gain: 'binary' }, variant: null })).toBe(
      'binary gain, relevant=1',
    );
    expect(definitionWords({ params: {}, variant: 'boot' })).toBe('variant boot');
    expect(definitionWords({ params: {}, variant: null })).toBe('');
  });

  it('names a measure by its id and slice only', () => {
    expect(metricName(madeMetric({ id: 'recall@10', params: {} }))).toBe('recall@10');
    expect(metricName(madeMetric({ id: 'f1.label', slice: { label: '经济', period: 'modern' } }))).toBe(
      'f1.label (label=经济, period=modern)',
    );
  });

  it.each([
    ['ndcg@10', 'queries'],
    ['map', 'queries'],
    ['mrr', 'queries'],
    ['hit@1', 'queries'],
    ['f1.macro', 'items'],
    ['recall.macro', 'items'],
    ['accuracy', 'items'],
  ])('%s is over %s', (id, want) => expect(thingsOf(id)).toBe(want));
});

describe('data, outcomes and completeness in words', () => {
  it('calls samples invented and not comparable', () => {
    expect(dataKindWords('sample')).toBe('sample data: invented, not comparable');
    const data = { name: 'birco/wtb/test', sha256: 'ab'.repeat(32), items: 1024, kind: 'partial' } as const;
    expect(dataWords(data)).toBe(
      'birco/wtb/test, 1,024 items, part of the data: not comparable with full data, sha256 abababababab…',
    );
    expect(dataWords({ ...data, revision: '0123456789abcdef' })).toMatch(/…, revision 0123456789ab$/);
    expect(dataWords({ ...data, sha256: null })).toContain('no gold, so no hash');
    expect(dataWords({ ...data, name: 'birco', sha256: null })).not.toContain('no gold');
  });

  it('counts outcomes and says when they do not add up', () => {
    const counts = { planned: 200, scored: 190, unparsed: 5, stopped: 0, failed: 5 };
    expect(outcomeWords(counts)).toBe(
      '190 scored (95.0 %), 5 unparsed (2.5 %), 0 stopped, 5 failed (2.5 %), of 200 planned',
    );
    expect(outcomeWords({ ...counts, failed: 4 })).toContain('THE COUNTS DO NOT ADD UP');
    expect(outcomeWords({ planned: 0, scored: 0, unparsed: 0, stopped: 0, failed: 0 })).toContain(
      'of 0 planned',
    );
  });

  it('says what makes a result incomplete', () => {
    const counts = { planned: 3, scored: 2, unparsed: 0, stopped: 0, failed: 1 };
    expect(incompleteWords({ complete: true, counts })).toBe('');
    expect(incompleteWords({ complete: false, counts })).toBe(
      'incomplete: 1 item failed and counts as wrong',
    );
    expect(incompleteWords({ complete: false, counts: { ...counts, failed: 0 } })).toBe('incomplete');
  });
});
