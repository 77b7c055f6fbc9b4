/** One unit of a task's data. Tasks extend it with their own fields. */
export interface Item {
  /** Unique in its task and split; compared as text. */
  readonly id: string;
  /** SHA-256 (hex) of what the model can see and what the score depends on. */
  readonly hash: string;
  /** Items that share an article, document or base question share this key; else the id. */
  readonly cluster: string;
  /** Named slices the item belongs to, e.g. `period: historical`. Samples with `--limit` are stratified by it. */
  readonly strata: Readonly<Record<string, string>>;
}
