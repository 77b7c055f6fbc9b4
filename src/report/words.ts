import type { Counts, DataKind, Interval, Metric, Protocol, Result, ResultData } from '../core/index.ts';
import { countsAddUp } from '../core/index.ts';
import { formatCount, formatFixed, formatPercent } from './number.ts';

/** What each protocol is, one clause each. */
export const PROTOCOL_WORDS: ReadonlyMap<Protocol, string> = new Map([
  ['standard', 'the field-standard definition with known faults mended; the headline'],
  ['paper', 'what the authors’ released code computes, faults included'],
  ['card', 'the recipe of the benchmark card, taken literally'],
  ['lawbench', 'the definition of LawBench, for the stand-in tasks'],
]);

const DATA_WORDS: ReadonlyMap<DataKind, string> = new Map([
  ['full', 'full data'],
  ['partial', 'part of the data: not comparable with full data'],
  ['sample', 'sample data: invented, not comparable'],
  ['own', 'own data: comparable only with the same file'],
]);

/** The kind of the data in words; a sample is always called invented and not comparable. */
export function dataKindWords(kind: DataKind): string {
  return DATA_WORDS.get(kind) ?? kind;
}

/** `birco/relic/test, 100 items, full data, sha256 dcaffab34e76…` */
export function dataWords(data: ResultData): string {
  const none = data.name.includes('/') ? 'no gold, so no hash' : 'the data of its tasks';
  const hash = data.sha256 === null ? none : `sha256 ${data.sha256.slice(0, 12)}…`;
  const revision = data.revision === undefined ? '' : `, revision ${data.revision.slice(0, 12)}`;
  return `${data.name}, ${formatCount(data.items)} items, ${dataKindWords(data.kind)}, ${hash}${revision}`;
}

/** Ways of aggregating that need no word. */
const PLAIN_AGGREGATES: ReadonlySet<string> = new Set(['mean', 'set']);

/** `linear gain, relevant=1`: what changes the value, gain first; an empty text where nothing does. */
export function definitionWords(
  metric: Pick<Metric, 'params' | 'variant'> & Partial<Pick<Metric, 'aggregate'>>,
): string {
  const { gain, ...rest } = metric.params;
  return [
    ...(gain === undefined ? [] : [`${gain} gain`]),
    ...Object.entries(rest).map(([key, value]) => `${key}=${value}`),
    ...(metric.variant === null ? [] : [`variant ${metric.variant}`]),
    ...(PLAIN_AGGREGATES.has(metric.aggregate ?? 'mean') ? [] : [`aggregate ${metric.aggregate}`]),
  ].join(', ');
}

/** `label=Economic, period=historical`; an empty text for the whole set. */
export function sliceWords(slice: Metric['slice']): string {
  return Object.entries(slice ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .join(', ');
}

/** The measure's id, with its slice where it has one: `f1.label (label=Economic)`. */
export function metricName(metric: Pick<Metric, 'id' | 'slice'>): string {
  const slice = sliceWords(metric.slice);
  return slice === '' ? metric.id : `${metric.id} (${slice})`;
}

const RANKING = /^(?:ndcg|recall|precision|mrr|map|hit)(?:@\d+)?$/;

/** What a measure is taken over: queries for measures of rankings, items else. */
export function thingsOf(id: string): 'queries' | 'items' {
  return RANKING.test(id) ? 'queries' : 'items';
}

/** `95 % interval` */
export function intervalName(level: number): string {
  return `${formatFixed(level * 100, Number.isInteger(Math.round(level * 1000) / 10) ? 0 : 1)} % interval`;
}

/** What varied to give an interval, e.g. `95 % interval: 1,000 bootstrap resamples of the queries (percentiles), seed 42`. */
export function intervalWords(interval: Interval, things: string): string {
  const name = intervalName(interval.level);
  const seed = interval.seed === null ? '' : `, seed ${interval.seed}`;
  const clusters = /cluster/.test(interval.method);
  const number = interval.clusters === undefined ? '' : `${formatCount(interval.clusters)} `;
  const what = clusters
    ? `${number}clusters of ${things} (those that share an article, document or question)`
    : `the ${things}`;
  if (interval.method.startsWith('bootstrap')) {
    const count = interval.resamples === null ? '' : `${formatCount(interval.resamples)} `;
    const kind = /bca/.test(interval.method) ? 'BCa' : 'percentiles';
    const both = /paired/.test(interval.method) ? ', the same ones in both parts' : '';
    return `${name}: ${count}bootstrap resamples of ${what}${both} (${kind})${seed}`;
  }
  if (interval.method.startsWith('wilson')) {
    return `${name}: Wilson’s interval for a share of ${clusters ? what : things}, no resampling`;
  }
  if (interval.method === 'mean-of-interval-ends') {
    return `${name}: the mean of the ends of the parts’ intervals, the widest that it can be`;
  }
  if (interval.method === 'normal-from-task-intervals') {
    return `${name}: from the half widths of the tasks’ intervals, squared and added, as the tasks share no items (normal distribution)`;
  }
  const count =
    interval.resamples === null ? '' : `, ${formatCount(interval.resamples)} resamples of ${what}`;
  return `${name}: method ${interval.method}${count}${seed}`;
}

/** What varied in the authors' bootstrap, shown as mean and standard deviation. */
export function bootWords(things: string): string {
  return `bootstrap mean and std: mean and standard deviation of the values over bootstrap resamples of the ${things}, as the authors’ code draws them; an error estimate, not the value`;
}

/** `97 scored (97.0 %), 2 unparsed (2.0 %), 1 stopped (1.0 %), 0 failed, of 100 planned` */
export function outcomeWords(counts: Counts): string {
  const part = (name: keyof Counts) => {
    const count = counts[name];
    const share = count === 0 || counts.planned === 0 ? '' : ` (${formatPercent(count / counts.planned)})`;
    return `${formatCount(count)} ${name}${share}`;
  };
  const list = (['scored', 'unparsed', 'stopped', 'failed'] as const).map(part).join(', ');
  const sum = countsAddUp(counts) ? '' : ': THE COUNTS DO NOT ADD UP';
  return `${list}, of ${formatCount(counts.planned)} planned${sum}`;
}

/** Why a result is not complete; an empty text where it is. */
export function incompleteWords(result: Pick<Result, 'complete' | 'counts'>): string {
  if (result.complete) return '';
  const { failed } = result.counts;
  return failed > 0
    ? `incomplete: ${formatCount(failed)} ${failed === 1 ? 'item failed and counts' : 'items failed and count'} as wrong`
    : 'incomplete';
}
