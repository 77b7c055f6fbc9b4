import { numpyMean, numpyStd } from '../../stats/index.ts';
import { roundPython } from '../../text/python.ts';

/** Mean and spread over repeats. Null with too few values. */
export interface RepeatSummary {
  readonly mean: number | null;
  readonly sdPopulation: number | null;
  readonly sdSample: number | null;
}

export function summariseRepeats(values: readonly number[]): RepeatSummary {
  const n = values.length;
  if (n === 0) return { mean: null, sdPopulation: null, sdSample: null };
  const population = numpyStd(values);
  return {
    mean: numpyMean(values),
    sdPopulation: population,
    sdSample: n < 2 ? null : Math.sqrt((population ** 2 * n) / (n - 1)),
  };
}

/** `70.00 +- 2.72`, as the authors print repeats: mean and population deviation, rounded as Python rounds. */
export function spreadText(values: readonly number[], places: number): string | null {
  const { mean, sdPopulation } = summariseRepeats(values);
  if (mean === null || sdPopulation === null) return null;
  return `${fixed(mean, places)} +- ${fixed(sdPopulation, places)}`;
}

function fixed(value: number, places: number): string {
  return roundPython(value, places).toFixed(places);
}
