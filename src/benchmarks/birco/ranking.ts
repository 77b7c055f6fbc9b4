import type { ResultError } from '../../core/index.ts';

/** A read ranking of one query, best first. */
export interface Ranking {
  /** As `standard` and `card` read it; empty where they could read nothing. */
  readonly ranking: readonly string[];
  /** No answer could be read: an outcome of the item, not a fault of the ranking. */
  readonly unread?: true;
  /** Where the authors' reader gives another ranking, or stops. */
  readonly paper?: { readonly ranking?: readonly string[]; readonly fault?: ResultError };
}
