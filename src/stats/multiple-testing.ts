export interface Correction {
  /** Corrected p-values, in the order given. */
  readonly adjusted: readonly number[];
  /** Whether each is significant at alpha. */
  readonly reject: readonly boolean[];
}

export type CorrectionMethod = 'bonferroni' | 'holm' | 'benjamini-hochberg' | 'benjamini-yekutieli';

/**
 * Corrects p-values for their number. Bonferroni and Holm hold the chance of any false finding, Benjamini-Hochberg and
 * Benjamini-Yekutieli the expected share of false ones among the findings.
 *
 * @param pValues from 0 to 1
 * @throws RangeError for anything else
 * @source Holm 1979; Benjamini and Hochberg 1995; Benjamini and Yekutieli 2001; as statsmodels `multipletests`
 */
export function correctForMany(
  pValues: readonly number[],
  method: CorrectionMethod,
  alpha = 0.05,
): Correction {
  for (const p of pValues)
    if (!(p >= 0 && p <= 1)) throw new RangeError(`a p-value lies from 0 to 1, not at ${p}`);
  const many = pValues.length;
  const order = pValues.map((_, index) => index).sort((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0));
  const sorted = order.map((index) => pValues[index] ?? 0);
  const harmonic =
    method === 'benjamini-yekutieli' ? sorted.reduce((sum, _, index) => sum + 1 / (index + 1), 0) : 1;
  const factorAt = (index: number): number => {
    if (method === 'bonferroni') return many;
    return method === 'holm' ? many - index : (many * harmonic) / (index + 1);
  };
  const raised = sorted.map((p, index) => p * factorAt(index));
  const within = sorted.map((p, index) => p <= alpha / factorAt(index));
  // Step down: a finding needs all smaller ones. Step up: the largest finding takes all smaller ones along.
  const stepsUp = method.startsWith('benjamini');
  const last = stepsUp ? within.lastIndexOf(true) : method === 'holm' ? firstFalse(within) - 1 : null;
  const monotone = method === 'bonferroni' ? raised : stepsUp ? fallingFromEnd(raised) : rising(raised);

  const adjusted = new Array<number>(many).fill(0);
  const reject = new Array<boolean>(many).fill(false);
  for (const [rank, index] of order.entries()) {
    adjusted[index] = Math.min(1, monotone[rank] ?? 1);
    reject[index] = last === null ? (within[rank] ?? false) : rank <= last;
  }
  return { adjusted, reject };
}

function firstFalse(list: readonly boolean[]): number {
  const place = list.indexOf(false);
  return place < 0 ? list.length : place;
}

function rising(values: readonly number[]): number[] {
  let most = 0;
  return values.map((value) => {
    most = Math.max(most, value);
    return most;
  });
}

function fallingFromEnd(values: readonly number[]): number[] {
  let least = Number.POSITIVE_INFINITY;
  return values
    .toReversed()
    .map((value) => {
      least = Math.min(least, value);
      return least;
    })
    .toReversed();
}
