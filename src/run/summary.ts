import {
  type AnyTask,
  type Baseline,
  type Counts,
  countOutcomes,
  countsAddUp,
  type Item,
  type ItemDiagnostic,
  type ItemResult,
  type Metric,
  type Outcome,
  type Protocol,
  QuadratError,
  type Result,
  type ResultCalls,
  type ResultData,
  type ResultModel,
  type ResultWarning,
  type Row,
  type SetCheck,
} from '../core/index.ts';
import { createLegacyBootstrap, type LegacyBootstrap } from '../stats/index.ts';
import { aggregate, type KeptResamples, overAnswered } from './aggregate.ts';
import { BOOTSTRAP } from './cluster-bootstrap.ts';
import { LazyValues } from './lazy-values.ts';
import type { RepeatRows } from './measure-form.ts';
import { VERSION } from './version.ts';

/** How one item ended in one repeat. */
export interface Ending {
  readonly outcome: Outcome;
  readonly reason: string | null;
  /** Undefined: no protocol can read a value. */
  readonly value: unknown;
  readonly truncated?: boolean;
  readonly diagnostics?: readonly ItemDiagnostic[];
}

export interface SummaryInput {
  readonly task: AnyTask;
  readonly settings: unknown;
  /** The settings as they are shown. */
  readonly shownSettings: Readonly<Record<string, unknown>>;
  readonly items: readonly Item[];
  /** One map a repeat, by item id; an item without an entry has no answer. */
  readonly repeats: readonly ReadonlyMap<string, Ending>[];
  readonly surplus: readonly string[];
  readonly source: string;
  readonly data: ResultData;
  readonly model: ResultModel | null;
  readonly baselines: readonly Baseline[];
  readonly warnings: readonly ResultWarning[];
  /** Something beside the items is missing for good: the result is not complete. */
  readonly incomplete?: boolean;
  /** Only these protocols; undefined: all of the task. */
  readonly protocols?: readonly Protocol[];
  readonly perItem?: boolean;
  readonly calls?: ResultCalls;
  /** What a run sent. */
  readonly sent?: Pick<Result, 'promptSha256' | 'inputFiles'>;
  readonly bootstrap?: LegacyBootstrap;
  readonly keep?: KeptResamples;
}

const NO_ANSWER: Ending = { outcome: 'stopped', reason: 'empty', value: undefined };

/** A bootstrap for one command: equal lists of values are resampled once. */
export function newBootstrap(): LegacyBootstrap {
  return createLegacyBootstrap(BOOTSTRAP);
}

/** A set with the values of every item. */
export interface ScoredSet {
  /** One list a repeat, in the order of the items. */
  readonly endings: readonly (readonly Ending[])[];
  readonly repeats: readonly RepeatRows[];
  /** Over all repeats. */
  readonly counts: Counts;
  /** Faults of the set, of all protocols. */
  readonly check: SetCheck;
}

/** What a set is scored from. */
export type SetInput = Pick<SummaryInput, 'task' | 'settings' | 'items' | 'repeats' | 'surplus'>;

/**
 * The values of every item in every repeat and protocol, with what is wrong with the set.
 *
 * @throws QuadratError `internal` if the four outcomes do not add up to the planned items
 */
export function scoreSet(input: SetInput): ScoredSet {
  const { task, items } = input;
  const endings = input.repeats.map((repeat) => items.map((item) => repeat.get(item.id) ?? NO_ANSWER));
  const counts = countsOf(items.length * input.repeats.length, endings.flat());
  const check = checkAll(input);
  const repeats = endings.map(
    (repeat): RepeatRows =>
      repeat.map((ending, at): Row => {
        const item = items[at];
        if (item === undefined) throw new QuadratError('internal', 'an item is missing');
        const values = task.score(ending.value, item, input.settings);
        // Values may be long texts that are read from a file each time: a row holds none.
        return {
          item,
          outcome: ending.outcome,
          get value() {
            return ending.value;
          },
          values,
        };
      }),
  );
  return { endings, repeats, counts, check };
}

/**
 * Scores a set in every protocol and puts the result together.
 *
 * @throws QuadratError `internal` if the four outcomes do not add up to the planned items
 */
