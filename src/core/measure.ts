/** Which definition of a metric; see `docs/architecture.md`. */
export const PROTOCOLS = ['standard', 'paper', 'card', 'lawbench'] as const;
export type Protocol = (typeof PROTOCOLS)[number];

export type Unit = 'proportion' | 'percent' | 'count' | 'score';

/** A metric describes itself where it is defined; `list --measures` and `docs/measures.md` are made from this. */
export interface MeasureDescription {
  /** The id in results, e.g. `ndcg@10`. */
  readonly id: string;
  /** The name in the field, e.g. "normalised discounted cumulative gain at 10". */
  readonly name: string;
  /** What it is, one or two sentences. */
  readonly summary: string;
  readonly range: readonly [low: number, high: number];
  readonly direction: 'higher-is-better' | 'lower-is-better';
  readonly unit: Unit;
  /** Paper section, reference implementation or card that defines it. */
  readonly source: string;
  /** What an empty input gives, e.g. "no value (null)" or "0". */
  readonly empty: string;
}

/** Describes a proportion of which more is better: what most measures are. */
export function describeProportion(
  id: string,
  name: string,
  summary: string,
  source: string,
  empty: string,
): MeasureDescription {
  return {
    id,
    name,
    summary,
    range: [0, 1],
    direction: 'higher-is-better',
    unit: 'proportion',
    source,
    empty,
  };
}
