import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Protocol, Result } from '../../core/index.ts';
import { openSource } from '../../data/source.ts';
import { readFileBytes } from '../../data/text-file.ts';
import { reciprocalRankAtK } from '../../metrics/ranking.ts';
import { scoreFiles } from '../../run/score-predictions.ts';
import { newBootstrap } from '../../run/summary.ts';
import { sharedPath } from '../../testing/shared.ts';
import { birco } from './index.ts';
import { contextOf, settingsOf } from './made-items.ts';
import { readRankings } from './rankings.ts';

// The published rank files against the published sets, where they lie beside the checkout: figures of the
// specification, acceptance 6 to 13 and 23. Golden values of all files run in the golden loop.

const folder = sharedPath('data/birco') ?? '';
const bootstrap = newBootstrap();
const source = () =>
  openSource({ data: folder, benchmark: 'birco', dataFolder: 'none', samplesFolder: 'none' });

interface How {
  readonly split?: string;
  readonly baselines?: readonly string[];
  readonly settings?: Readonly<Record<string, string>>;
}
function scored(set: string, files: readonly string[], how: How = {}): Promise<Result[]> {
  const task = birco.tasks.find(({ id }) => id === `birco/${set}`)!;
  return scoreFiles(task, files, {
    source: source(),
    split: how.split,
    given: new Map(Object.entries(how.settings ?? {})),
    seed: 42,
    baselines: how.baselines ?? [],
    perItem: false,
    read: (file) => readFileBytes(path.join(folder, file)),
    bootstrap,
  });
}
const metricOf = (result: Result | undefined, protocol: Protocol, id: string) =>
  result?.metrics.find((metric) => metric.protocol === protocol && metric.id === id && metric.slice === null);
const baselineOf = (result: Result | undefined, name: string, id: string, protocol: Protocol = 'standard') =>
  result?.baselines.find((one) => one.name === name && one.id === id && one.protocol === protocol)?.value;
const ranksOf = (set: string, ...names: string[]) => names.map((name) => `${set}/ranks/${name}.pickle`);
/** To the digits that the specification prints. */
const near = (want: number, digits = 6) => expect.closeTo(want, digits);

const SETS = ['arguana', 'clinical-trial', 'relic', 'wtb'] as const;

