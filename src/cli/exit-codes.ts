import { type ErrorCode, QuadratError, type Result } from '../core/index.ts';

/** Exit codes of the program; documented in docs/guide.md. */
export const EXIT = {
  done: 0,
  usage: 1,
  gate: 2,
  budget: 3,
  coverage: 4,
  infrastructure: 5,
  refused: 6,
  interrupted: 130,
} as const;

const BY_CODE: Partial<Record<ErrorCode, number>> = {
  'budget-reached': EXIT.budget,
  'coverage-too-low': EXIT.coverage,
  'retries-exhausted': EXIT.infrastructure,
  'judge-failed': EXIT.infrastructure,
  'download-failed': EXIT.infrastructure,
  internal: EXIT.infrastructure,
  interrupted: EXIT.interrupted,
};

export function exitCodeOf(error: unknown): number {
  if (error instanceof QuadratError) return BY_CODE[error.code] ?? EXIT.usage;
  return EXIT.infrastructure;
}

/** Of scored predictions: 6 if any input was refused, also by some protocols only; 5 if a scorer failed; then coverage. */
export function exitCodeOfScores(results: readonly Result[], minCoverage = 0): number {
  if (results.some(({ errors }) => errors.length > 0)) return EXIT.refused;
  if (results.some(({ complete }) => !complete)) return EXIT.infrastructure;
  return results.some(({ coverage }) => coverage < minCoverage) ? EXIT.coverage : EXIT.done;
}

/** Of a run: failed items first, then a protocol that refused what was read, then coverage. */
export function exitCodeOfRun(results: readonly Result[], minCoverage: number): number {
  if (results.some(({ complete }) => !complete)) return EXIT.infrastructure;
  if (results.some(({ errors }) => errors.some(({ protocol }) => protocol === 'standard')))
    return EXIT.refused;
  return results.some(({ coverage }) => coverage < minCoverage) ? EXIT.coverage : EXIT.done;
}
