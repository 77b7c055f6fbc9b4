import type { ResultError } from '../../core/index.ts';

/** A read ranking of one query, best first. */
export interface Ranking {
  /** As `standard` and `card` read it; empty where they could read nothing. */
  readonly ranking: readonly string[];
  /** Where the authors' reader gives another ranking, or stops. */
  readonly paper?: { readonly ranking?: readonly string[]; readonly fault?: ResultError };
}
