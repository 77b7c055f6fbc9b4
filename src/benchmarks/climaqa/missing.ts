/** Texts that pandas reads as a missing value unless it is told otherwise. */
const MISSING: ReadonlySet<string> = new Set([
  '',
  '#N/A',
  '#N/A N/A',
  '#NA',
  '-1.#IND',
  '-1.#QNAN',
  '-NaN',
  '-nan',
  '1.#IND',
  '1.#QNAN',
  '<NA>',
  'N/A',
  'NA',
  'NULL',
  'NaN',
  'None',
  'n/a',
  'nan',
  'null',
]);

/**
 * Whether an answer vanishes on the authors' way through a CSV file (`paper` only): it then equals nothing, not even
 * a gold answer that vanishes too.
 */
export function becomesMissing(text: string): boolean {
  return MISSING.has(text);
}
