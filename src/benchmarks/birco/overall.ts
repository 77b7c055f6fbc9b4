import type { Metric, Result } from '../../core/index.ts';
import { SETS } from './sets.ts';

/**
 * The unweighted mean over the five sets under protocol `standard`, only if all five have a value. The authors' code
 * and the card define no such mean.
 *
 * @param results one result a set
 * @returns an object with `task: "birco"`, or null
 */
export function overall(results: readonly Result[]): Result | null {
  const five = SETS.map((set) => results.find((result) => result.task === `birco/${set.id}`));
  const present = five.filter((result) => result !== undefined);
  const [first] = present;
  if (first === undefined || present.length !== SETS.length) return null;
  const metrics = first.metrics
    .filter(({ protocol, slice, variant }) => protocol === 'standard' && slice === null && variant === null)
    .map((metric) => meanOver(metric, present))
    .filter((metric) => metric !== null);
  if (!metrics.some(({ headline }) => headline)) return null;
  const sum = (of: (result: Result) => number) => present.reduce((total, result) => total + of(result), 0);
  const planned = sum(({ counts }) => counts.planned);
  return {
    ...first,
    task: 'birco',
    source: present.map(({ source }) => source).join(', '),
    complete: present.every(({ complete }) => complete),
    data: { name: 'birco', sha256: null, items: sum(({ data }) => data.items), kind: first.data.kind },
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
    warnings: [],
    errors: [],
  };
}

function meanOver(metric: Metric, results: readonly Result[]): Metric | null {
  const values: number[] = [];
  for (const result of results) {
    const same = result.metrics.find(
      ({ id, protocol, slice, variant }) =>
        id === metric.id && protocol === metric.protocol && slice === null && variant === null,
    );
    if (same?.value === null || same?.value === undefined) return null;
    values.push(same.value);
  }
  return {
    ...metric,
    value: values.reduce((total, value) => total + value, 0) / values.length,
    n: values.length,
    aggregate: 'mean-of-sets',
    ci: null,
    boot: null,
    repeats: null,
    bounds: null,
    ceiling: null,
  };
}
