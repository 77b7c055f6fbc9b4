import type { RepeatSpread, SetMeasure } from '../core/index.ts';
import { numpyStd } from '../stats/index.ts';

/** How values of several repeats spread. */
export function spreadOverRepeats(
  values: readonly (number | null)[],
  asText: SetMeasure['repeatsText'],
): RepeatSpread {
  const present = values.filter((value) => value !== null);
  const usable = present.length === values.length && present.length >= 2;
  const population = usable ? numpyStd(present) : null;
  const text = usable ? (asText?.(present) ?? null) : null;
  return {
    n: values.length,
    values,
    sdPopulation: population,
    sdSample:
      population === null ? null : Math.sqrt((population ** 2 * present.length) / (present.length - 1)),
    ...(text === null ? {} : { text }),
  };
}
