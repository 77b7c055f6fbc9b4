import { describe, expect, it } from 'vitest';
import { madeMetric, madeResult } from './made-result.ts';
import { headlineOf, measureRows, protocolsOf } from './view.ts';

describe('headlineOf', () => {
  it('prefers the whole set to a slice', () => {
    const sliced = madeMetric({ headline: true, slice: { label: 'a' } });
    const whole = madeMetric({ headline: true, value: 0.5 });
    expect(headlineOf(madeResult({ metrics: [sliced, whole] }))).toBe(whole);
    expect(headlineOf(madeResult({ metrics: [sliced] }))).toBe(sliced);
    expect(headlineOf(madeResult({ metrics: [madeMetric()] }))).toBeNull();
  });
});

describe('protocolsOf', () => {
  it('names those with values and those that refuse, in a fixed order', () => {
    const metrics = [madeMetric({ protocol: 'card' }), madeMetric({ protocol: 'paper' })];
    const errors = [{ protocol: 'standard', code: 'internal', message: '', details: {} }] as const;
    expect(protocolsOf([madeResult({ metrics, errors })])).toEqual(['standard', 'paper', 'card']);
  });
});

describe('measureRows', () => {
  it('puts protocols side by side although gain and relevance differ', () => {
    const rows = measureRows([
      madeMetric(),
      madeMetric({ protocol: 'card', params: { gain: 'binary', relevant: 1 } }),
    ]);
    expect(rows.map(({ id, note, byProtocol }) => [id, note, [...byProtocol.keys()]])).toEqual([
      ['ndcg@10', '', ['standard', 'card']],
    ]);
  });

  it('tells apart by what differs within a protocol, and loses no metric', () => {
    const threshold = (protocol: 'standard' | 'paper', value: number) =>
      madeMetric({ id: 'hybrid.f1', protocol, params: { threshold: value, tokens: 'char' } });
    const metrics = [
      threshold('standard', 1),
      threshold('standard', 2),
      threshold('paper', 2),
      madeMetric({ id: 'hybrid.f1', protocol: 'paper', params: {}, variant: 'literal' }),
      threshold('standard', 2),
    ];
    const rows = measureRows(metrics);
    expect(rows.map(({ note, byProtocol }) => [note, [...byProtocol.keys()]])).toEqual([
      ['threshold=1', ['standard']],
      ['threshold=2', ['standard', 'paper']],
      ['literal', ['paper']],
      ['threshold=2', ['standard']],
    ]);
    expect(rows.reduce((count, { byProtocol }) => count + byProtocol.size, 0)).toBe(metrics.length);
  });
});
