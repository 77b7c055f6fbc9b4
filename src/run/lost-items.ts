import path from 'node:path';
import { QuadratError, type Result } from '../core/index.ts';

/**
 * Refuses a run folder in which items have no line although its scores counted them: they are lost, and not failed.
 *
 * @param lost items that have neither a line nor, where they are looked at, recorded answers; over all repeats
 * @param failed items whose last line says that they failed
 * @param result what the folder's `scores.json` says of the task; absent: nothing
 * @throws QuadratError `run-corrupt`
 */
export function refuseLostItems(
  folder: string,
  { lost, failed }: { readonly lost: number; readonly failed: number },
  result: Result | undefined,
): void {
  if (result === undefined || lost === 0) return;
  const { planned, failed: counted } = result.counts;
  // Scores of a run that has not ended count the items without a line as failed.
  if (lost + failed <= counted) return;
  const ended = planned - counted;
  throw new QuadratError(
    'run-corrupt',
    `${result.task}: scores.json counts ${ended} of ${planned} items as ended, and ${lost} of the ${planned} have no line here`,
    {
      file: path.join(folder, 'items.jsonl'),
      next: 'Put back the whole file, or delete scores.json beside it and run the command of this run again: recorded answers are not asked for again.',
      data: { planned, ended, lost },
    },
  );
}
