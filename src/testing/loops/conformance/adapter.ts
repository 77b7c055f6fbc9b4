import type { JsonObject } from '../json.ts';

/**
 * Computes what a case expects; throws, or returns `NOT_COVERED`, if it cannot. `vectors` is the whole file, for cases
 * that name other ones.
 */
export type CaseRunner = (entry: JsonObject, vectors: JsonObject) => unknown;

/** Runs the cases of one vector file. */
export interface VectorAdapter {
  /** Name of the file, e.g. `ranking.json`. */
  readonly file: string;
  /** By group, or by recipe where a case has a `recipe`. */
  readonly runners: ReadonlyMap<string, CaseRunner>;
}
