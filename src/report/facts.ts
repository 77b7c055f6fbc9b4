import type { ItemDiagnostic, Metric, Result, ResultError, ResultWarning } from '../core/index.ts';
import { formatCount, formatMoney, formatValue, formatWithInterval } from './number.ts';
import type { Tone } from './table.ts';
import {
  answeredOf,
  baselinesOf,
  headlineOf,
  isPublished,
  missingReason,
  publishedName,
  publishedOf,
  type ReportOptions,
} from './view.ts';
import {
  dataKindWords,
  dataWords,
  definitionWords,
  incompleteWords,
  intervalWords,
  metricName,
  outcomeWords,
  thingsOf,
} from './words.ts';

/** One statement about a result, in words. Texts from outside are in it as they came: make it safe before it is shown. */
export interface Fact {
  readonly label: string;
  readonly text: string;
  readonly tone?: Tone;
}

/** What was scored and what came out, before the tables: data, model, settings, headline, outcomes, calls. */
export function resultFacts(result: Result, options: ReportOptions): Fact[] {
  return [
    { label: 'data', text: dataWords(result.data), ...(result.data.kind === 'full' ? {} : { tone: 'warn' }) },
    ...(result.model === null ? [] : [{ label: 'model', text: `${result.model.id}: ${result.model.kind}` }]),
    ...settingsFact(result),
    ...promptsFact(result),
    ...headlineFacts(result, options),
    { label: 'outcomes', text: outcomeWords(result.counts) },
    ...(result.complete ? [] : [{ label: 'state', text: incompleteWords(result), tone: 'bad' } as const]),
    ...callsFact(result),
  ];
}

/** Whether every protocol refused the input, so that there is nothing but why. */
export function isRefused({ metrics, errors }: Result): boolean {
  return metrics.length === 0 && errors.length > 0;
}

/** Which template this program would send. */
const TEMPLATE = 'prompt-template';

/**
 * Warnings that a reader has to mind. The template of prompts, which the JSON form has, is none: a file from elsewhere
 * was made with prompts that are not known, and a run names its prompts.
 */
export function warningsOf({ warnings }: Pick<Result, 'warnings'>): readonly ResultWarning[] {
  return warnings.filter(({ code }) => code !== TEMPLATE);
}

/** What happened on the way, after the tables: diagnostics (those over anything) and warnings. */
export function resultNotes(result: Result): Fact[] {
  const diagnostics = result.diagnostics.filter(({ value, n }) => value !== 0 || n > 0);
  return [
    ...publishedSources(result).map((text) => ({ label: 'published', text })),
    ...diagnostics.map((diagnostic) => ({ label: 'diagnostic', text: diagnosticText(diagnostic) })),
    ...warningsOf(result).map(
      ({ code, message }): Fact => ({ label: 'warning', text: `${message} [${code}]`, tone: 'warn' }),
    ),
  ];
}

function diagnosticText({ id, value, n, per }: ItemDiagnostic): string {
  // A share or an agreement is no count.
  if (!Number.isInteger(value)) return `${id}: ${formatValue(value, 'proportion', {})} (n ${formatCount(n)})`;
  const over = per === undefined ? `of ${formatCount(n)}` : `in ${formatCount(n)} ${per}`;
  return `${id}: ${formatCount(value)} ${over}`;
}

/** Codes of warnings that say whose data were used, so that no output may leave them out. */
const WHOSE_DATA: ReadonlySet<string> = new Set(['not-the-papers-data', 'changed-data', 'other-split']);

/** Whose data were used, once for all results of which the same is true; samples say it themselves. */
export function whoseData(results: readonly Result[]): Fact[] {
  const tasks = new Map<string, Set<string>>();
  for (const { task, data, warnings } of results) {
    if (data.kind === 'sample') continue;
    for (const { code, message } of warnings)
      if (WHOSE_DATA.has(code)) tasks.set(message, (tasks.get(message) ?? new Set()).add(task));
  }
  return [...tasks].map(([message, own]) => ({
    label: 'data',
    text: `${[...own].join(', ')}: ${message}`,
    tone: 'warn',
  }));
}

