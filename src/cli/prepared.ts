import type { AnyTask } from '../core/index.ts';
import { readFileBytes } from '../data/text-file.ts';
import type { Model } from '../models/types.ts';
import { type Prepared, prepare } from '../run/prepare.ts';
import { parsePairs } from '../run/settings.ts';
import { benchmarkOf } from './options.ts';
import { sourceOf } from './places.ts';
import type { CommandContext } from './program.ts';

/** Flags that say what is worked on. */
export interface DataFlags {
  readonly data: string;
  readonly set: readonly string[];
  readonly split?: string;
  readonly seed: number;
  readonly limit?: number;
  readonly repeats?: number;
}

/** A task with its data for a model. */
export function prepareTask(
  context: CommandContext,
  task: AnyTask,
  model: Pick<Model, 'abilities'>,
  flags: DataFlags,
): Promise<Prepared> {
  return prepare(task, {
    source: sourceOf(context, benchmarkOf(task).id, flags.data),
    split: flags.split,
    given: parsePairs(flags.set),
    abilities: model.abilities,
    limit: flags.limit ?? null,
    seed: flags.seed,
    repeats: flags.repeats,
    read: readFileBytes,
  });
}
