import { type Baseline, type Metric, PROTOCOLS, type Protocol, type Result } from '../core/index.ts';

/** What a report needs besides its results. */
export interface ReportOptions {
  /** Title of a Markdown report. */
  readonly title?: string;
  /** When the report was made, in words or ISO form; the caller's clock. */
  readonly generatedAt?: string;
  /** Print proportions ×100, as the papers' tables do. */
  readonly times100?: boolean;
  /** Show mobile, identity and card numbers in messages and details; masked by default. */
  readonly showItems?: boolean;
  /** Hides secrets in any text of a result; the caller knows them. */
  readonly redact?: (text: string) => string;
}

/** The headline of a result: the whole set first, then any slice; null where a protocol refused it. */
export function headlineOf(result: Result): Metric | null {
  const headlines = result.metrics.filter(({ headline }) => headline);
  return headlines.find(({ slice }) => slice === null) ?? headlines[0] ?? null;
}

/** The same measure over the answered items only. */
export function answeredOf(result: Result, metric: Metric): Metric | null {
  const found = result.metrics.find(
    ({ id, protocol, variant, slice }) =>
      id === metric.id &&
      protocol === metric.protocol &&
      variant === metric.variant &&
      slice !== null &&
      Object.keys(slice).length === 1 &&
      slice.answered === 'yes',
  );
  return found ?? null;
}

const PUBLISHED = 'published:';

/** Whether an entry of `baselines` is a figure that others published for these data. */
export function isPublished({ name }: Baseline): boolean {
  return name.startsWith(PUBLISHED);
}

/** Its name in its source. */
export function publishedName({ name }: Baseline): string {
  return name.slice(PUBLISHED.length);
}

/** Trivial baselines of a measure, in their order; published figures apart. */
export function baselinesOf(result: Result, metric: Pick<Metric, 'id' | 'protocol'>): readonly Baseline[] {
  return ofMeasure(result, metric).filter((baseline) => !isPublished(baseline));
}

/** Published figures of a measure. */
export function publishedOf(result: Result, metric: Pick<Metric, 'id' | 'protocol'>): readonly Baseline[] {
  return ofMeasure(result, metric).filter(isPublished);
}

function ofMeasure(result: Result, metric: Pick<Metric, 'id' | 'protocol'>): readonly Baseline[] {
  return result.baselines.filter(
    ({ id, protocol, slice }) => id === metric.id && protocol === metric.protocol && slice === undefined,
  );
}

/** Metrics of the whole set, and those of slices. */
export function splitBySlice(metrics: readonly Metric[]): { whole: Metric[]; sliced: Metric[] } {
  return {
    whole: metrics.filter(({ slice }) => slice === null),
    sliced: metrics.filter(({ slice }) => slice !== null),
  };
}

/** Protocols that have a metric or a refusal, `standard` first. */
export function protocolsOf(results: readonly Result[]): Protocol[] {
  const seen = new Set<Protocol>();
  for (const { metrics, errors } of results) {
    for (const { protocol } of metrics) seen.add(protocol);
    for (const { protocol } of errors) seen.add(protocol);
  }
  return PROTOCOLS.filter((protocol) => seen.has(protocol));
}

/** Why the headline is missing: the refusal of a protocol, or that there is no value. */
export function missingReason(result: Result, headline: Metric | null): string {
  if (headline !== null) return 'no value';
  const codes = new Set(result.errors.map(({ code }) => code));
  return codes.size === 0 ? 'no headline' : `refused: ${[...codes].join(', ')}`;
}

/** A measure with its values in several protocols. */
export interface MeasureRow {
  readonly id: string;
  /** What tells it from other rows of the same id, e.g. `threshold=2`; empty where the id is enough. */
  readonly note: string;
  /** Parameters, and `aggregate`, that the note or the variant in it says. */
  readonly told: ReadonlySet<string>;
  readonly byProtocol: ReadonlyMap<Protocol, Metric>;
}

/** Metrics of the whole set side by side: one row a measure, protocols as columns. No metric is left out. */
export function measureRows(metrics: readonly Metric[]): MeasureRow[] {
  const telling = tellingParams(metrics);
  const rows: (MeasureRow & { byProtocol: Map<Protocol, Metric> })[] = [];
  for (const metric of metrics) {
    const parts = Object.entries({ ...metric.params, aggregate: metric.aggregate }).filter(([key]) =>
      telling.has(`${metric.id} ${key}`),
    );
    const note = [
      // A variant such as `threshold 0` says it already.
      ...parts
        .filter(([key, value]) => metric.variant !== `${key} ${value}`)
        .map(([key, value]) => `${key}=${value}`),
      ...(metric.variant === null ? [] : [metric.variant]),
    ].join(', ');
    const row = rows.find(
      (other) => other.id === metric.id && other.note === note && !other.byProtocol.has(metric.protocol),
    );
    if (row === undefined)
      rows.push({
        id: metric.id,
        note,
        told: new Set(parts.map(([key]) => key)),
        byProtocol: new Map([[metric.protocol, metric]]),
      });
    else row.byProtocol.set(metric.protocol, metric);
  }
  return rows;
}

/** `id key` of every parameter, and of the way of aggregating, that differs between two metrics of one id and one protocol. */
function tellingParams(metrics: readonly Metric[]): Set<string> {
  const seen = new Map<string, unknown>();
  const telling = new Set<string>();
  for (const { id, protocol, params, aggregate, variant } of metrics) {
    for (const [key, value] of Object.entries({ ...params, ...(variant === null ? { aggregate } : {}) })) {
      const place = JSON.stringify([id, protocol, key]);
      if (seen.has(place) && seen.get(place) !== value) telling.add(`${id} ${key}`);
      seen.set(place, value);
    }
  }
  return telling;
}

/** Names of tasks, a whole benchmark as `cpsdbench/*`: what is true of all its tasks among `every` and of more than one. */
export function taskNames(tasks: readonly string[], every: readonly string[]): string[] {
  const benchmarkOf = (task: string) => task.split('/')[0] ?? task;
  const has = new Set(tasks);
  const names = tasks.map((task) => {
    const own = every.filter((other) => other.startsWith(`${benchmarkOf(task)}/`));
    return own.length > 1 && own.every((other) => has.has(other)) ? `${benchmarkOf(task)}/*` : task;
  });
  return [...new Set(names)];
}
