import {
  type ComparedError,
  type ComparedMeasure,
  type ComparedPair,
  type Comparison,
  QuadratError,
} from '../core/index.ts';
import { correctForMany } from '../stats/index.ts';
import type { MeasureChoice } from './compare-choice.ts';
import { collectFaults } from './compare-faults.ts';
import { gateOf } from './compare-gate.ts';
import {
  type ComparedSet,
  type ComparedSource,
  type CompareInputOptions,
  openInputs,
} from './compare-inputs.ts';
import { meansOf, type PairWithItems } from './compare-mean.ts';
import { comparePair } from './compare-pair.ts';
import { COMPARE_LEVEL, type CompareStatistics } from './compare-parts.ts';
import { type RecordedCalls, recordedCalls, sharedWarnings } from './compare-shared.ts';
import { VERSION } from './version.ts';

/** How far a comparison is. */
export interface CompareProgress {
  readonly task: string;
  readonly done: number;
  readonly total: number;
}

export interface CompareOptions extends CompareInputOptions {
  readonly choice: MeasureChoice;
  /** Every pair; else each input with the first. */
  readonly allPairs: boolean;
  /** Say whether a headline of a later input is significantly below the first's. */
  readonly gate: boolean;
  readonly statistics?: Partial<CompareStatistics>;
  readonly onProgress?: (progress: CompareProgress) => void;
}

/** Where nothing is said. So many resamples, that a p-value can stay below 0.05 when it is corrected for 500. */
export const COMPARE_STATISTICS: CompareStatistics = { seed: 42, resamples: 10_000 };
const ALPHA = 0.05;
const POWER = 0.8;

/**
 * Compares runs and files of predictions in pairs, task by task: paired differences with intervals and corrected
 * p-values, and whether the two may be compared at all.
 *
 * An input that cannot be read is left out by name, and the others are compared.
 *
 * @throws QuadratError for inputs that have no task in common; for one that cannot be read where it is the one that the
 *   others are compared with, or nothing is left to compare
 */
export async function compare(options: CompareOptions): Promise<Comparison> {
  const statistics = { ...COMPARE_STATISTICS, ...options.statistics };
  const sources = openInputs(options);
  const faults = collectFaults(options.allPairs ? null : 0);
  for (const [at, { fault }] of sources.entries()) if (fault !== null) faults.add(at, null, fault);
  const planned = pairsOf(sources, options.allPairs);
  refuseUnknownProtocols(planned, options);
  refuseUnknownMeasures(planned, options);
  const results: PairWithItems[] = [];
  for (const task of new Set(planned.map((pair) => pair.task))) {
    const load = loader(sources, task);
    for (const { first, second } of planned.filter((pair) => pair.task === task)) {
      options.onProgress?.({ done: results.length, total: planned.length, task });
      const one = await faults.guard(first, task, () => load(first));
      const other = await faults.guard(second, task, () => load(second));
      if (one === undefined || other === undefined) continue;
      const { pair, headline } = comparePair(one.set, other.set, options.choice, statistics, () =>
        // One pair of many thousand items takes a while: each of its measures shows that it goes on.
        options.onProgress?.({ done: results.length, total: planned.length, task }),
      );
      const errors = [
        ...errorsOf(first, one.set, pair.measures),
        ...errorsOf(second, other.set, pair.measures),
      ];
      const shared = sharedWarnings(one.calls, other.calls, [one.name, other.name]);
      results.push({
        pair: { first, second, task, ...pair, warnings: [...pair.warnings, ...shared], errors },
        headline,
      });
    }
  }
  const fault = faults.first();
  if (results.length === 0 && fault !== undefined) throw fault;
  options.onProgress?.({ done: planned.length, total: planned.length, task: '' });
  const means = meansOf(results, options.tasks, statistics);
  return corrected(
    {
      tool: 'quadrat',
      version: VERSION,
      inputs: sources.map(({ input }, at) => {
        const refused = faults.refusedOf(at);
        return refused.length === 0 ? input : { ...input, refused };
      }),
      statistics: {
        level: COMPARE_LEVEL,
        alpha: ALPHA,
        power: POWER,
        ...statistics,
        correction: 'holm',
        comparisons: 0,
      },
      pairs: results.map(({ pair }) => pair),
      means,
      gate: null,
    },
    options.gate,
  );
}

/** Compared protocols that refuse an input. */
function errorsOf(
  input: number,
  { errors }: ComparedSet,
  measures: readonly ComparedMeasure[],
): ComparedError[] {
  return [...errors.values()]
    .filter((error) => measures.some(({ protocol }) => protocol === error.protocol))
    .map(({ protocol, code, message }) => ({ input, protocol, code, message }));
}

