import type { Cells } from './labels.ts';

/** What was read for an article, in every protocol. */
export interface ArticleReading {
  /** As `standard` and `card` read the answers: one entry a row of the article, in order. */
  readonly rows: readonly Cells[];
  /** As the authors' code reads and joins them, by maximum over the rows; null: the join loses the article. */
  readonly paper: Cells | null;
  /**
   * The same under the released file's key without the article's ID. Articles of one day are one group; the first of
   * them holds it. Null: no group stands here. Absent: not asked for.
   */
  readonly dateOnly?: { readonly gold: Cells; readonly predicted: Cells } | null;
}
