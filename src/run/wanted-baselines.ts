import { QuadratError } from '../core/index.ts';
import type { Prepared } from './prepare.ts';

/**
 * Refuses the name of a baseline that none of the tasks has, before anything is scored or asked.
 *
 * @throws QuadratError `usage`
 */
export function refuseUnknownBaselines(tasks: readonly Prepared[], wanted: readonly string[]): void {
  const names = wanted.filter((name) => name !== '');
  if (names.length === 0) return;
  const known = new Set(
    tasks.flatMap(({ task, items, settings }) =>
      // One item is enough to hear the names.
      task.baselines(items.slice(0, 1), settings.parsed, names).map(({ name }) => name),
    ),
  );
  const unknown = names.find((name) => !known.has(name));
  if (unknown === undefined) return;
  throw new QuadratError('usage', `there is no baseline "${unknown}" here`, {
    next: `There are: ${[...known].join(', ')}; and bm25 for rankings.`,
  });
}
