import { describe, expect, test } from 'vitest';
import type { Item, MeasureDescription, Outcome, Row, SetMeasure } from '../core/index.ts';
import { numpyMean, percentileInterval, proportionInterval } from '../stats/index.ts';
import { aggregate, overAnswered } from './aggregate.ts';
import type { RepeatRows } from './repeats.ts';
import { newBootstrap } from './summary.ts';

const DESCRIPTION: MeasureDescription = {
  id: 'accuracy',
  name: 'accuracy',
  summary: 'Share of right answers.',
  range: [0, 1],
  direction: 'higher-is-better',
  unit: 'proportion',
  source: 'a test',
  empty: 'no value',
};
const measureOf = (change: Partial<SetMeasure> = {}): SetMeasure => ({
  description: DESCRIPTION,
  protocol: 'standard',
  aggregate: 'mean',
  interval: 'bootstrap',
  ...change,
});
const itemOf = (id: string, cluster = id): Item => ({ id, hash: '', cluster, strata: {} });
const rowOf = (item: Item, value: number | null | undefined, outcome: Outcome = 'scored'): Row => ({
  item,
  outcome,
  value: undefined,
  values: value === undefined ? {} : { standard: { accuracy: value } },
});
const rowsOf = (
  values: readonly (number | null | undefined)[],
  clusters: readonly string[] = [],
): RepeatRows => values.map((value, at) => rowOf(itemOf(`i${at}`, clusters[at]), value));
const metricOf = (measure: SetMeasure, ...repeats: RepeatRows[]) =>
  aggregate(
    measure,
    repeats,
    (repeats[0] ?? []).map(({ item }) => item),
    newBootstrap(),
  );

/** Sums of hits and of items. */
const COUNTS: SetMeasure['aggregate'] = {
  counts: (row) => {
    const value = row.values.standard?.accuracy;
    return value === null || value === undefined ? null : [value, 1];
  },
  value: ([hits = 0, n = 0]) => (n === 0 ? null : hits / n),
};

describe('a mean', () => {
  test('is over the rows that have a value, and says how many', () => {
    const metric = metricOf(measureOf(), rowsOf([1, 0, null, undefined, 0.5]));
    expect(metric).toMatchObject({
      id: 'accuracy',
      protocol: 'standard',
      value: 0.5,
      n: 3,
      unit: 'proportion',
      headline: false,
      params: {},
      variant: null,
      aggregate: 'mean',
      slice: null,
      boot: null,
      repeats: null,
      bounds: null,
      ceiling: 1,
    });
  });

  test('is null where there is none, never 0', () => {
    for (const rows of [[], rowsOf([null, undefined])])
      expect(metricOf(measureOf(), rows)).toMatchObject({ value: null, n: 0, ci: null, boot: null });
  });

  test('is over the items of a measure’s own', () => {
    const only = ({ id }: Item) => id !== 'i0';
    const measure = measureOf({ only, slice: { period: 'modern' }, ceiling: (items) => items.length });
    expect(metricOf(measure, rowsOf([0, 1, 1]))).toMatchObject({
      value: 1,
      n: 2,
      ceiling: 2,
      slice: { period: 'modern' },
    });
  });
});

describe('its interval', () => {
  const values = [1, 0, 0.25, 0.5, 0, 0.75, 1, 0, 0.125, 0.3];

  test('is the percentile interval of 1,000 resamples with seed 42, as in the authors’ code', () => {
    const { means, mean, std } = newBootstrap()(values);
    const { low, high } = percentileInterval(means, 0.95);
    const metric = metricOf(measureOf({ boot: true }), rowsOf(values));
    expect(metric.ci).toEqual({
      level: 0.95,
      low,
      high,
      method: 'bootstrap-percentile',
      resamples: 1000,
      seed: 42,
    });
    expect(metric.boot).toEqual({ mean, std });
    expect(low).toBeLessThan(numpyMean(values));
    expect(high).toBeGreaterThan(numpyMean(values));
  });

  test('is Wilson’s for a proportion of items', () => {
    const hits = [1, 1, 1, 0, 0];
    const [low, high] = proportionInterval(3, 5, 'wilson', 0.95);
    expect(metricOf(measureOf({ interval: 'wilson' }), rowsOf(hits)).ci).toEqual({
      level: 0.95,
      low,
      high,
      method: 'wilson',
      resamples: null,
      seed: null,
    });
    expect(metricOf(measureOf({ interval: 'wilson' }), rowsOf([1, 1, 1])).ci?.high).toBe(1);
    // Not for values between: those are no counts of hits.
    expect(metricOf(measureOf({ interval: 'wilson' }), rowsOf(values)).ci?.method).toBe(
      'bootstrap-percentile',
    );
  });

  test('is absent where the measure has none', () => {
    expect(metricOf(measureOf({ interval: null, boot: true }), rowsOf(values))).toMatchObject({
      ci: null,
      boot: null,
    });
  });

  test('draws whole clusters where items share them', () => {
    // Ten clusters of four equal items: as uncertain as ten items, not as forty.
    const each = values.flatMap((value) => [value, value, value, value]);
    const clusters = values.flatMap((_, at) => Array.from({ length: 4 }, () => `c${at}`));
    const clustered = metricOf(measureOf(), rowsOf(each, clusters)).ci!;
    const alone = metricOf(measureOf(), rowsOf(each)).ci!;
    const ten = metricOf(measureOf(), rowsOf(values)).ci!;
    expect(clustered.method).toBe('bootstrap-percentile-clustered');
    expect([clustered.low, clustered.high]).toEqual(
      [ten.low, ten.high].map((value) => expect.closeTo(value, 9)),
    );
    expect(clustered.high - clustered.low).toBeGreaterThan(1.5 * (alone.high - alone.low));
    const wilson = metricOf(measureOf({ interval: 'wilson' }), rowsOf([1, 1, 0, 0], ['a', 'a', 'b', 'b'])).ci;
    expect(wilson).toMatchObject({ method: 'bootstrap-percentile-clustered', low: 0, high: 1 });
  });
});

