import { type ErrorCode, QuadratError } from '../../../core/errors.ts';
import type { JsonObject } from '../json.ts';

/**
 * Maps a piece of behaviour that field cases name to our code.
 *
 * Returns the result; a refusal is thrown and compared as `{error, line, …}`. `NOT_COVERED` stands for an input that
 * we have nothing for.
 */
export type Surface = (input: JsonObject) => unknown;

/** Surfaces by the names that field cases give them. */
export type Surfaces = ReadonlyMap<string, Surface>;

/** Our codes by those of the case files. A code that is not here fails its case. */
const CODES: ReadonlyMap<ErrorCode, string> = new Map<ErrorCode, string>([
  ['invalid-encoding', 'invalid_encoding'],
  ['invalid-json', 'invalid_json'],
  ['invalid-csv', 'invalid_csv'],
  ['invalid-pickle', 'invalid_pickle'],
  ['unsafe-pickle', 'unsafe_pickle'],
  ['invalid-score', 'invalid_score'],
  ['duplicate-item', 'duplicate_id'],
  ['duplicate-id', 'duplicate_id'],
  ['run-corrupt', 'corrupt_line'],
  ['unknown-label', 'unknown_label'],
  ['not-enough-examples', 'not_enough_examples'],
]);

/**
 * A refusal as case files write it: the code, the place and all particulars.
 *
 * @returns undefined for what is no refusal, or one with a code that is not in the table
 */
export function refusalOf(error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof QuadratError)) return undefined;
  const code = CODES.get(error.code);
  return code === undefined ? undefined : { ...error.data, ...error.place, error: code };
}
