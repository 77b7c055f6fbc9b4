import path from 'node:path';
import { QuadratError } from '../core/index.ts';
import { type ItemLine, unitKey } from '../log/index.ts';
import { createAsk, type Models, type VectorsByRole } from './ask.ts';
import { endingOf, itemLine, writtenEnding } from './endings.ts';
import type { Engine, Unit } from './engine.ts';
import type { Prepared } from './prepare.ts';
import type { Ending } from './summary.ts';

/** Errors that end one item, not the run. */
const ITEM_ERRORS = new Set(['retries-exhausted', 'call-refused', 'judge-failed']);

/** Causes of failed items that are told, of each task. */
const MAX_TOLD = 5;

export interface ExecuteOptions {
  readonly engine: Engine;
  readonly models: Models;
  readonly vectors: VectorsByRole;
  /** Items worked on at once; calls in flight are bounded by the engine's limiter. */
  readonly itemsAtOnce: number;
  readonly onItem: (line: ItemLine) => void;
}

/**
 * Works through the items of a task, all repeats, and writes each one's end. What ended in an earlier session is
 * taken as it is.
 *
 * @returns one map a repeat, by item id
 * @throws what stops the run as a whole: a spent budget, an interruption, a key that is refused, a fault of ours
 */
export async function executeTask(
  prepared: Prepared,
  options: ExecuteOptions,
): Promise<ReadonlyMap<string, Ending>[]> {
  const { task, items, repeats } = prepared;
  const { folder } = options.engine;
  const endings = Array.from({ length: repeats }, () => new Map<string, Ending>());
  const open: { item: (typeof items)[number]; unit: Unit }[] = [];
  endings.forEach((map, repeat) => {
    for (const item of items) {
      const known = folder.ended.get(unitKey(task.id, item.id, repeat));
      if (known === undefined) open.push({ item, unit: { task: task.id, item: item.id, repeat } });
      else {
        checkWritten(prepared, item, known, folder.path);
        map.set(item.id, writtenEnding(known));
        options.onItem(known);
      }
    }
  });

  const told = new Set<string>();
  const tell = (failed: QuadratError) => {
    // One cause often fails thousands of items: each is told once, and not without end.
    if (told.has(failed.message) || told.size >= MAX_TOLD) return;
    told.add(failed.message);
    options.engine.say(`${task.id}: an item failed: ${failed.message} [${failed.code}]`);
  };
  let next = 0;
  const state: { stopped: unknown } = { stopped: undefined };
  const worker = async () => {
    while (state.stopped === undefined && next < open.length) {
      const work = open[next];
      next += 1;
      if (work === undefined) return;
      try {
        const line = await workItem(prepared, work.item, work.unit, options, tell);
        const written = await folder.writeItem(line);
        endings[work.unit.repeat]?.set(work.item.id, writtenEnding(written));
        options.onItem(written);
      } catch (error) {
        state.stopped ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(options.itemsAtOnce, open.length) }, worker));
  if (state.stopped !== undefined) throw state.stopped;
  return endings;
}

/** Reads what was written: a value in another shape than the task's would fail later, far from its cause. */
function checkWritten(
  { task, settings }: Prepared,
  item: Prepared['items'][number],
  known: ItemLine,
  folder: string,
): void {
  try {
    task.score(known.value, item, settings.parsed);
  } catch (cause) {
    throw new QuadratError('run-corrupt', 'the value of this item is not in the shape of its task', {
      file: path.join(folder, 'items.jsonl'),
      item: item.id,
      next: 'Delete the line of this item: its answers are kept in calls.jsonl and are read again.',
      cause,
    });
  }
}

async function workItem(
  prepared: Prepared,
  item: Prepared['items'][number],
  unit: Unit,
  options: ExecuteOptions,
  tell: (failed: QuadratError) => void,
): Promise<ItemLine> {
  const { task, settings, context, items } = prepared;
  const candidate = options.models.get('candidate');
  if (candidate?.kind === 'trivial') {
    const value = task.trivial(candidate.name, item, items, context);
    if (value === undefined) {
      throw new QuadratError('unsuitable-model', `${candidate.id} says nothing about ${task.id}`, {
        next: 'See `quadrat list` for the baselines of each benchmark.',
      });
    }
    return itemLine(unit, { outcome: 'scored', reason: null, value }, 0);
  }
  const { ask, calls, settled } = createAsk(options.engine, unit, options.models, options.vectors);
  try {
    const solution = await task.solve(item, ask, settings.parsed, context);
    const parsed = task.parse(solution, item, settings.parsed, context);
    return itemLine(unit, endingOf(parsed), calls());
  } catch (error) {
    await settled();
    options.engine.retry.signal.throwIfAborted();
    if (!(error instanceof QuadratError) || !ITEM_ERRORS.has(error.code) || error.data.fatal === true)
      throw error;
    tell(error);
    const line = itemLine(unit, { outcome: 'failed', reason: error.code, value: undefined }, calls());
    return { ...line, error: error.message };
  }
}
