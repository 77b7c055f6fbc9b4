import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Metric, Resampled, Result } from '../../core/index.ts';
import { openSource } from '../../data/source.ts';
import { readFileBytes } from '../../data/text-file.ts';
import { scoreBenchmark } from '../../run/score-benchmark.ts';
import { percentileInterval } from '../../stats/index.ts';
import { projectRoot, sharedPath } from '../../testing/shared.ts';
import { wximpactbench } from './index.ts';
import { overall, withoutContext } from './overall.ts';

const IDS = ['f1.macro', 'f1.micro', 'accuracy', 'accuracy.rowwise'];

function metricOf(id: string, value: number, low: number, high: number): Metric {
  return {
    id,
    protocol: 'standard',
    value,
    n: 3,
    unit: 'proportion',
    headline: id === 'f1.macro',
    params: {},
    variant: null,
    aggregate: 'set',
    slice: null,
    ci: { level: 0.95, low, high, method: 'bootstrap-percentile', resamples: 1000, seed: 42 },
    boot: null,
    repeats: null,
    bounds: null,
    ceiling: 1,
  };
}

function resultOf(name: string, value: number, low: number, high: number): Result {
  return {
    tool: 'quadrat',
    version: '0',
    task: `wximpactbench/classification-${name}`,
    source: 'made_zeroshot.csv',
    complete: true,
    data: { name: '', sha256: null, items: 3, kind: 'own' },
    settings: {},
    model: null,
    counts: { planned: 3, scored: 3, unparsed: 0, stopped: 0, failed: 0 },
    coverage: 1,
    metrics: IDS.map((id) => metricOf(id, value, low, high)),
    baselines: [],
    diagnostics: [],
    warnings: [],
    errors: [],
  };
}

const results = [resultOf('long', 0.4, 0.3, 0.5), resultOf('mixed', 0.6, 0.45, 0.8)];

/** Resamples of every metric: of the first context, of the second. */
function intervalWith(long: Resampled | undefined, mixed: Resampled | undefined) {
  const of = new Map(
    results.flatMap(({ metrics }, at) => metrics.map((metric) => [metric, at === 0 ? long : mixed] as const)),
  );
  return overall(results, (metric) => of.get(metric))?.metrics[0]?.ci;
}

const articles = ['7', '2', '5'];
const values = Float64Array.from({ length: 1000 }, (_, at) => at / 1000);

describe('the interval of the mean of both contexts', () => {
  test('pairs the resamples: values that move against each other leave nothing', () => {
    const against = values.map((value) => 1 - value);
    expect(
      intervalWith(
        { values, clusters: articles, seed: 42 },
        { values: against, clusters: articles, seed: 42 },
      ),
    ).toEqual({
      level: 0.95,
      low: 0.5,
      high: 0.5,
      method: 'bootstrap-percentile-clustered-paired',
      resamples: 1000,
      seed: 42,
      clusters: 3,
    });
    const { low, high } = percentileInterval(values, 0.95);
    expect(
      intervalWith({ values, clusters: articles, seed: 42 }, { values, clusters: articles, seed: 42 }),
    ).toMatchObject({ low, high });
  });

  test('leaves out a resample in which one context has no value', () => {
    const holes = values.map((value, at) => (at < 500 ? Number.NaN : value));
    expect(
      intervalWith({ values: holes, clusters: articles, seed: 42 }, { values, clusters: articles, seed: 42 }),
    ).toMatchObject(percentileInterval(values.slice(500), 0.95));
  });

  test('is the mean of the ends where the articles, their order or the draws differ', () => {
    const made = { values, clusters: articles, seed: 42 };
    const ends = {
      level: 0.95,
      low: (0.3 + 0.45) / 2,
      high: (0.5 + 0.8) / 2,
      method: 'mean-of-interval-ends',
      resamples: null,
      seed: null,
    };
    const others: (Resampled | undefined)[] = [
      undefined,
      { ...made, clusters: ['7', '2'] },
      { ...made, clusters: ['2', '7', '5'] },
      { ...made, clusters: null },
      { ...made, seed: 1 },
      { ...made, values: values.slice(1) },
    ];
    for (const other of others) expect(intervalWith(made, other)).toEqual(ends);
  });
});

test('names of files are put together without what tells the context', () => {
  const same = (...names: string[]) => new Set(names.map(withoutContext)).size === 1;
  expect(same('gpt-4o_LongCTX_zeroshot', 'gpt-4o_MixedCTX_zeroshot')).toBe(true);
  expect(same('gpt_4o_zeroshot_long', 'gpt_4o_zeroshot_short')).toBe(true);
  expect(same('llama_350_oneshot', 'llama_1300_oneshot')).toBe(true);
  expect(same('gpt-4o_LongCTX_zeroshot', 'gpt-4o_MixedCTX_oneshot')).toBe(false);
  expect(same('gpt-4o_LongCTX_zeroshot', 'gpt-4_MixedCTX_zeroshot')).toBe(false);
});

const folder = sharedPath('data/wximpactbench');

