import type { Baseline, Metric, Result } from '../core/index.ts';

// Invented results for the tests of the renderers.

/** A metric of 100 queries with an interval; change what matters. */
export function madeMetric(change: Partial<Metric> = {}): Metric {
  return {
    id: 'ndcg@10',
    protocol: 'standard',
    value: 0.112466583195,
    n: 100,
    unit: 'proportion',
    headline: false,
    params: { gain: 'linear' },
    variant: null,
    aggregate: 'mean',
    slice: null,
    ci: { level: 0.95, low: 0.0712, high: 0.1598, method: 'bootstrap-percentile', resamples: 1000, seed: 42 },
    boot: null,
    repeats: null,
    bounds: null,
    ceiling: 1,
    ...change,
  };
}

/** A complete result of a ranking task with three protocols and three baselines; change what matters. */
export function madeResult(change: Partial<Result> = {}): Result {
  const recall = { id: 'recall@10', value: 0.21, params: { relevant: 1 }, ceiling: 0.631397 } as const;
  const boot = { mean: 0.1121, std: 0.0231 };
  const baseline = (name: string, value: number): Baseline => ({
    name,
    protocol: 'standard',
    id: 'ndcg@10',
    value,
    n: 100,
  });
  return {
    tool: 'quadrat',
    version: '0.1.0',
    task: 'birco/relic',
    source: 'ranks/e5_rank.pickle',
    complete: true,
    data: { name: 'birco/relic/test', sha256: 'dcaffab34e76'.padEnd(64, '0'), items: 100, kind: 'full' },
    settings: {},
    model: null,
    counts: { planned: 100, scored: 100, unparsed: 0, stopped: 0, failed: 0 },
    coverage: 1,
    metrics: [
      madeMetric({ headline: true }),
      madeMetric(recall),
      madeMetric({ protocol: 'paper', boot }),
      madeMetric({ ...recall, protocol: 'paper', boot }),
      madeMetric({ protocol: 'card', params: { gain: 'binary' }, ci: null }),
    ],
    baselines: [
      baseline('echo', 0.079372),
      baseline('echo-reversed', 0.639727),
      baseline('random', 0.089766),
    ],
    diagnostics: [{ id: 'fallback-windows', value: 0, n: 943 }],
    warnings: [],
    errors: [],
    ...change,
  };
}
