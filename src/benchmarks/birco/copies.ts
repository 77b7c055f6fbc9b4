import type { ItemDiagnostic, ResultWarning } from '../../core/index.ts';
import type { BircoSettings } from './settings.ts';

/** A chance below this is not taken for chance. */
const UNLIKELY = 0.001;
/** Fewer copies than this share are not worth a warning, however unlikely. */
const LEAST_SHARE = 0.05;

/**
 * Warns where more first windows than chance would have it repeat the order that was shown. Only a shuffled first
 * order makes a copy unlikely: 1 in window! for each.
 */
export function copyWarning(
  diagnostics: readonly ItemDiagnostic[],
  settings: BircoSettings,
): ResultWarning[] {
  if (settings.method !== 'listwise' || settings.initial !== 'shuffle') return [];
  const found = diagnostics.find(({ id }) => id === 'copied-windows');
  if (found === undefined || found.n === 0 || found.value < 2 || found.value / found.n < LEAST_SHARE)
    return [];
  let chance = 1;
  for (let factor = 2; factor <= settings.window; factor++) chance /= factor;
  if (upperTail(found.value, found.n, chance) >= UNLIKELY) return [];
  return [
    {
      code: 'copied-order',
      message: `${found.value} of ${found.n} first windows repeat the order that was shown; by chance about ${(found.n * chance).toFixed(1)} would. The model may be copying instead of ranking.`,
    },
  ];
}

/** Chance of at least `hits` in `n` tries of probability p. */
export function upperTail(hits: number, n: number, p: number): number {
  let logCoefficient = 0;
  let total = 0;
  for (let k = 0; k <= n; k++) {
    if (k > 0) logCoefficient += Math.log(n - k + 1) - Math.log(k);
    if (k >= hits) total += Math.exp(logCoefficient + k * Math.log(p) + (n - k) * Math.log1p(-p));
  }
  return Math.min(1, total);
}
