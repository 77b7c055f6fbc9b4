import { createMt19937 } from './mt19937.ts';
import { type Numbers, numpyMean, numpyStd, pairwiseSum } from './numpy-sum.ts';
import { quantileOfSorted, sortedCopy } from './quantile.ts';

export interface LegacyBootstrapOptions {
  /** Seed of numpy's legacy generator, set anew for every call. */
  readonly seed: number;
  readonly resamples: number;
}

export interface LegacyBootstrapResult {
  /** Mean of the resample means. */
  readonly mean: number;
  /** Standard deviation (divided by n) of the resample means. */
  readonly std: number;
  /** One mean a resample, in drawing order. */
  readonly means: Float64Array;
}

/** Same values, same result; keeps its tables and results as long as it lives. */
export type LegacyBootstrap = (values: Numbers) => LegacyBootstrapResult;

/**
 * The bootstrap of the mean that BIRCO's authors publish, bit for bit: the seed is set anew for each list of values,
 * so the drawn positions depend on its length only. They are computed once a length and kept, and lists of equal
 * values share one result.
 *
 * @param options seed and number of resamples (at least 1)
 * @returns a function from values to mean, standard deviation and the resample means; NaN for no value
 * @source BIRCO `evaluation/util.py`, `bootstrap_stats`; numpy 2.4.6
 */
export function createLegacyBootstrap(options: LegacyBootstrapOptions): LegacyBootstrap {
  const { seed, resamples } = options;
  if (!Number.isInteger(resamples) || resamples < 1) {
    throw new RangeError(`a bootstrap takes at least one resample, not ${resamples}`);
  }
  const tables = new Map<number, Uint32Array>();
  const results = new Map<number, { values: Float64Array; result: LegacyBootstrapResult }[]>();

  return (given) => {
    const values = Float64Array.from(given);
    let known = results.get(values.length);
    if (known === undefined) {
      known = [];
      results.set(values.length, known);
    }
    const same = known.find((entry) => equalBits(entry.values, values));
    if (same !== undefined) return same.result;
    let table = tables.get(values.length);
    if (table === undefined) {
      table = drawPositions(seed, values.length, resamples);
      tables.set(values.length, table);
    }
    const means = resampleMeans(values, table, resamples);
    const result = { mean: numpyMean(means), std: numpyStd(means), means };
    known.push({ values, result });
    return result;
  };
}

/** One bootstrap as {@link createLegacyBootstrap} makes it, without keeping anything. */
export function legacyBootstrap(values: Numbers, options: LegacyBootstrapOptions): LegacyBootstrapResult {
  return createLegacyBootstrap(options)(values);
}

/**
 * Percentile interval of a bootstrap.
 *
 * @param means resample means (or other resample statistics) in any order
 * @param level confidence level between 0 and 1
 * @returns quantiles (type 7) at (1 - level) / 2 on both sides; NaN for no mean
 */
export function percentileInterval(means: Numbers, level = 0.95): { low: number; high: number } {
  if (!(level > 0 && level < 1))
    throw new RangeError(`a confidence level lies between 0 and 1, not ${level}`);
  const sorted = sortedCopy(means);
  const tail = (1 - level) / 2;
  return { low: quantileOfSorted(sorted, tail), high: quantileOfSorted(sorted, 1 - tail) };
}

/** NaN equals NaN here, 0 and -0 differ: results are shared only if every bit of the values agrees. */
function equalBits(left: Float64Array, right: Float64Array): boolean {
  for (let index = 0; index < left.length; index += 1) {
    if (!Object.is(left[index], right[index])) return false;
  }
  return true;
}

function drawPositions(seed: number, count: number, resamples: number): Uint32Array {
  const generator = createMt19937(seed);
  const table = new Uint32Array(count * resamples);
  for (let index = 0; index < table.length; index += 1) table[index] = generator.nextBelow(count);
  return table;
}

function resampleMeans(values: Float64Array, table: Uint32Array, resamples: number): Float64Array {
  const count = values.length;
  const means = new Float64Array(resamples);
  const sample = new Float64Array(count);
  for (let resample = 0; resample < resamples; resample += 1) {
    const start = resample * count;
    if (count >= 8 && count <= 128) {
      means[resample] = eightSumsAt(values, table, start, count) / count;
      continue;
    }
    for (let index = 0; index < count; index += 1) sample[index] = values[table[start + index] ?? 0] ?? 0;
    means[resample] = pairwiseSum(sample) / count;
  }
  return means;
}

/** The middle branch of `pairwiseSum`, reading through the table: nearly all lists that are scored are of this size. */
function eightSumsAt(values: Float64Array, table: Uint32Array, start: number, count: number): number {
  let r0 = 0;
  let r1 = 0;
  let r2 = 0;
  let r3 = 0;
  let r4 = 0;
  let r5 = 0;
  let r6 = 0;
  let r7 = 0;
  const end = start + count;
  const whole = end - (count % 8);
  let index = start;
  for (; index < whole; index += 8) {
    r0 += values[table[index] ?? 0] ?? 0;
    r1 += values[table[index + 1] ?? 0] ?? 0;
    r2 += values[table[index + 2] ?? 0] ?? 0;
    r3 += values[table[index + 3] ?? 0] ?? 0;
    r4 += values[table[index + 4] ?? 0] ?? 0;
    r5 += values[table[index + 5] ?? 0] ?? 0;
    r6 += values[table[index + 6] ?? 0] ?? 0;
    r7 += values[table[index + 7] ?? 0] ?? 0;
  }
  let sum = r0 + r1 + (r2 + r3) + (r4 + r5 + (r6 + r7));
  for (; index < end; index += 1) sum += values[table[index] ?? 0] ?? 0;
  return sum;
}
