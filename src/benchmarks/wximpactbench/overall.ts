import type {
  Baseline,
  DataKind,
  Interval,
  ItemDiagnostic,
  Metric,
  RepeatSpread,
  Resampled,
  Resamples,
  Result,
  ResultWarning,
} from '../../core/index.ts';
import { percentileInterval } from '../../stats/index.ts';
import { CONSTANT_ANSWERS } from './baselines.ts';
import type { Context } from './source.ts';

const TASK_OF: Readonly<Record<Context, string>> = {
  LongCTX: 'wximpactbench/classification-long',
  MixedCTX: 'wximpactbench/classification-mixed',
};
const CONTEXTS: readonly Context[] = ['LongCTX', 'MixedCTX'];

const LEVEL = 0.95;

/** What is averaged, by protocol. The authors' code has no such mean. */
const AVERAGED: readonly (readonly [protocol: Metric['protocol'], ids: readonly string[]])[] = [
  ['standard', ['f1.macro', 'f1.micro', 'accuracy', 'accuracy.rowwise']],
  ['card', ['f1.macro', 'accuracy', 'accuracy.rowwise']],
];

/**
 * The object over both contexts of one shot: under `standard` the plain mean of LongCTX and MixedCTX, under `card` the
 * mean over 24 cells of context, period and label (row-wise: of the two contexts).
 *
 * @returns null where a context is missing or the two are of different shots
 */
export function overall(results: readonly Result[], resamples: Resamples): Result | null {
  const found = CONTEXTS.map((context) => results.find(({ task }) => task === TASK_OF[context]));
  const [long, mixed] = found;
  if (long === undefined || mixed === undefined || shotOf(long) !== shotOf(mixed)) return null;
  const both = [long, mixed] as const;
  const metrics = AVERAGED.flatMap(([protocol, ids]) =>
    ids.flatMap((id) => metricsOf(both, protocol, id, resamples)),
  );
  if (!metrics.some(({ headline }) => headline)) return null;
  const sum = (of: (result: Result) => number) => of(long) + of(mixed);
  const planned = sum(({ counts }) => counts.planned);
  const { calls: _calls, items: _items, promptSha256, ...base } = long;
  return {
    ...base,
    ...(promptSha256 === undefined || promptSha256 !== mixed.promptSha256 ? {} : { promptSha256 }),
    task: 'wximpactbench',
    source: [...new Set(both.map(({ source }) => source))].join(', '),
    complete: both.every(({ complete }) => complete),
    data: {
      name: 'wximpactbench',
      sha256: null,
      items: sum(({ data }) => data.items),
      kind: KINDS.find((kind) => both.some(({ data }) => data.kind === kind)) ?? 'full',
    },
    counts: {
      planned,
      scored: sum(({ counts }) => counts.scored),
      unparsed: sum(({ counts }) => counts.unparsed),
      stopped: sum(({ counts }) => counts.stopped),
      failed: sum(({ counts }) => counts.failed),
    },
    coverage: planned === 0 ? 0 : sum(({ counts }) => counts.scored) / planned,
    metrics,
    baselines: baselinesOf(both),
    diagnostics: diagnosticsOf(both),
    warnings: warningsOf(both),
    errors: [],
  };
}

/** What says most against a comparison comes first. */
const KINDS: readonly DataKind[] = ['sample', 'partial', 'own'];

/** Warnings about the data of either context. */
const OF_DATA: ReadonlySet<string> = new Set(['sample-data', 'partial', 'changed-data', 'other-split']);

function warningsOf(both: readonly Result[]): ResultWarning[] {
  const ofData = both.flatMap(({ warnings }) => warnings.filter(({ code }) => OF_DATA.has(code)));
  const distinct = new Map(ofData.map((warning) => [`${warning.code} ${warning.message}`, warning]));
  const files = both.filter(({ model }) => model === null).map(({ source }) => nameOf(source));
  if (new Set(files.map(withoutContext)).size < 2) return [...distinct.values()];
  const message = `The files ${files.join(' and ')} differ in more than the context: make sure that they are of one model.`;
  return [...distinct.values(), { code: 'mixed-files', message }];
}

function nameOf(source: string): string {
  return (source.split(/[\\/]/).at(-1) ?? source).replace(/(\.[a-z]+)+$/i, '');
}

/** Of constant answers: the mean of both contexts, as for a model. */
function baselinesOf([long, mixed]: readonly [Result, Result]): Baseline[] {
  return AVERAGED.flatMap(([protocol, ids]) =>
    ids.flatMap((id) =>
      CONSTANT_ANSWERS.flatMap((name): Baseline[] => {
        const found = [long, mixed].map(({ baselines }) =>
          baselines.find(
            (one) =>
              one.name === name && one.id === id && one.protocol === protocol && one.slice === undefined,
          ),
        );
        const values = found.map((one) => one?.value ?? null).filter((value) => value !== null);
        if (values.length < found.length) return [];
        const n = found.reduce((sum, one) => sum + (one?.n ?? 0), 0);
        return [{ name, protocol, id, value: mean(values), n }];
      }),
    ),
  );
}

