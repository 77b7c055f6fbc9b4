import { expect, test } from 'vitest';
import type { Metric, Resamples, Result } from '../../core/index.ts';
import { numpyMean } from '../../stats/index.ts';
import { overall as overallOf } from './overall.ts';
import { SETS } from './sets.ts';

const metric = (value: number | null, change: Partial<Metric> = {}): Metric => ({
  id: 'ndcg@10',
  protocol: 'standard',
  value,
  n: 10,
  unit: 'proportion',
  headline: true,
  params: { gain: 'linear' },
  variant: null,
  aggregate: 'mean',
  slice: null,
  ci: { level: 0.95, low: 0, high: 1, method: 'x', resamples: 1000, seed: 42 },
  boot: null,
  repeats: null,
  bounds: null,
  ceiling: 1,
  ...change,
});

const resultOf = (set: string, value: number | null, change: Partial<Result> = {}): Result => ({
  tool: 'quadrat',
  version: '0.1.0',
  task: `birco/${set}`,
  source: `${set}.json`,
  complete: true,
  data: { name: `birco/${set}/test`, sha256: 'a'.repeat(64), items: 10, kind: 'full' },
  settings: {},
  model: null,
  counts: { planned: 10, scored: 8, unparsed: 1, stopped: 1, failed: 0 },
  coverage: 0.8,
  metrics: [
    metric(value),
    metric(value, { headline: false, slice: { answered: 'yes' } }),
    metric(value, { headline: false, protocol: 'paper' }),
    metric(value, { headline: false, id: 'recall@5', params: { relevant: 1 } }),
  ],
  baselines: [],
  diagnostics: [],
  warnings: [],
  errors: [],
  ...change,
});
const none: Resamples = () => undefined;
const overall = (results: readonly Result[], resamples = none) => overallOf(results, resamples);
const five = SETS.map(({ id }, at) => resultOf(id, at / 10));

test('is the unweighted mean of the five sets, of `standard` only', () => {
  const result = overall(five.toReversed());
  expect(result).toMatchObject({
    task: 'birco',
    complete: true,
    data: { name: 'birco', sha256: null, items: 50, kind: 'full' },
    counts: { planned: 50, scored: 40, unparsed: 5, stopped: 5, failed: 0 },
    coverage: 0.8,
    errors: [],
  });
  expect(
    result?.metrics.map(({ id, protocol, slice, value, n, ci, aggregate }) => [
      id,
      protocol,
      slice,
      value,
      n,
      ci,
      aggregate,
    ]),
  ).toEqual([
    ['ndcg@10', 'standard', null, 0.2, 5, null, 'mean-of-sets'],
    ['recall@5', 'standard', null, 0.2, 5, null, 'mean-of-sets'],
  ]);
});

test('has an interval over resamples inside each set', () => {
  const means = new Map(
    five.map(({ metrics: [headline] }, set) => [
      headline!,
      Float64Array.from({ length: 400 }, (_, at) => set / 10 + (at - 199.5) / 4000),
    ]),
  );
  const of = (list: typeof means) => (one: Metric) => {
    const values = list.get(one);
    return values === undefined ? undefined : { values, clusters: null, seed: 42 };
  };
  const [headline, recall] = overall(five, of(means))?.metrics ?? [];
  expect(recall?.ci).toBeNull();
  const { low, high, ...rest } = headline!.ci!;
  expect(rest).toEqual({ level: 0.95, method: 'bootstrap-percentile-within-sets', resamples: 400, seed: 42 });
  expect(low).toBeLessThan(0.2);
  expect(high).toBeGreaterThan(0.2);
  // Each set alone has a half width of 0.0475; five independent ones together have 1/√5 of a normal one's.
  expect((high - low) / 2).toBeGreaterThan(0.015);
  expect((high - low) / 2).toBeLessThan(0.035);
  expect(numpyMean([...means.values()].map((list) => numpyMean([...list])))).toBeCloseTo(0.2, 12);
  const missing = new Map([...means].slice(1));
  expect(overall(five, of(missing))?.metrics[0]?.ci).toBeNull();
});

test('does not exist where a set or its headline is missing', () => {
  expect(overall([])).toBeNull();
  expect(overall(five.slice(1))).toBeNull();
  expect(overall([...five.slice(1), five[1]!])).toBeNull();
  expect(overall([resultOf(SETS[0]!.id, null), ...five.slice(1)])).toBeNull();
  expect(overall([resultOf(SETS[0]!.id, 1, { metrics: [] }), ...five.slice(1)])).toBeNull();
});

test('is incomplete where a set is, and of its own data where one set’s are', () => {
  const mixed = [
    resultOf(SETS[0]!.id, 0.5, { complete: false }),
    resultOf(SETS[1]!.id, 0.5, { data: { ...five[1]!.data, kind: 'own' } }),
    ...five.slice(2),
  ];
  expect(overall(mixed)).toMatchObject({ complete: false, data: { kind: 'own' } });
});

test('says so where the data are samples', () => {
  const warning = { code: 'sample-data', message: 'invented' };
  const samples = five.map((result) => ({
    ...result,
    data: { ...result.data, kind: 'sample' as const },
    warnings: [warning, { code: 'other', message: 'of one set' }],
  }));
  expect(overall(samples)).toMatchObject({ data: { kind: 'sample' }, warnings: [warning] });
});

test('adds up the calls of the sets and takes over no item of one set', () => {
  const calls = { planned: 12, made: 10, fromCache: 2, inputTokens: 100, outputTokens: 20, costUsd: 0.5 };
  const items = [{ id: 'q', outcome: 'scored' as const, reason: null, values: {} }];
  const run = five.map((result) => ({ ...result, calls, items }));
  const result = overall(run);
  expect(result?.calls).toEqual({
    planned: 60,
    made: 50,
    fromCache: 10,
    inputTokens: 500,
    outputTokens: 100,
    costUsd: 2.5,
  });
  expect(result).not.toHaveProperty('items');
  const unknown = [{ ...run[0]!, calls: { ...calls, costUsd: null } }, ...run.slice(1)];
  expect(overall(unknown)?.calls).toMatchObject({ made: 50, costUsd: null });
  expect(overall([five[0]!, ...run.slice(1)])).not.toHaveProperty('calls');
});
