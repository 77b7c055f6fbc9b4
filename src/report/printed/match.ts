import path from 'node:path';
import type { ScoredOutput } from '../reproduce-tables.ts';
import type { PrintedRow } from './rows.ts';

/**
 * The outputs that a printed row is about: those of its task and facets whose name is the model's, letter for letter,
 * or, where no name is, without regard to case, punctuation and spaces. An output's names are its method, its file
 * without the ending and what else its benchmark calls it. Several outputs can have one name; the row is about each.
 */
export function outputsNamed(row: PrintedRow, outputs: readonly ScoredOutput[]): readonly ScoredOutput[] {
  const possible = outputs.filter(
    ({ output }) =>
      output.task === row.task &&
      Object.entries(row.facets).every(([key, value]) => output.facets?.[key] === value),
  );
  const exact = possible.filter((entry) => namesOf(entry).includes(row.model));
  if (exact.length > 0) return exact;
  const wanted = plainName(row.model);
  return possible.filter((entry) => namesOf(entry).some((name) => plainName(name) === wanted));
}

function namesOf({ output, file }: ScoredOutput): string[] {
  const stem = file === null ? [] : [path.posix.basename(file).replace(/(\.[a-z]+)+$/i, '')];
  return [output.method, ...stem, ...(output.names ?? [])];
}

/** A name without case, punctuation and spaces: `GPT-4 (turbo)` is `gpt4turbo`. Signs such as + tell names apart. */
export function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\p{P}\s]+/gu, '');
}