/** What keeps a result from being compared or trusted as it stands. */
export function cautions(results: readonly Result[]): Fact[] {
  const kinds = new Set(results.map(({ data }) => data.kind));
  const ofData = [...kinds]
    .filter((kind) => kind !== 'full')
    .map((kind): Fact => {
      const tasks = new Set(results.filter(({ data }) => data.kind === kind).map(({ task }) => task));
      const whose = kinds.size === 1 ? '' : `${[...tasks].join(', ')}: `;
      return { label: 'data', text: `${whose}${dataKindWords(kind)}.`, tone: 'warn' };
    });
  const ofRuns = results
    .filter((result) => !result.complete && !isRefused(result))
    .map(
      (result): Fact => ({
        label: 'state',
        text: `${result.task}, ${result.source}: ${incompleteWords(result)}.`,
        tone: 'bad',
      }),
    );
  return [...ofData, ...ofRuns];
}

/** A refusal, with the protocols that have it in common. */
export interface Refusal {
  readonly text: string;
  /** What to do next; undefined where nobody knows. */
  readonly next: string | undefined;
  /** Particulars as JSON; empty where there are none. */
  readonly particulars: string;
}

/** Refusals of a result: one that several protocols make in the same words stands once. */
export function refusalsOf(result: Result): Refusal[] {
  const groups = new Map<string, { protocols: string[]; error: ResultError; particulars: string }>();
  for (const error of result.errors) {
    const { next: _, ...rest } = error.details;
    // The file is named already.
    const details = rest.file === result.source ? { ...rest, file: undefined } : rest;
    const particulars = JSON.stringify(details);
    const key = JSON.stringify([error.code, error.message, error.details]);
    const group = groups.get(key) ?? {
      protocols: [],
      error,
      particulars: particulars === '{}' ? '' : particulars,
    };
    group.protocols.push(error.protocol);
    groups.set(key, group);
  }
  return [...groups.values()].map(({ protocols, error, particulars }) => ({
    text: `${protocols.join(', ')}: ${error.message} [${error.code}]`,
    next: typeof error.details.next === 'string' ? error.details.next : undefined,
    particulars,
  }));
}

function settingsFact(result: Result): Fact[] {
  const settings = Object.entries(result.settings)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  return settings.length === 0 ? [] : [{ label: 'settings', text: settings.join(', ') }];
}

/** Which prompts were sent, by their hash, and which files settings named. */
function promptsFact({ promptSha256, inputFiles = [], calls, warnings }: Result): Fact[] {
  if (promptSha256 === undefined || !hasCalls(calls)) return [];
  const template = warnings.find(({ code }) => code === TEMPLATE)?.message;
  const files = inputFiles.map(({ path, sha256 }) => `${path} (sha256 ${sha256.slice(0, 12)}…)`);
  return [
    {
      label: 'prompts',
      text: `sha256 ${promptSha256.slice(0, 12)}…${template === undefined ? '' : `; ${template}`}`,
    },
    ...(files.length === 0 ? [] : [{ label: 'files', text: files.join(', ') }]),
  ];
}

