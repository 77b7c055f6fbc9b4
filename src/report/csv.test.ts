import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../testing/shared.ts';
import { csvReport, csvText } from './csv.ts';
import { madeMetric, madeResult } from './made-result.ts';

const read = (text: string) =>
  parse(text, { columns: true, relax_column_count: false }) as Record<string, string>[];

describe('csvText', () => {
  it('quotes by RFC 4180 and defuses formulas', () => {
    expect(
      csvText(
        ['id', 'output'],
        [
          [1, 'He said "no", then\nleft'],
          [-3.5, '-3.5'],
          [null, '=1+1'],
          [true, ' blank '],
          [Number.NaN, undefined],
        ],
      ),
    ).toBe('id,output\r\n1,"He said ""no"", then\nleft"\r\n-3.5,-3.5\r\n,\'=1+1\r\ntrue," blank "\r\n,\r\n');
  });

  it('reads back as it was written', () => {
    const texts = ['a,b', 'line\r\nbreak', '"', '公安 😀', '', 'a;b', "it's", ' blank '];
    const rows = read(
      csvText(
        ['at', 'text'],
        texts.map((text, at) => [at, text]),
      ),
    );
    expect(rows.map(({ text }) => text)).toEqual(texts);
  });
});

const casesPath = sharedPath('field-cases/cases.jsonl');
describe.runIf(casesPath !== undefined)('field case FC-038', () => {
  const line = readFileSync(casesPath ?? '', 'utf8')
    .split('\n')
    .find((text) => text.includes('"FC-038"'));
  interface Cell {
    row: number;
    column: string;
    equals?: string;
    notStartsWith?: string[];
  }
  const { input, expected } = JSON.parse(line ?? '') as {
    input: { rows: Record<string, string>[] };
    expected: { cells: Cell[]; rowCount: number };
  };

  it('holds', () => {
    const header = Object.keys(input.rows[0]!);
    const rows = read(
      csvText(
        header,
        input.rows.map((row) => header.map((name) => row[name])),
      ),
    );
    expect(rows).toHaveLength(expected.rowCount);
    for (const { row, column, equals, notStartsWith = [] } of expected.cells) {
      const cell = rows[row]![column]!;
      if (equals !== undefined) expect(cell).toBe(equals);
      for (const start of notStartsWith) expect(cell.startsWith(start)).toBe(false);
    }
  });
});

describe('csvReport', () => {
  it('has a line a metric, with full values and its result’s counts', () => {
    const rows = read(csvReport([madeResult()]));
    const metrics = rows.filter(({ record }) => record === 'metric');
    expect(metrics).toHaveLength(5);
    expect(metrics[0]).toMatchObject({
      task: 'birco/relic',
      source: 'ranks/e5_rank.pickle',
      data_kind: 'full data',
      complete: 'true',
      planned: '100',
      coverage: '1',
      measure: 'ndcg@10',
      protocol: 'standard',
      gain: 'linear',
      headline: 'true',
      value: '0.112466583195',
      n: '100',
      interval_low: '0.0712',
      interval_resamples: '1000',
      interval_seed: '42',
      bootstrap_mean: '',
      ceiling: '1',
    });
    expect(metrics[3]).toMatchObject({ measure: 'recall@10', params: 'relevant=1', bootstrap_std: '0.0231' });
  });

  it('has lines for baselines, diagnostics, warnings and refusals too', () => {
    const rows = read(
      csvReport([
        madeResult({
          metrics: [],
          data: { ...madeResult().data, kind: 'sample' },
          diagnostics: [
            { id: 'fallback-windows', value: 0, n: 943 },
            { id: 'omitted-numbers', value: 56, n: 8, per: 'windows' },
          ],
          warnings: [{ code: 'absent-outputs', message: '13800138000 is absent' }],
          errors: [{ protocol: 'standard', code: 'wrong-dataset', message: '=1+1', details: {} }],
        }),
      ]),
    );
    expect(rows.map(({ record, name, value }) => [record, name, value])).toEqual([
      ['baseline', 'echo', '0.079372'],
      ['baseline', 'echo-reversed', '0.639727'],
      ['baseline', 'random', '0.089766'],
      ['diagnostic', 'fallback-windows', '0'],
      ['diagnostic', 'omitted-numbers', '56'],
      ['warning', 'absent-outputs', ''],
      ['error', 'wrong-dataset', ''],
    ]);
    expect(rows.at(-1)).toMatchObject({ message: "'=1+1", protocol: 'standard' });
    expect(rows.at(-2)?.message).toBe('138******** is absent');
    expect(rows.slice(3, 5).map(({ n, message }) => [n, message])).toEqual([
      ['943', ''],
      ['8', 'n counts windows'],
    ]);
    expect(rows[0]?.data_kind).toBe('sample data: invented, not comparable');
  });

  it('leaves no value an empty cell, never 0 or NaN', () => {
    const rows = read(
      csvReport([
        madeResult({
          metrics: [madeMetric({ value: null, ci: null }), madeMetric({ value: Number.NaN })],
          baselines: [],
          diagnostics: [],
        }),
      ]),
    );
    expect(rows.map(({ value }) => value)).toEqual(['', '']);
  });
});
