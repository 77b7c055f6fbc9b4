import type { ComparedTest, CountsAggregate } from '../core/index.ts';
import {
  detectableDifferenceOfError,
  type PairedSums,
  pairedBootstrap,
  pairedInfluence,
  pairedValues,
  sampleVariance,
  swapTest,
} from '../stats/index.ts';
import {
  type CompareStatistics,
  type Described,
  intervalOf,
  type MeasureComparison,
  NOT_COMPARED,
  nothing,
  SAME,
  tally,
} from './compare-parts.ts';
import type { RepeatRows } from './measure-form.ts';

/** A measure made of sums over the set: each repeat's measure, averaged. */
export function compareSums(
  head: Described,
  form: CountsAggregate,
  one: readonly RepeatRows[],
  other: readonly RepeatRows[],
  statistics: CompareStatistics,
): MeasureComparison {
  const common = one[0]?.length ?? 0;
  const { kept, groups, apart, paired } = tablesOf(form, one, other);
  const values = pairedValues(apart, form.value);
  const { difference } = values;
  if (kept === 0) return { measure: nothing(head, common), items: null };
  if (difference === null)
    return {
      measure: {
        ...head,
        refused: 'there is no value on one side or both',
        first: { value: values.first, n: kept },
        second: { value: values.second, n: kept },
        ...NOT_COMPARED,
        leftOut: common - kept,
      },
      items: null,
    };
  const clustered = groups < kept;
  const resamples = pairedBootstrap(paired, form.value, statistics);
  const { test, p } = testOf(paired, form, difference, resamples, statistics);
  const influence = pairedInfluence(apart, form.value);
  return {
    measure: {
      ...head,
      refused: null,
      first: { value: values.first, n: kept },
      second: { value: values.second, n: kept },
      pairs: kept,
      leftOut: common - kept,
      clusters: groups,
      difference,
      ci: intervalOf(resamples, clustered, statistics),
      test,
      p,
      pCorrected: null,
      significant: null,
      ...(influence === null
        ? { wins: null, ties: null, losses: null }
        : tally([...influence], head.direction)),
      detectable: groups < 2 ? null : detectableDifferenceOfError(Math.sqrt(sampleVariance(resamples) || 0)),
    },
    items: null,
  };
}

interface Tables {
  readonly second: RepeatRows | undefined;
  /** Items that both sides have counts of, and how many clusters they fall into. */
  readonly kept: number;
  readonly groups: number;
  /** Each item on its own. */
  readonly apart: PairedSums;
  /** Items of a cluster added up; the same object where each is its own. */
  readonly paired: PairedSums;
}

/** Measures with the same counts of the same rows, such as macro F1 and macro recall, share tables and their draws. */
const known = new WeakMap<RepeatRows, Map<CountsAggregate['counts'], Tables>>();

function tablesOf(form: CountsAggregate, one: readonly RepeatRows[], other: readonly RepeatRows[]): Tables {
  const [rows] = one;
  const own =
    (rows === undefined ? undefined : known.get(rows)) ?? new Map<CountsAggregate['counts'], Tables>();
  if (rows !== undefined) known.set(rows, own);
  const found = own.get(form.counts);
  if (found !== undefined && found.second === other[0]) return found;
  const made = makeTables(form, one, other);
  own.set(form.counts, made);
  return made;
}

function makeTables(form: CountsAggregate, one: readonly RepeatRows[], other: readonly RepeatRows[]): Tables {
  const common = one[0]?.length ?? 0;
  const tables = [one, other].map((repeats) => repeats.map((rows) => rows.map((row) => form.counts(row))));
  const [first = [], second = []] = tables;
  const kept: number[] = [];
  for (let at = 0; at < common; at += 1) {
    const has = (table: typeof first) => table.some((rows) => (rows[at] ?? null) !== null);
    if (has(first) && has(second)) kept.push(at);
  }
  const keys = kept.map((at) => one[0]?.[at]?.item.cluster ?? '');
  const places = new Map<string, number>();
  for (const key of keys) if (!places.has(key)) places.set(key, places.size);
  const width = Math.max(
    0,
    ...[...first, ...second].map((rows) => rows.find((row) => row !== null)?.length ?? 0),
  );
  const apart = pairedOf(first, second, kept, (at) => at, kept.length, width);
  const paired =
    places.size < kept.length
      ? pairedOf(first, second, kept, (at) => places.get(keys[at] ?? '') ?? 0, places.size, width)
      : apart;
  return { second: other[0], kept: kept.length, groups: places.size, apart, paired };
}

/** Tables of what each cluster adds, of the kept items. */
function pairedOf(
  first: readonly (readonly (readonly number[] | null)[])[],
  second: typeof first,
  kept: readonly number[],
  clusterOf: (at: number) => number,
  clusters: number,
  width: number,
): PairedSums {
  const tableOf = (rows: readonly (readonly number[] | null)[]) => {
    const table = new Float64Array(clusters * width);
    for (const [at, place] of kept.entries()) {
      const start = clusterOf(at) * width;
      for (const [column, count] of (rows[place] ?? []).entries())
        table[start + column] = (table[start + column] ?? 0) + count;
    }
    return table;
  };
  return { clusters, width, first: first.map(tableOf), second: second.map(tableOf) };
}

/** By swaps; where the numbers of repeats differ, nothing can be swapped and the bootstrap says how far 0 is. */
function testOf(
  paired: PairedSums,
  form: CountsAggregate,
  difference: number,
  resamples: Float64Array,
  statistics: CompareStatistics,
): { readonly test: ComparedTest; readonly p: number } {
  const swapped = swapTest(paired, form.value, statistics);
  if (swapped !== null) {
    const { exact, patterns, pTwoSided } = swapped;
    const drawn = exact ? { resamples: null, seed: null } : { resamples: patterns, seed: statistics.seed };
    return { test: { name: 'swaps', exact, ...drawn }, p: pTwoSided };
  }
  const reach = Math.abs(difference) - SAME;
  const far = resamples.filter((value) => Math.abs(value - difference) >= reach).length;
  return {
    test: { name: 'bootstrap', exact: false, resamples: resamples.length, seed: statistics.seed },
    p: (far + 1) / (resamples.length + 1),
  };
}
