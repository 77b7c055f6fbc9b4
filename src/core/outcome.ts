import type { StopReason } from './call.ts';

/** How a planned item ended; see the promise "never a silent zero" in `docs/architecture.md`. */
export const OUTCOMES = ['scored', 'unparsed', 'stopped', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A count of something that happened while reading an item's answers: `value` times out of `n`, or in `n`. */
export interface ItemDiagnostic {
  readonly id: string;
  readonly value: number;
  readonly n: number;
  /**
   * What `n` counts where it is something else than what `value` counts, so that `value` may be the larger: numbers in
   * `windows`.
   */
  readonly per?: string;
}

/**
 * What reading an item's answers gave. An item that is not scored may still carry a value, for protocols that read
 * what `standard` cannot.
 */
export type Parsed<Value> = (
  | { readonly outcome: 'scored'; readonly value: Value; readonly truncated?: boolean }
  | { readonly outcome: 'unparsed'; readonly reason: 'invalid' | 'ambiguous'; readonly value?: Value }
  | { readonly outcome: 'stopped'; readonly reason: StopReason; readonly value?: Value }
) & { readonly diagnostics?: readonly ItemDiagnostic[] };

/** Counts of the four outcomes; they add up to `planned`, or the program ends with an error. */
export interface Counts {
  readonly planned: number;
  readonly scored: number;
  readonly unparsed: number;
  readonly stopped: number;
  readonly failed: number;
}

/** @returns counts of the outcomes given; `planned` is set by the caller and checked by {@link countsAddUp} */
export function countOutcomes(planned: number, outcomes: Iterable<Outcome>): Counts {
  const counts = { planned, scored: 0, unparsed: 0, stopped: 0, failed: 0 };
  for (const outcome of outcomes) counts[outcome] += 1;
  return counts;
}

export function countsAddUp(counts: Counts): boolean {
  return counts.scored + counts.unparsed + counts.stopped + counts.failed === counts.planned;
}
