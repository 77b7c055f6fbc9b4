import {
  type Ask,
  type Baseline,
  type Context,
  describeProportion,
  type ItemValues,
  type MeasureDescription,
  type Parsed,
  type SetMeasure,
} from '../../../core/index.ts';
import type { CpsItem } from '../items.ts';
import type { TaskSpec } from '../task-file.ts';

export interface ReadingOptions {
  /** No repairs: what is not in the form asked for is not read. */
  readonly strict: boolean;
  /** The answer was cut at the output limit. */
  readonly cut: boolean;
}

/** What one kind of task knows: its answer's form, its reading, its values and its measures. */
export interface KindModule<I extends CpsItem = CpsItem, V = unknown> {
  /** Asks for the form of the answer, in the prompt's last block. */
  readonly constraints: (item: I) => readonly string[];
  /** Reads an answer's text, which is not empty. */
  readonly read: (text: string, item: I, options: ReadingOptions) => Parsed<V>;
  /**
   * A value that was read already (`answer` in a predictions file).
   *
   * @throws QuadratError without a place, for an answer of the wrong form
   */
  readonly fromAnswer: (answer: unknown, item: I) => V;
  /** What is known of an item without any answer; undefined: nothing. */
  readonly fromNothing?: (item: I) => V;
  readonly score: (value: V | undefined, item: I) => ItemValues;
  readonly measures: (spec: TaskSpec) => readonly SetMeasure<I>[];
  /** The right answer, in the form of `answer`. */
  readonly gold: (item: I) => unknown;
  /** The same as a model would write it. */
  readonly goldText: (item: I) => string;
  /** An answer by a model that only orders texts. */
  readonly rank: (item: I, ask: Ask) => Promise<unknown>;
  /** The answer of a trivial model; undefined: it has none. */
  readonly trivial: (name: string, item: I, items: readonly I[], context: Context) => unknown;
  readonly baselines: (items: readonly I[]) => readonly Baseline[];
}

const SOURCE = 'specification of CPSDBench, section 4 (our definition; the paper’s is not known)';

export function describe(
  id: string,
  name: string,
  summary: string,
  more: Partial<MeasureDescription> = {},
): MeasureDescription {
  return { ...describeProportion(id, name, summary, SOURCE, '0 where it would be divided by 0'), ...more };
}

export const LAWBENCH_SOURCE = 'open-compass/LawBench at e30981b, evaluation/';
export const CARD_SOURCE = 'the benchmark card’s recipe';

/** Plain mean of the values that are there; null: none is. */
export function meanOf(values: readonly (number | null | undefined)[]): { value: number | null; n: number } {
  const present = values.filter((value) => value !== null && value !== undefined);
  const sum = present.reduce((total, value) => total + value, 0);
  return { value: present.length === 0 ? null : sum / present.length, n: present.length };
}

/** A measure over rows that are scored by hand, for baselines: the same arithmetic as a result's. */
export function measureOver<I extends CpsItem, V>(
  module: KindModule<I, V>,
  measure: SetMeasure<I>,
  items: readonly I[],
  answers: readonly (V | undefined)[],
): { value: number | null; n: number } {
  const rows = items.flatMap((item, at) => {
    if (measure.only !== undefined && !measure.only(item)) return [];
    const value = answers[at];
    return [
      {
        item,
        outcome: value === undefined ? ('stopped' as const) : ('scored' as const),
        value,
        values: module.score(value, item),
      },
    ];
  });
  const { aggregate } = measure;
  if (aggregate === 'mean')
    return meanOf(rows.map(({ values }) => values[measure.protocol]?.[measure.description.id]));
  let sums: number[] | undefined;
  let n = 0;
  for (const row of rows) {
    const counts = aggregate.counts(row);
    if (counts === null) continue;
    n += 1;
    sums = sums === undefined ? [...counts] : sums.map((sum, at) => sum + (counts[at] ?? 0));
  }
  return { value: sums === undefined ? null : aggregate.value(sums), n };
}

/** A baseline in every measure named that has no slice, and no variant unless the headline has it. */
export function baselineOf<I extends CpsItem, V>(
  name: string,
  module: KindModule<I, V>,
  items: readonly I[],
  answers: readonly (V | undefined)[],
  ids: readonly string[],
): Baseline[] {
  const [first] = items;
  if (first === undefined) return [];
  return module
    .measures(first.spec)
    .filter(
      ({ protocol, slice, variant, headline, description }) =>
        protocol === 'standard' &&
        slice === undefined &&
        (variant === undefined || headline === true) &&
        ids.includes(description.id),
    )
    .map((measure) => ({
      name,
      protocol: measure.protocol,
      id: measure.description.id,
      ...measureOver(module, measure, items, answers),
    }));
}

/** A choice by chance that depends on the item and the seed alone. */
export function seededPick<T>(choices: readonly T[], id: string, seed: number): T | undefined {
  let hash = 2166136261 ^ seed;
  for (const character of id) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16777619);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 2246822507);
  hash ^= hash >>> 13;
  return choices[(hash >>> 0) % Math.max(1, choices.length)];
}

/** Positions by falling score; equal ones in their order. */
export function byScore(scores: readonly number[]): number[] {
  return scores
    .map((score, at) => ({ score, at }))
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .map(({ at }) => at);
}

/** Sentences of a Chinese text, with their end marks. */
export function sentencesOf(text: string): string[] {
  return (text.match(/[^。！？!?；;\n]+[。！？!?；;]?/gu) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
