import { expect, test } from 'vitest';
import { madeMetric } from './made-result.ts';
import { slicesTables } from './slices-table.ts';

const made = (id: string, slice: Record<string, string>, change: Parameters<typeof madeMetric>[0] = {}) =>
  madeMetric({ id, slice, params: {}, ci: null, ...change });

test('slices stand in a table for each kind: a row a slice and protocol, a column a measure', () => {
  const tables = slicesTables(
    [
      made('f1.label', { label: 'a' }, { value: 0.5 }),
      made('recall.label', { label: 'a' }, { value: 0.25, n: 40 }),
      made('f1.label', { label: 'b' }, { value: 0.75, ceiling: 0.8, protocol: 'paper' }),
      made(
        'f1.label',
        { label: 'a', period: 'modern' },
        {
          value: 0.6,
          ci: { level: 0.95, low: 0.5, high: 0.7, method: 'wilson', resamples: null, seed: null },
          repeats: { n: 2, values: [0.5, 0.7], sdPopulation: 0.1, sdSample: 0.1414 },
          params: { gain: 'linear' },
        },
      ),
      made('recall.label', { label: 'a', period: 'modern' }, { value: null, n: 0 }),
    ],
    {},
  );
  expect(
    tables.map(({ by, without, table: { columns, rows } }) => ({
      by,
      without,
      columns: columns.map(({ header }) => header),
      rows: rows.map((row) => row.map(({ text }) => text)),
    })),
  ).toEqual([
    {
      by: 'label',
      without: [],
      columns: ['slice', 'protocol', 'n', 'f1.label', 'recall.label'],
      rows: [
        ['label=a', 'standard', '100', '0.5000', '0.2500 (n 40)'],
        ['label=b', 'paper', '100', '0.7500 (at most 0.8000)', ''],
      ],
    },
    {
      by: 'label, period',
      without: ['recall.label'],
      columns: ['slice', 'protocol', 'n', 'f1.label (linear gain)'],
      rows: [['label=a, period=modern', 'standard', '100', '0.6000 [0.5000, 0.7000] (sd of repeats 0.1414)']],
    },
  ]);
});