describe.runIf(folder !== '')('beside every result', () => {
  const results = new Map<string, Result>();
  beforeAll(async () => {
    for (const set of SETS) {
      const [result] = await scored(set, ranksOf(set, 'e5_rank'), { baselines: ['bm25'] });
      results.set(set, result!);
    }
    for (const set of ['doris-mae', 'clinical-trial']) {
      const run = `runs/${set}-dev.synthetic_pool_order.run.gz`;
      const [result] = await scored(set, [run], { split: 'dev', baselines: ['bm25'] });
      results.set(`${set}-dev`, result!);
    }
  });

  const BASELINES: Readonly<Record<string, readonly [number, number, number, number]>> = {
    // nDCG@10 of arguana, clinical-trial, relic, wtb
    echo: [0.497888, 0.273932, 0.079372, 0.248394],
    'echo-reversed': [0.01, 0.234028, 0.639727, 0.43],
    random: [0.090853, 0.222647, 0.089766, 0.090105],
    bm25: [0.294303, 0.233615, 0.119691, 0.097214],
    'published:e5_rank': [0.436119, 0.294169, 0.112467, 0.367991],
  };
  test.each(Object.entries(BASELINES))('stands %s', (name, want) => {
    expect(SETS.map((set) => baselineOf(results.get(set), name, 'ndcg@10'))).toEqual(
      want.map((value) => near(value)),
    );
  });

  test('stand ceilings, by sets', () => {
    const ceilings = (set: string) =>
      ['recall@5', 'recall@10', 'recall@20'].map((id) => metricOf(results.get(set), 'standard', id)?.ceiling);
    expect(ceilings('clinical-trial')).toEqual([0.379111, 0.631397, 0.852178].map((value) => near(value)));
    expect(ceilings('relic')).toEqual([1, 1, 1]);
    expect(ceilings('clinical-trial-dev')[0]).toEqual(near(0.814594));
    expect(ceilings('doris-mae-dev')[0]).toEqual(near(0.514751));
  });

  const BM25: Readonly<Record<string, readonly number[]>> = {
    'ndcg@10': [0.294303, 0.233615, 0.119691, 0.097214, 0.560448, 0.381464],
    'recall@5': [0.37, 0.075151, 0.14, 0.13, 0.085215, 0.225794],
    'recall@10': [0.54, 0.154433, 0.28, 0.21, 0.198622, 0.446869],
    'recall@20': [0.66, 0.31202, 0.41, 0.32, 0.373615, 0.750353],
    'recall@100': [1, 0.976426, 1, 1, 1, 1],
    map: [0.236522, 0.31283, 0.097558, 0.089905, 0.287839, 0.383305],
    'mrr@10': [0.218075, 0.479373, 0.07254, 0.06294, 0.39596, 0.559259],
    'paper mrr@10': [0.218075, 0.260738, 0.07254, 0.06294, 0.098056, 0.42037],
  };
  test.each(Object.entries(BM25))('stands BM25 to six places: %s', (id, want) => {
    const [protocol, measure] = id.startsWith('paper ')
      ? (['paper', id.slice(6)] as const)
      : (['standard', id] as const);
    const got = [...SETS, 'doris-mae-dev', 'clinical-trial-dev'].map((set) =>
      baselineOf(results.get(set), 'bm25', measure, protocol),
    );
    expect(got).toEqual(want.map((value) => near(value)));
  });

  test('stands n for each measure: 40 queries of doris-mae dev for nDCG, 33 for recall', () => {
    const result = results.get('doris-mae-dev');
    const counts = ['ndcg@10', 'recall@5', 'map', 'mrr@10'].map((id) => metricOf(result, 'standard', id)?.n);
    expect(counts).toEqual([40, 33, 33, 33]);
    expect(metricOf(result, 'paper', 'mrr@10')?.n).toBe(40);
    expect(metricOf(result, 'card', 'ndcg@10')).toMatchObject({ n: 40, value: near(0.151737) });
  });
});

describe.runIf(folder !== '')('the authors’ bootstrap', () => {
  test('draws clinical-trial’s queries in the order of the file', async () => {
    const [result] = await scored('clinical-trial', ranksOf('clinical-trial', 'e5_rank'));
    // In the order of numbers it would be 0.294786.
    expect(metricOf(result, 'paper', 'ndcg@10')?.boot?.mean).toEqual(near(0.294135));
    expect(metricOf(result, 'standard', 'ndcg@10')).toMatchObject({
      value: near(0.294168567496, 12),
      boot: null,
    });
  });
});

