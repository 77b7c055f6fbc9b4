import { betaQuantile } from './beta.ts';
import { checkLevel } from './describe.ts';
import { normalQuantile } from './normal.ts';

export type ProportionMethod = 'wilson' | 'clopper-pearson' | 'agresti-coull' | 'jeffreys' | 'wald';

/**
 * Confidence interval of a proportion.
 *
 * `wilson` is Wilson's score interval without continuity correction; `clopper-pearson` the exact one; `jeffreys` the
 * equal-tailed interval of the posterior for the prior Beta(1/2, 1/2); `agresti-coull` and `wald` are cut at 0 and 1.
 *
 * @param successes a whole number from 0 to `trials`
 * @param trials a whole number from 1
 * @returns limits from 0 to 1
 * @throws RangeError for counts outside their range; a share of no trials has no interval
 * @source Brown, Cai and DasGupta 2001; statsmodels 0.15 `proportion_confint`
 */
export function proportionInterval(
  successes: number,
  trials: number,
  method: ProportionMethod = 'wilson',
  level = 0.95,
): [low: number, high: number] {
  const tail = checkLevel(level);
  if (!Number.isSafeInteger(trials) || trials < 1)
    throw new RangeError(`trials are a whole number from 1, not ${trials}`);
  if (!Number.isSafeInteger(successes) || successes < 0 || successes > trials) {
    throw new RangeError(`successes are a whole number from 0 to ${trials}, not ${successes}`);
  }
  const failures = trials - successes;
  if (method === 'clopper-pearson') {
    return [
      successes === 0 ? 0 : betaQuantile(tail, successes, failures + 1),
      failures === 0 ? 1 : betaQuantile(1 - tail, successes + 1, failures),
    ];
  }
  if (method === 'jeffreys') {
    return [
      betaQuantile(tail, successes + 0.5, failures + 0.5),
      betaQuantile(1 - tail, successes + 0.5, failures + 0.5),
    ];
  }
  const z = normalQuantile(1 - tail);
  const share = successes / trials;
  if (method === 'wald') return around(share, z * Math.sqrt((share * (1 - share)) / trials));
  const widened = trials + z * z;
  const centre = (successes + (z * z) / 2) / widened;
  if (method === 'agresti-coull') return around(centre, z * Math.sqrt((centre * (1 - centre)) / widened));
  const reach = (z * Math.sqrt(trials * share * (1 - share) + (z * z) / 4)) / widened;
  const [low, high] = around(centre, reach);
  return [successes === 0 ? 0 : low, failures === 0 ? 1 : high];
}

function around(centre: number, reach: number): [number, number] {
  return [Math.max(0, centre - reach), Math.min(1, centre + reach)];
}
