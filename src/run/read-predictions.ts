import { type AnyTask, type Context, type Item, type Predictions, QuadratError } from '../core/index.ts';
import { endingOf } from './endings.ts';
import type { Ending } from './summary.ts';

/**
 * Reads a file of predictions for a task.
 *
 * @param items undefined where there is no gold
 * @throws QuadratError what is wrong with the file; `invalid-format` where it is in none of the task's forms
 */
export async function readPredictionFile(
  task: AnyTask,
  file: string,
  items: readonly Item[] | undefined,
  settings: unknown,
  context: Context,
): Promise<Predictions<unknown>> {
  const bytes = await context.read(file);
  const read = task.readPredictions({ path: file, bytes }, items, settings, context);
  if (read === null) {
    const blank = Buffer.from(bytes).toString('latin1').trim() === '';
    const what = blank ? 'the file is empty' : `${task.id} cannot read predictions in this form`;
    throw new QuadratError('invalid-format', what, { file });
  }
  return read;
}

/** How the items of predictions ended, one map a repeat. */
export function endingsOf(read: Predictions<unknown>): ReadonlyMap<string, Ending>[] {
  return read.repeats.map((map) => new Map([...map].map(([id, parsed]) => [id, endingOf(parsed)])));
}