export function summarise(input: SummaryInput): Result {
  const { task, items } = input;
  const bootstrap = input.bootstrap ?? newBootstrap();
  const { endings, repeats, counts, check } = scoreSet(input);
  const protocols = task.protocols.filter((protocol) => input.protocols?.includes(protocol) ?? true);
  const errors = check.errors.filter(({ protocol }) => protocols.includes(protocol));
  const refused = new Set(errors.map(({ protocol }) => protocol));
  const complete = counts.failed === 0 && input.incomplete !== true;
  const metrics: Metric[] = [];
  for (const measure of task.measuresFor?.(input.settings, items) ?? task.measures) {
    if (!protocols.includes(measure.protocol) || refused.has(measure.protocol)) continue;
    metrics.push(aggregate(measure, repeats, items, bootstrap, input.keep));
    const beside =
      measure.protocol === 'standard' && (measure.headline === true || counts.scored < counts.planned);
    if (beside && measure.slice === undefined) metrics.push(overAnswered(measure, repeats, items, bootstrap));
  }
  const diagnostics = [...diagnosticsOf(task, endings.flat()), ...(check.diagnostics ?? [])];
  const coverage = counts.planned === 0 ? 0 : counts.scored / counts.planned;
  return {
    tool: 'quadrat',
    version: VERSION,
    task: task.id,
    source: input.source,
    complete,
    data: input.data,
    settings: input.shownSettings,
    model: input.model,
    ...input.sent,
    counts,
    coverage,
    metrics,
    baselines: ownBaselines(input.baselines, check).filter(({ protocol }) => protocols.includes(protocol)),
    diagnostics,
    warnings: [
      ...input.warnings,
      ...check.warnings,
      ...(task.warn?.(diagnostics, input.settings, input.model) ?? []),
      ...truncatedWarning(endings.flat()),
    ],
    errors,
    ...(input.calls === undefined ? {} : { calls: input.calls }),
    ...(input.perItem === true ? { items: itemResults(items, endings, repeats, protocols, refused) } : {}),
  };
}

/** The baselines, some of them over the items that a protocol kept. */
function ownBaselines(baselines: readonly Baseline[], check: SetCheck): readonly Baseline[] {
  const key = ({ name, protocol, id, slice }: Baseline) =>
    JSON.stringify([name, protocol, id, slice ?? null]);
  const own = new Map((check.baselines ?? []).map((baseline) => [key(baseline), baseline]));
  return baselines.map((baseline) => own.get(key(baseline)) ?? baseline);
}

function countsOf(planned: number, endings: readonly Ending[]): Counts {
  const counts = countOutcomes(
    planned,
    endings.map(({ outcome }) => outcome),
  );
  if (!countsAddUp(counts)) {
    throw new QuadratError(
      'internal',
      `the outcomes ${JSON.stringify(counts)} do not add up to the planned items`,
    );
  }
  return counts;
}

/** Faults of every repeat; those of a later repeat are shown only where the first has none of that protocol. */
function checkAll(input: SetInput): SetCheck {
  const errors: SetCheck['errors'][number][] = [];
  const warnings: ResultWarning[] = [];
  const diagnostics: ItemDiagnostic[] = [];
  const baselines: Baseline[] = [];
  input.repeats.forEach((repeat, at) => {
    const values = valuesOf(repeat);
    // What a run could not read at all is an outcome, not a fault of the set; what a file lacks is one.
    const judged = input.items.filter(({ id }) => values.has(id) || !repeat.has(id));
    const check = input.task.check(values, judged, input.surplus, input.settings, input.items);
    const known = new Set(errors.map(({ protocol }) => protocol));
    errors.push(...check.errors.filter(({ protocol }) => at === 0 || !known.has(protocol)));
    if (at > 0) return;
    warnings.push(...check.warnings);
    diagnostics.push(...(check.diagnostics ?? []));
    baselines.push(...(check.baselines ?? []));
  });
  return { errors, warnings, diagnostics, baselines };
}

/** The values that were read, none of them held. */
function valuesOf(endings: ReadonlyMap<string, Ending>): ReadonlyMap<string, unknown> {
  const read = new Map([...endings].filter(([, { value }]) => value !== undefined));
  return new LazyValues(read);
}

function diagnosticsOf(task: AnyTask, endings: readonly Ending[]): ItemDiagnostic[] {
  const sums = new Map<string, ItemDiagnostic>(task.diagnostics.map((id) => [id, { id, value: 0, n: 0 }]));
  for (const { diagnostics } of endings) {
    for (const one of diagnostics ?? []) {
      const known = sums.get(one.id);
      sums.set(one.id, { ...one, value: (known?.value ?? 0) + one.value, n: (known?.n ?? 0) + one.n });
    }
  }
  return [...sums.values()];
}

function truncatedWarning(endings: readonly Ending[]): ResultWarning[] {
  const count = endings.filter(({ truncated }) => truncated === true).length;
  if (count === 0) return [];
  return [
    {
      code: 'truncated',
      message: `${count} of ${endings.length} items have an answer that was cut at the output limit and could still be read`,
    },
  ];
}

function itemResults(
  items: readonly Item[],
  endings: readonly (readonly Ending[])[],
  repeats: readonly RepeatRows[],
  protocols: readonly Protocol[],
  refused: ReadonlySet<Protocol>,
): ItemResult[] {
  return repeats.flatMap((rows, repeat) =>
    rows.map((row, at): ItemResult => {
      const values = Object.entries(row.values).filter(([protocol]) =>
        protocols.some((known) => known === protocol && !refused.has(known)),
      );
      return {
        id: items[at]?.id ?? row.item.id,
        ...(repeats.length > 1 ? { repeat } : {}),
        outcome: row.outcome,
        reason: endings[repeat]?.[at]?.reason ?? null,
        values: Object.fromEntries(values),
      };
    }),
  );
}