describe('a measure of sums', () => {
  test('has the value and the interval of the same mean', () => {
    const values = [1, 0, 0.25, 0.5, 0, 0.75, 1, null];
    const mean = metricOf(measureOf(), rowsOf(values));
    const sums = metricOf(measureOf({ aggregate: COUNTS }), rowsOf(values));
    expect(sums).toMatchObject({ value: mean.value, n: mean.n, aggregate: 'set', bounds: null });
    expect(sums.ci?.method).toBe('bootstrap-percentile');
    expect(sums.ci!.low).toBeGreaterThan(0);
    expect(sums.ci!.high).toBeLessThan(1);
    expect(metricOf(measureOf({ aggregate: { ...COUNTS, name: 'pooled' } }), rowsOf([1])).aggregate).toBe(
      'pooled',
    );
  });

  test('has none without rows', () => {
    expect(metricOf(measureOf({ aggregate: COUNTS }), rowsOf([null]))).toMatchObject({
      value: null,
      n: 0,
      ci: null,
    });
  });
});

describe('repeats', () => {
  test('have a mean, and a spread of their own beside the spread over items', () => {
    const metric = metricOf(measureOf(), rowsOf([1, 0, 0, 0]), rowsOf([1, 1, 0, 0]), rowsOf([1, 1, 1, 0]));
    expect(metric.value).toBeCloseTo(0.5, 12);
    expect(metric.n).toBe(4);
    expect(metric.repeats?.values).toEqual([0.25, 0.5, 0.75]);
    expect(metric.repeats?.sdPopulation).toBeCloseTo(Math.sqrt(2 / 3) / 4, 12);
    expect(metric.repeats?.sdSample).toBeCloseTo(0.25, 12);
    const { means } = newBootstrap()([1, 2 / 3, 1 / 3, 0]);
    expect(metric.ci).toMatchObject(percentileInterval(means, 0.95));
  });

  test('of which one has no value have none together', () => {
    const metric = metricOf(measureOf(), rowsOf([1]), rowsOf([null]));
    expect(metric).toMatchObject({
      value: null,
      repeats: { n: 2, values: [1, null], sdPopulation: null, sdSample: null },
    });
  });
});

describe('failed items', () => {
  test('have bounds: all of them wrong, all of them right', () => {
    const failed = [
      ...rowsOf([1, 0.5]),
      rowOf(itemOf('f1'), 0, 'failed'),
      rowOf(itemOf('f2'), null, 'failed'),
    ];
    expect(metricOf(measureOf(), failed)).toMatchObject({
      value: 0.5,
      n: 3,
      bounds: { low: 0.5, high: 2.5 / 3 },
    });
    expect(metricOf(measureOf(), failed, rowsOf([1, 0.5, 0])).bounds).toEqual({
      low: 0.5,
      high: (2.5 / 3 + 0.5) / 2,
    });
    expect(metricOf(measureOf({ aggregate: COUNTS }), failed).bounds).toBeNull();
  });

  test('have none where none failed', () => {
    expect(metricOf(measureOf(), [rowOf(itemOf('a'), 0, 'unparsed')]).bounds).toBeNull();
  });
});

describe('over answered items', () => {
  const answered = (measure: SetMeasure, ...repeats: RepeatRows[]) =>
    overAnswered(
      measure,
      repeats,
      (repeats[0] ?? []).map(({ item }) => item),
      newBootstrap(),
    );

  test('the same measure leaves out what was not answered', () => {
    const rows = [
      rowOf(itemOf('a'), 1),
      rowOf(itemOf('b'), 0, 'unparsed'),
      rowOf(itemOf('c'), 0, 'stopped'),
      rowOf(itemOf('d'), 0, 'failed'),
      rowOf(itemOf('e'), 0.5),
    ];
    expect(answered(measureOf({ headline: true, slice: { period: 'modern' } }), rows)).toMatchObject({
      value: 0.75,
      n: 2,
      headline: false,
      slice: { period: 'modern', answered: 'yes' },
      bounds: null,
      ceiling: null,
    });
  });

  test('clusters of every repeat are drawn, also those that the first one lacks', () => {
    const pair = (id: string, value: number, outcome: Outcome): Row[] => [
      rowOf(itemOf(`${id}1`, id), value, outcome),
      rowOf(itemOf(`${id}2`, id), value, outcome),
    ];
    const first = [...pair('a', 1, 'scored'), ...pair('b', 0, 'stopped')];
    const second = [...pair('a', 1, 'scored'), ...pair('b', 1, 'scored')];
    const { ci, value } = answered(measureOf(), first, second);
    expect(value).toBe(1);
    expect(ci).toMatchObject({ low: 1, high: 1, method: 'bootstrap-percentile-clustered' });
    // Drawn: a twice gives 1, a and b 0.75; b twice has no value in the first repeat.
    const mixed = answered(measureOf(), first, [...pair('a', 1, 'scored'), ...pair('b', 0, 'scored')]);
    expect(mixed.ci).toMatchObject({ low: 0.75, high: 1 });
  });
});
