import { describe, expect, test } from 'vitest';
import type { CountsAggregate, Item, Row } from '../core/index.ts';
import { createMt19937, percentileInterval } from '../stats/index.ts';
import { BOOTSTRAP, clusterInterval, clusterResamples } from './cluster-bootstrap.ts';

const itemOf = (id: string, cluster: string): Item => ({ id, hash: '', cluster, strata: {} });
const rowOf = (id: string, cluster: string, value: number | null): Row => ({
  item: itemOf(id, cluster),
  outcome: 'scored',
  value,
  values: {},
});
const MEAN: CountsAggregate = {
  counts: ({ value }) => (value === null ? null : [value as number, 1]),
  value: ([sum = 0, n = 0]) => (n === 0 ? null : sum / n),
};

describe('resamples over clusters', () => {
  const rows = [
    rowOf('q1', 'a', 1),
    rowOf('q2', 'a', 0.5),
    rowOf('q3', 'b', 0),
    rowOf('q4', 'c', 0.25),
    rowOf('q5', 'c', 0),
  ];

  test('are those of a plain loop over the drawn clusters', () => {
    const byCluster = [[1, 0.5], [0], [0.25, 0]];
    const generator = createMt19937(BOOTSTRAP.seed);
    const want = Array.from({ length: BOOTSTRAP.resamples }, () => {
      const drawn = [0, 1, 2].flatMap(() => byCluster[generator.nextBelow(3)] ?? []);
      return drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
    });
    const made = clusterResamples(MEAN, [rows])!;
    expect(made.clusters).toEqual(['a', 'b', 'c']);
    expect([...made.values]).toEqual(want.map((value) => expect.closeTo(value, 12)));
    const { low, high } = percentileInterval(made.values, 0.95);
    expect(clusterInterval(made, true)).toEqual({
      level: 0.95,
      low,
      high,
      method: 'bootstrap-percentile-clustered',
      resamples: 1000,
      seed: 42,
      clusters: 3,
    });
    expect(clusterInterval(made, false)).not.toHaveProperty('clusters');
  });

  test('draw the same clusters in every repeat, and in another set of the same clusters', () => {
    const shifted = rows.map(({ item, value }) => rowOf(item.id, item.cluster, (value as number) + 1));
    const one = clusterResamples(MEAN, [rows])!;
    const other = clusterResamples(MEAN, [shifted])!;
    const both = clusterResamples(MEAN, [rows, shifted])!;
    one.values.forEach((value, at) => {
      expect(other.values[at]).toBeCloseTo(value + 1, 12);
      expect(both.values[at]).toBeCloseTo(value + 0.5, 12);
    });
  });

  test('without a value keep their place', () => {
    const made = clusterResamples(MEAN, [[rowOf('q1', 'a', 1), rowOf('q2', 'b', null)]])!;
    const without = made.values.filter((value) => Number.isNaN(value)).length;
    expect(made.values).toHaveLength(1000);
    expect(without).toBeGreaterThan(200);
    expect(without).toBeLessThan(300);
    expect(clusterInterval(made, false)).toMatchObject({ low: 1, high: 1 });
  });

  test('do not exist where no row counts', () => {
    expect(clusterResamples(MEAN, [[rowOf('q1', 'a', null)]])).toBeUndefined();
    expect(clusterResamples(MEAN, [[]])).toBeUndefined();
    expect(clusterInterval(undefined, true)).toBeNull();
  });
});
