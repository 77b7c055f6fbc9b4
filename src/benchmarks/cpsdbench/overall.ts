import type { Interval, Metric, Result } from '../../core/index.ts';
import { HEADLINES, type Kind } from './task-file.ts';
import { specOf, TASK_IDS } from './task-specs.ts';

/** The paper's four groups of tasks. */
const GROUPS: readonly (readonly [name: string, kinds: readonly Kind[]])[] = [
  ['classification', ['classification']],
  ['extraction', ['entities', 'relations']],
  ['question answering', ['reading', 'knowledge']],
  ['generation', ['generation']],
];

interface Headline {
  readonly result: Result;
  readonly kind: Kind;
  readonly value: number;
  readonly ci: Interval | null;
}

/**
 * The plain mean of the headlines of the tasks that were run, with their number of the twelve, and the same for each
 * group of tasks (slice `type`). They are no figures of the paper, which describes no overall score.
 *
 * @returns null with fewer than two tasks
 */
export function overall(results: readonly Result[]): Result | null {
  const headlines = TASK_IDS.flatMap((id): Headline[] => {
    const result = results.find(({ task }) => task === `cpsdbench/${id}`);
    const metric = result?.metrics.find(
      ({ headline, protocol, id: measure }) =>
        headline && protocol === 'standard' && measure === HEADLINES[specOf(id).kind],
    );
    return result === undefined || metric === undefined || metric.value === null
      ? []
      : [{ result, kind: specOf(id).kind, value: metric.value, ci: metric.ci }];
  });
  const [first] = headlines;
  if (first === undefined || headlines.length < 2) return null;
  const count = (of: (result: Result) => number) =>
    headlines.reduce((sum, { result }) => sum + of(result), 0);
  const planned = count(({ counts }) => counts.planned);
  const scored = count(({ counts }) => counts.scored);
  return {
    ...first.result,
    task: 'cpsdbench',
    source: [...new Set(headlines.map(({ result }) => result.source))].join(', '),
    complete: headlines.every(({ result }) => result.complete),
    data: { ...first.result.data, name: 'cpsdbench', sha256: null, items: count(({ data }) => data.items) },
    counts: {
      planned,
      scored,
      unparsed: count(({ counts }) => counts.unparsed),
      stopped: count(({ counts }) => counts.stopped),
      failed: count(({ counts }) => counts.failed),
    },
    coverage: planned === 0 ? 0 : scored / planned,
    metrics: [
      meanOf(headlines, null, TASK_IDS.length),
      ...GROUPS.flatMap(([type, kinds]) => {
        const own = headlines.filter(({ kind }) => kinds.includes(kind));
        const of = TASK_IDS.filter((id) => kinds.includes(specOf(id).kind)).length;
        return own.length === 0 ? [] : [meanOf(own, { type }, of)];
      }),
    ],
    baselines: [],
    diagnostics: [],
    warnings: [
      ...first.result.warnings.filter(({ code }) => code === 'sample-data'),
      {
        code: 'mean-over-tasks',
        message: `The plain mean over ${headlines.length} of ${TASK_IDS.length} tasks, each by its own headline measure: ours, not the paper’s.`,
      },
    ],
    errors: [],
  };
}

function meanOf(headlines: readonly Headline[], slice: Metric['slice'], of: number): Metric {
  return {
    id: 'mean',
    protocol: 'standard',
    value: headlines.reduce((sum, { value }) => sum + value, 0) / headlines.length,
    n: headlines.length,
    unit: 'proportion',
    headline: slice === null,
    params: { tasks: headlines.length, of },
    variant: null,
    aggregate: 'mean over tasks',
    slice,
    ci: intervalOf(headlines),
    boot: null,
    repeats: null,
    bounds: null,
    ceiling: 1,
  };
}

/** The tasks have items of their own, so the squares of their half widths add up. */
function intervalOf(headlines: readonly Headline[]): Interval | null {
  let squares = 0;
  for (const { ci } of headlines) {
    if (ci === null) return null;
    squares += ((ci.high - ci.low) / 2) ** 2;
  }
  const mean = headlines.reduce((sum, { value }) => sum + value, 0) / headlines.length;
  const half = Math.sqrt(squares) / headlines.length;
  return {
    level: 0.95,
    low: Math.max(0, mean - half),
    high: Math.min(1, mean + half),
    method: 'normal-from-task-intervals',
    resamples: null,
    seed: null,
  };
}