describe.runIf(folder !== '')('faulty files are named, the others scored', () => {
  test('clinical-trial/Tart_O is of doris-mae', async () => {
    const names = ['e5_rank', 'Tart_O', 'GPT-4_score_O'];
    const results = await scored('clinical-trial', ranksOf('clinical-trial', ...names));
    expect(results.map(({ errors }) => errors.length)).toEqual([0, 3, 0]);
    expect(results.map(({ metrics }) => metrics.length > 0)).toEqual([true, false, true]);
    expect(results[1]?.errors.map(({ protocol, code }) => `${protocol} ${code}`)).toEqual([
      'standard wrong-dataset',
      'paper wrong-dataset',
      'card wrong-dataset',
    ]);
    expect(results[1]?.errors[0]?.message).toContain('doris-mae');
  });

  test('arguana/Rankgpt_llama70b has one id twice; `paper` scores it all the same', async () => {
    const [result] = await scored('arguana', ranksOf('arguana', 'Rankgpt_llama70b'));
    const query = 'test-law-cplgpshwdp-pro02a';
    expect(result?.errors).toMatchObject([
      {
        protocol: 'standard',
        code: 'duplicate-id',
        details: { faults: [{ query, id: 'test-law-cplgpshwdp-pro05b', positions: [33, 37] }] },
      },
      {
        protocol: 'standard',
        code: 'missing-document',
        details: { faults: [{ query, id: 'training-philosophy-oppelhsdp-con04a' }] },
      },
    ]);
    expect(result?.metrics.filter(({ protocol }) => protocol === 'standard')).toEqual([]);
    expect(metricOf(result, 'paper', 'ndcg@10')?.value).toEqual(near(0.391343057747825, 12));
    const [relaxed] = await scored('arguana', ranksOf('arguana', 'Rankgpt_llama70b'), {
      settings: { relax: 'true' },
    });
    expect(relaxed?.errors).toEqual([]);
    expect(metricOf(relaxed, 'standard', 'ndcg@10')?.value).toEqual(near(0.391343057747825, 12));
    expect(relaxed?.warnings.map(({ code }) => code)).toEqual(['relaxed']);
  });
});

describe.runIf(folder !== '')('doris-mae without its test set', () => {
  test('ends with data-missing, and names what the pools show', async () => {
    const results = await scored('doris-mae', ranksOf('doris-mae', 'e5_rank', 'Tart_O'));
    expect(results.map(({ metrics }) => metrics)).toEqual([[], []]);
    const [good, partial] = results.map(({ errors }) => errors);
    expect(good?.map(({ protocol, code }) => `${protocol} ${code}`)).toEqual([
      'standard data-missing',
      'paper data-missing',
      'card data-missing',
    ]);
    expect(partial?.[3]).toMatchObject({
      protocol: 'standard',
      code: 'missing-document',
      details: { count: 634, queries: 56 },
    });
    expect(partial).toHaveLength(4);
  });

  test('its best candidates give the authors’ MRR up to ties', () => {
    const pools: { queries: { qid: string; best: string }[] } = JSON.parse(
      readFileSync(path.join(folder, 'doris-mae.pools.json'), 'utf8'),
    );
    const best = new Map(pools.queries.map((query) => [query.qid, query.best]));
    const mrr = (name: string) => {
      const file = `doris-mae/ranks/${name}.pickle`;
      const bytes = new Uint8Array(readFileSync(path.join(folder, file)));
      const [lists] = readRankings({ path: file, bytes }, undefined, settingsOf(), contextOf())!.repeats;
      const values = [...best].map(([query, doc]) => {
        const ranking = lists?.get(query)?.value?.ranking ?? [];
        return reciprocalRankAtK(
          ranking.map((id) => (id === doc ? 1 : 0)),
          10,
        );
      });
      return values.reduce((sum: number, value) => sum + (value ?? 0), 0) / values.length;
    };
    expect(best.size).toBe(60);
    expect([mrr('e5_rank'), mrr('GPT-4_score_O'), mrr('simcse_rank')]).toEqual(
      [0.138929, 0.190933, 0.229788].map((value) => near(value)),
    );
  });
});

describe.runIf(folder !== '')('mrr@10', () => {
  test('is the usual one in `standard`, of the highest grade alone in `paper`', async () => {
    const both = (results: readonly Result[]) =>
      results.map((result) =>
        (['standard', 'paper'] as const).map((protocol) => metricOf(result, protocol, 'mrr@10')?.value),
      );
    const names = ['e5_rank', 'GPT-4_score_O'];
    expect(both(await scored('clinical-trial', ranksOf('clinical-trial', ...names)))).toEqual([
      [near(0.53419), near(0.34396)],
      [near(0.741), near(0.397841)],
    ]);
    for (const set of ['arguana', 'relic', 'wtb'])
      for (const [standard, paper] of both(await scored(set, ranksOf(set, ...names))))
        expect(paper).toBe(standard);
  });
});