/** Missing cells and the like, over both contexts. */
function diagnosticsOf(both: readonly Result[]): ItemDiagnostic[] {
  const sums = new Map<string, ItemDiagnostic>();
  for (const one of both.flatMap(({ diagnostics }) => diagnostics)) {
    const known = sums.get(one.id);
    sums.set(one.id, { ...one, value: (known?.value ?? 0) + one.value, n: (known?.n ?? 0) + one.n });
  }
  return [...sums.values()];
}

/** `gpt-4o_LongCTX_zeroshot` and `gpt-4o_MixedCTX_zeroshot` are of one run: the name without what tells the context. */
export function withoutContext(name: string): string {
  return name
    .toLowerCase()
    .split(/[-_ ]+/)
    .filter((part) => !CONTEXT_NAMES.has(part))
    .join('_');
}

/** What the context is called in names of files, the authors' among them. */
const CONTEXT_NAMES: ReadonlySet<string> = new Set([
  ...['longctx', 'mixedctx', 'long', 'mixed', 'short'],
  ...['350', '1300', '1386'],
]);

/** The shot that a result is about: of its settings, or of the name of a published file. */
function shotOf(result: Result): string {
  const named = /(zero|one)[-_]?shot/i.exec(result.source)?.[1]?.toLowerCase();
  return result.model === null && named !== undefined ? named : String(result.settings.shot ?? 'zero');
}

/** The mean and, beside it, the value of each context. */
function metricsOf(
  both: readonly Result[],
  protocol: Metric['protocol'],
  id: string,
  resamples: Resamples,
): Metric[] {
  const found = both.map(({ metrics }) =>
    metrics.find(
      (metric) =>
        metric.id === id && metric.protocol === protocol && metric.slice === null && metric.variant === null,
    ),
  );
  const [first] = found;
  const values = found.map((metric) => metric?.value ?? null).filter((value) => value !== null);
  if (first === undefined || values.length !== both.length) return [];
  const metrics = found.filter((metric) => metric !== undefined);
  return [
    {
      ...first,
      value: mean(values),
      n: metrics.reduce((sum, { n }) => sum + n, 0),
      aggregate: protocol === 'card' && id !== 'accuracy.rowwise' ? 'mean-of-24-cells' : 'mean-of-contexts',
      ci: pairedInterval(metrics.map(resamples)) ?? outerInterval(metrics),
      repeats: repeatsOf(metrics),
      bounds: null,
      ceiling: 1,
    },
    ...metrics.map((metric, at) => ({
      ...metric,
      headline: false,
      slice: { context: CONTEXTS[at] ?? '' },
    })),
  ];
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/**
 * Interval of the mean where both contexts are of the same articles in the same order: each resample draws articles
 * once for both, and the mean of the two values is taken in it.
 *
 * @returns null where the articles are not the same, or resamples are missing
 */
function pairedInterval([long, mixed]: readonly (Resampled | undefined)[]): Interval | null {
  const articles = long?.clusters;
  const others = mixed?.clusters;
  if (long === undefined || mixed === undefined || !articles || !others) return null;
  if (articles.length !== others.length || articles.some((id, at) => id !== others[at])) return null;
  if (long.values.length !== mixed.values.length || long.seed !== mixed.seed) return null;
  const means = long.values
    .map((value, at) => (value + (mixed.values[at] ?? Number.NaN)) / 2)
    .filter((value) => !Number.isNaN(value));
  if (means.length === 0) return null;
  const { low, high } = percentileInterval(means, LEVEL);
  return {
    level: LEVEL,
    low,
    high,
    method: 'bootstrap-percentile-clustered-paired',
    resamples: long.values.length,
    seed: long.seed,
    clusters: articles.length,
  };
}

/**
 * Where the two contexts are not of the same articles, how they hang together is not known: the mean of the ends is the
 * interval if they moved together fully, the widest that it can be.
 */
function outerInterval(metrics: readonly Metric[]): Interval | null {
  const intervals = metrics.map(({ ci }) => ci).filter((ci) => ci !== null);
  const [first] = intervals;
  if (first === undefined || intervals.length < metrics.length) return null;
  return {
    level: first.level,
    low: mean(intervals.map(({ low }) => low)),
    high: mean(intervals.map(({ high }) => high)),
    method: 'mean-of-interval-ends',
    resamples: null,
    seed: null,
  };
}

/** The mean in each repeat, where both contexts have as many. */
function repeatsOf(metrics: readonly Metric[]): RepeatSpread | null {
  const lists = metrics.map(({ repeats }) => repeats?.values ?? []);
  const n = lists[0]?.length ?? 0;
  if (n < 2 || lists.some((list) => list.length !== n)) return null;
  const values = Array.from({ length: n }, (_, repeat) => {
    const present = lists.map((list) => list[repeat] ?? null).filter((value) => value !== null);
    return present.length === lists.length ? mean(present) : null;
  });
  const present = values.filter((value) => value !== null);
  if (present.length < n) return { n, values, sdPopulation: null, sdSample: null };
  const centre = mean(present);
  const squares = present.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return { n, values, sdPopulation: Math.sqrt(squares / n), sdSample: Math.sqrt(squares / (n - 1)) };
}