describe.runIf(folder !== undefined)('over the label files', () => {
  async function scored(data: string): Promise<Result[]> {
    const files = [
      ['classification-long', 'LongCTX'],
      ['classification-mixed', 'MixedCTX'],
    ].map(([task, context]) => ({
      task: `wximpactbench/${task}`,
      file: path.join(folder ?? '', `predictions/gpt-4o_${context}_zeroshot.csv`),
    }));
    return scoreBenchmark(wximpactbench, files, (task) => ({
      source: openSource({
        data:
          data === 'labels'
            ? (folder ?? '')
            : path.join(
                folder ?? '',
                task.id.endsWith('long') ? 'LongCTX_partial.csv' : 'MixedCTX_partial.csv',
              ),
        benchmark: 'wximpactbench',
        dataFolder: projectRoot,
        samplesFolder: projectRoot,
      }),
      split: undefined,
      given: new Map(),
      seed: 42,
      baselines: [],
      perItem: false,
      read: readFileBytes,
    }));
  }

  test('350 articles are drawn once for both; the interval is inside the mean of the ends', async () => {
    const [long, mixed, both] = await scored('labels');
    for (const id of IDS) {
      const of = (result: Result | undefined) =>
        result?.metrics.find((one) => one.id === id && one.protocol === 'standard' && one.slice === null);
      const ci = of(both)?.ci;
      expect(ci).toMatchObject({ method: 'bootstrap-percentile-clustered-paired', clusters: 350 });
      const width = (high = 0, low = 0) => high - low;
      const ends =
        (width(of(long)?.ci?.high, of(long)?.ci?.low) + width(of(mixed)?.ci?.high, of(mixed)?.ci?.low)) / 2;
      const own = width(ci?.high, ci?.low);
      // Contexts of the same articles: wider than two independent halves (1/√2 of one), no wider than one of them.
      expect([id, own > ends * 0.75, own < ends * 1.03]).toEqual([id, true, true]);
      expect(of(both)?.value).toBeCloseTo(((of(long)?.value ?? 0) + (of(mixed)?.value ?? 0)) / 2, 12);
    }
  });

  test('several models at once have an object each, found by the names of their files', async () => {
    const files = ['gpt-4o', 'deepseek-chat'].flatMap((model) =>
      [
        ['classification-long', 'LongCTX'],
        ['classification-mixed', 'MixedCTX'],
      ].map(([task, context]) => ({
        task: `wximpactbench/${task}`,
        file: path.join(folder ?? '', `predictions/${model}_${context}_zeroshot.csv`),
      })),
    );
    const all = await scoreBenchmark(wximpactbench, files, () => ({
      source: openSource({
        data: folder ?? '',
        benchmark: 'wximpactbench',
        dataFolder: projectRoot,
        samplesFolder: projectRoot,
      }),
      split: undefined,
      given: new Map(),
      seed: 42,
      protocols: ['standard'],
      baselines: [],
      perItem: false,
      read: readFileBytes,
    }));
    const both = all.filter(({ task }) => task === 'wximpactbench');
    expect(both.map(({ metrics: [headline] }) => headline?.value?.toFixed(6))).toEqual([
      '0.667435',
      '0.605591',
    ]);
  });

  test('parts of the data with other articles get the mean of the ends', async () => {
    const both = (await scored('partial')).at(-1);
    expect(both?.task).toBe('wximpactbench');
    expect(both?.metrics[0]?.ci).toMatchObject({ method: 'mean-of-interval-ends' });
  });
});

describe('what the object over both contexts says of their data', () => {
  const none = () => undefined;
  const partial = [{ code: 'partial', message: 'partial data' }];
  const [long, mixed] = results as [Result, Result];

  test('a part of one context makes the mean a part, whichever it is', () => {
    for (const [kinds, want] of [
      [['own', 'partial'], 'partial'],
      [['partial', 'full'], 'partial'],
      [['full', 'sample'], 'sample'],
      [['full', 'full'], 'full'],
    ] as const) {
      const both = [long, mixed].map((result, at): Result => {
        const kind = kinds[at] ?? 'own';
        return { ...result, data: { ...result.data, kind }, warnings: kind === 'partial' ? partial : [] };
      });
      const made = overall(both, none);
      expect(made?.data.kind).toBe(want);
      expect(made?.warnings).toEqual(want === 'partial' ? partial : []);
    }
  });

  test('files that differ in more than the context are named', () => {
    const codes = (...sources: [string, string]) =>
      overall(
        [
          { ...long, source: sources[0] },
          { ...mixed, source: sources[1] },
        ],
        none,
      )?.warnings.map(({ code }) => code);
    expect(codes('a/gpt_LongCTX_zeroshot.csv', 'b/gpt_MixedCTX_zeroshot.csv')).toEqual([]);
    expect(codes('long.jsonl', 'mixed.jsonl')).toEqual([]);
    expect(codes('a/gpt_LongCTX_zeroshot.csv', 'a/deepseek_MixedCTX_zeroshot.csv')).toEqual(['mixed-files']);
  });
});
