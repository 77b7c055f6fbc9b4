import type { DataKind, Interval, Metric, Resamples, Result, ResultCalls } from '../../core/index.ts';
import { createMt19937, percentileInterval } from '../../stats/index.ts';
import { SETS } from './sets.ts';

/**
 * The unweighted mean over the five sets under protocol `standard`, only if all five have a value. The authors' code
 * and the card define no such mean.
 *
 * @param results one result a set
 * @returns an object with `task: "birco"`, or null
 */
export function overall(results: readonly Result[], resamples: Resamples): Result | null {
  const five = SETS.map((set) => results.find((result) => result.task === `birco/${set.id}`));
  const present = five.filter((result) => result !== undefined);
  const [first] = present;
  if (first === undefined || present.length !== SETS.length) return null;
  const metrics = first.metrics
    .filter(({ protocol, slice, variant }) => protocol === 'standard' && slice === null && variant === null)
    .map((metric) => meanOver(metric, present, resamples))
    .filter((metric) => metric !== null);
  if (!metrics.some(({ headline }) => headline)) return null;
  const sum = (of: (result: Result) => number) => present.reduce((total, result) => total + of(result), 0);
  const planned = sum(({ counts }) => counts.planned);
  const calls = callsOver(present);
  return {
    tool: first.tool,
    version: first.version,
    settings: first.settings,
    model: first.model,
    task: 'birco',
    source: [...new Set(present.map(({ source }) => source))].join(', '),
    complete: present.every(({ complete }) => complete),
    data: { name: 'birco', sha256: null, items: sum(({ data }) => data.items), kind: kindOf(present) },
    counts: {
      planned,
      scored: sum(({ counts }) => counts.scored),
      unparsed: sum(({ counts }) => counts.unparsed),
      stopped: sum(({ counts }) => counts.stopped),
      failed: sum(({ counts }) => counts.failed),
    },
    coverage: planned === 0 ? 0 : sum(({ counts }) => counts.scored) / planned,
    metrics,
    baselines: [],
    diagnostics: [],
    warnings: first.warnings.filter(({ code }) => code === 'sample-data'),
    errors: [],
    ...(calls === undefined ? {} : { calls }),
  };
}

/** The calls of all sets together; undefined where a set has none to tell of. */
function callsOver(results: readonly Result[]): ResultCalls | undefined {
  const all = results.map(({ calls }) => calls).filter((calls) => calls !== undefined);
  if (all.length < results.length) return undefined;
  const sum = (of: (calls: ResultCalls) => number) => all.reduce((total, calls) => total + of(calls), 0);
  // A sum with an unknown part is unknown.
  const known = (of: (calls: ResultCalls) => number | null) => {
    const parts = all.map(of).filter((part) => part !== null);
    return parts.length < all.length ? null : parts.reduce((total, part) => total + part, 0);
  };
  const estimated = sum((calls) => calls.estimated ?? 0);
  return {
    planned: sum(({ planned }) => planned),
    made: sum(({ made }) => made),
    fromCache: sum(({ fromCache }) => fromCache),
    inputTokens: known(({ inputTokens }) => inputTokens),
    outputTokens: known(({ outputTokens }) => outputTokens),
    costUsd: known(({ costUsd }) => costUsd),
    ...(estimated === 0 ? {} : { estimated }),
  };
}

/** The kind of the sets' data; `own` where they are not of one kind. */
function kindOf([first, ...others]: readonly Result[]): DataKind {
  const kind = first?.data.kind ?? 'own';
  return others.every(({ data }) => data.kind === kind) ? kind : 'own';
}

function meanOver(metric: Metric, results: readonly Result[], resamples: Resamples): Metric | null {
  const values: number[] = [];
  const means: (Float64Array | undefined)[] = [];
  for (const result of results) {
    const same = result.metrics.find(
      ({ id, protocol, slice, variant }) =>
        id === metric.id && protocol === metric.protocol && slice === null && variant === null,
    );
    if (same?.value === null || same?.value === undefined) return null;
    values.push(same.value);
    means.push(resamples(same)?.values);
  }
  return {
    ...metric,
    value: values.reduce((total, value) => total + value, 0) / values.length,
    n: values.length,
    aggregate: 'mean-of-sets',
    ci: intervalOver(means),
    boot: null,
    repeats: null,
    bounds: null,
    ceiling: null,
  };
}

const SEED = 42;

/**
 * Interval of the mean over the sets: queries are resampled inside each set. Sets of the same size share their draws,
 * so each set's resample means are put in another order before they are added.
 */
function intervalOver(means: readonly (Float64Array | undefined)[]): Interval | null {
  const present = means.filter((list) => list !== undefined);
  const resamples = present[0]?.length ?? 0;
  if (present.length < means.length || resamples === 0) return null;
  const sums = new Float64Array(resamples);
  for (const [set, list] of present.entries()) {
    shuffled(list, SEED + set).forEach((mean, at) => {
      sums[at] = (sums[at] ?? 0) + mean / present.length;
    });
  }
  const { low, high } = percentileInterval(sums, 0.95);
  return { level: 0.95, low, high, method: 'bootstrap-percentile-within-sets', resamples, seed: SEED };
}

function shuffled(values: Float64Array, seed: number): Float64Array {
  const generator = createMt19937(seed);
  const copy = Float64Array.from(values);
  for (let last = copy.length - 1; last > 0; last--) {
    const other = generator.nextBelow(last + 1);
    const value = copy[last] ?? 0;
    copy[last] = copy[other] ?? 0;
    copy[other] = value;
  }
  return copy;
}