function headlineFacts(result: Result, options: ReportOptions): Fact[] {
  const headline = headlineOf(result);
  if (headline === null) {
    return [{ label: 'headline', text: `none (${missingReason(result, headline)})`, tone: 'bad' }];
  }
  const { bounds, repeats, unit } = headline;
  const things = thingsOf(headline.id);
  const value = (number: number | null) => formatValue(number, unit, options);
  const answered = answeredOf(result, headline);
  const beside = [
    ...baselinesOf(result, headline).map(({ name, value: other }) => `${name} ${value(other)}`),
    ...publishedOf(result, headline).map(
      (entry) => `${publishedName(entry)} (published) ${value(entry.value)}`,
    ),
  ];
  return [
    { label: 'headline', text: headlineText(headline, options), tone: 'strong' },
    ...(headline.ci === null ? [] : [{ label: '', text: intervalWords(headline.ci, things) }]),
    ...(beside.length === 0 ? [] : [{ label: 'beside it', text: beside.join(', ') }]),
    // Where all are answered it is the headline again.
    ...(answered === null || result.coverage === 1
      ? []
      : [
          {
            label: 'answered',
            text: `${value(answered.value)} over the ${formatCount(answered.n)} ${things} with a readable answer`,
          },
        ]),
    ...bootFacts(result, headline, options),
    ...(bounds === null || result.counts.failed === 0
      ? []
      : [
          {
            label: 'bounds',
            text: `from ${value(bounds.low)} to ${value(bounds.high)}, if all failed items were wrong or right`,
          },
        ]),
    ...(repeats === null || repeats.n < 2
      ? []
      : [
          {
            label: 'repeats',
            text: `${repeats.n}: ${repeats.values.map(value).join(', ')}; standard deviation over the repeats ${value(repeats.sdSample)} (n - 1), ${value(repeats.sdPopulation)} (n)`,
          },
        ]),
  ];
}

/** The authors' bootstrap of the headline's measure, where a protocol has it. */
function bootFacts(result: Result, { id }: Metric, options: ReportOptions): Fact[] {
  return result.metrics.flatMap(({ boot, slice, variant, unit, protocol, ...metric }) =>
    boot === null || metric.id !== id || slice !== null || variant !== null
      ? []
      : [
          {
            label: 'bootstrap',
            text: `mean ${formatValue(boot.mean, unit, options)}, std ${formatValue(boot.std, unit, options)} (protocol ${protocol})`,
          },
        ],
  );
}

function headlineText(headline: Metric, options: ReportOptions): string {
  const { ci, ceiling, unit } = headline;
  const definition = definitionWords(headline);
  return [
    `${metricName(headline)} = ${formatWithInterval(headline.value, ci, unit, options)}${unit === 'percent' ? ' %' : ''}`,
    `protocol ${headline.protocol}`,
    ...(definition === '' ? [] : [definition]),
    `n ${formatCount(headline.n)} ${headline.aggregate === 'mean-of-sets' ? 'sets' : thingsOf(headline.id)}`,
    ...(ceiling === null ? [] : [`at most ${formatValue(ceiling, unit, options)} on these data`]),
  ].join(', ');
}

/** Whether a run asked for anything: rankers and baselines on this machine send no prompt. */
export function hasCalls(calls: Result['calls']): calls is NonNullable<Result['calls']> {
  return calls !== undefined && calls.planned + calls.made + calls.fromCache > 0;
}

function callsFact({ calls }: Result): Fact[] {
  if (calls === undefined) return [];
  if (!hasCalls(calls)) return [{ label: 'calls', text: 'none: no prompt is sent' }];
  const count = (tokens: number | null) => (tokens === null ? '?' : formatCount(tokens));
  const tokens =
    calls.inputTokens === null && calls.outputTokens === null
      ? 'tokens not known'
      : `${count(calls.inputTokens)} tokens in, ${count(calls.outputTokens)} out`;
  const estimated =
    calls.estimated === undefined ? '' : ` (estimated here for ${formatCount(calls.estimated)} calls)`;
  const cost = calls.costUsd === null ? 'cost not known' : formatMoney(calls.costUsd);
  const made = `${formatCount(calls.made)} made of ${formatCount(calls.planned)} planned`;
  return [
    {
      label: 'calls',
      text: `${made}, ${formatCount(calls.fromCache)} answers from the cache, ${tokens}${estimated}, ${cost}`,
    },
  ];
}

/** Where the published figures beside a result come from, and what they are. */
function publishedSources({ baselines }: Result): string[] {
  const sources = baselines.filter(isPublished).flatMap(({ source }) => source ?? []);
  return [...new Set(sources)];
}
