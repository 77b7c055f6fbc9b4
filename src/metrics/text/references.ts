import { QuadratError } from '../../core/errors.ts';

/** What a text is compared with: one reference or several. */
export type References<Reference = string> = Reference | readonly Reference[];

/**
 * Several references as a list.
 *
 * @throws QuadratError `usage` for an empty list: a text cannot be compared with nothing
 */
export function referenceList(references: References): readonly string[] {
  const list = typeof references === 'string' ? [references] : references;
  if (list.length === 0) throw new QuadratError('usage', 'a text needs at least one reference');
  return list;
}

/** @throws QuadratError `usage` if there is not one entry of references for each hypothesis */
export function checkPairs(hypotheses: readonly unknown[], references: readonly unknown[]): void {
  if (hypotheses.length === references.length) return;
  throw new QuadratError(
    'usage',
    `${hypotheses.length} hypotheses stand against ${references.length} entries of references`,
    { next: 'Give one entry of references for each hypothesis, in the same order.' },
  );
}