interface PlannedPair {
  readonly first: number;
  readonly second: number;
  readonly task: string;
}

/** Pairs by task, in the order of the first input's tasks. */
function pairsOf(sources: readonly ComparedSource[], allPairs: boolean): PlannedPair[] {
  const firsts = allPairs ? sources.map((_, at) => at) : [0];
  const pairs = firsts.flatMap((first) =>
    sources.flatMap((source, second) =>
      second <= first
        ? []
        : (sources[first]?.input.tasks ?? [])
            .filter((task) => source.input.tasks.includes(task))
            .map((task) => ({ first, second, task })),
    ),
  );
  for (const [second, { input, fault }] of sources.entries()) {
    // The first has nothing in common with the second either: the second is the one to name.
    if (
      second === 0 ||
      fault !== null ||
      pairs.some((pair) => pair.first === second || pair.second === second)
    )
      continue;
    const [reference] = sources;
    throw new QuadratError('usage', 'it has no task in common with the first', {
      file: input.source,
      next: `It has ${input.tasks.join(', ')}; the first has ${reference?.input.tasks.join(', ')}.`,
    });
  }
  return pairs;
}

/** Loads each input of a task once; a task's sets are let go with it. */
function loader(sources: readonly ComparedSource[], task: string) {
  interface Loaded {
    readonly set: ComparedSet;
    readonly calls: RecordedCalls | null;
    readonly name: string;
  }
  const loaded = new Map<number, Loaded>();
  return async (at: number): Promise<Loaded> => {
    const known = loaded.get(at);
    if (known !== undefined) return known;
    const source = sources[at];
    if (source === undefined) throw new QuadratError('internal', 'an input is missing');
    const made = {
      set: await source.load(task),
      calls: source.folder === null ? null : recordedCalls(source.folder, task),
      name: source.input.source,
    };
    loaded.set(at, made);
    return made;
  };
}

/** A protocol that none of the compared tasks has would be taken without a word. */
function refuseUnknownProtocols(pairs: readonly PlannedPair[], { tasks, choice }: CompareOptions): void {
  const compared = tasks.filter(({ id }) => pairs.some(({ task }) => task === id));
  const known = new Set(compared.flatMap(({ measures }) => measures.map(({ protocol }) => protocol)));
  for (const protocol of choice.protocols ?? []) {
    if (known.has(protocol)) continue;
    throw new QuadratError('usage', `none of the compared tasks has the protocol "${protocol}"`, {
      next: `There are: ${[...known].join(', ')}.`,
    });
  }
}

/** A measure that none of the compared tasks has is a slip of the pen. */
function refuseUnknownMeasures(pairs: readonly PlannedPair[], { tasks, choice }: CompareOptions): void {
  const compared = tasks.filter(({ id }) => pairs.some(({ task }) => task === id));
  const measures = compared.flatMap((task) =>
    task.measures.filter(
      ({ protocol }) => choice.protocols?.includes(protocol) ?? protocol === task.headline.protocol,
    ),
  );
  const known = new Set([
    ...compared.map(({ headline }) => headline.id),
    ...measures.map(({ description }) => description.id),
  ]);
  for (const id of choice.ids ?? []) {
    if (known.has(id)) continue;
    throw new QuadratError('usage', `there is no measure "${id}" here`, {
      next: `There are: ${[...known].join(', ')}.`,
    });
  }
}

/** Holm's correction over every p-value of the document, then the gate. */
function corrected(comparison: Comparison, gate: boolean): Comparison {
  const measures = [
    ...comparison.pairs.flatMap((pair) => pair.measures),
    ...comparison.means.map(({ measure }) => measure),
  ];
  const tested = measures.filter(({ p }) => p !== null);
  const { adjusted, reject } = correctForMany(
    tested.map(({ p }) => p ?? 1),
    'holm',
    ALPHA,
  );
  const places = new Map(tested.map((measure, at) => [measure, at]));
  const withCorrection = (measure: ComparedMeasure): ComparedMeasure => {
    const at = places.get(measure);
    if (at === undefined) return measure;
    return { ...measure, pCorrected: adjusted[at] ?? null, significant: reject[at] ?? null };
  };
  const pairs: ComparedPair[] = comparison.pairs.map((pair) => ({
    ...pair,
    measures: pair.measures.map(withCorrection),
  }));
  return {
    ...comparison,
    statistics: { ...comparison.statistics, comparisons: tested.length },
    pairs,
    means: comparison.means.map((mean) => ({ ...mean, measure: withCorrection(mean.measure) })),
    gate: gate ? gateOf(pairs, comparison.inputs) : null,
  };
}
