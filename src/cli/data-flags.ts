import type { EvaluationData } from '../run/evaluate.ts';
import { parsePairs } from '../run/settings.ts';
import type { CommandContext } from './command.ts';
import { homeOf, SAMPLES } from './places.ts';

/** Flags that say what is worked on. */
export interface DataFlags {
  readonly data: string;
  readonly set: readonly string[];
  readonly split?: string;
  readonly seed: number;
  readonly limit?: number;
  readonly repeats?: number;
  readonly prompts?: string;
}

export function dataOf(flags: DataFlags): EvaluationData {
  return {
    data: flags.data,
    settings: parsePairs(flags.set),
    split: flags.split,
    limit: flags.limit,
    repeats: flags.repeats,
    seed: flags.seed,
    prompts: flags.prompts,
  };
}

/** The same, with where installed data and samples lie. */
export function dataWithPlaces(context: CommandContext, flags: DataFlags) {
  return { ...dataOf(flags), places: { data: homeOf(context).data, samples: SAMPLES } };
}
