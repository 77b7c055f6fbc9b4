/**
 * Probability that at least one of k answers is right, estimated from n answers of which c are: 1 - C(n-c, k) / C(n, k).
 *
 * @param n answers, a whole number from 1
 * @param c right ones, from 0 to n
 * @param k from 1 to n
 * @throws RangeError for anything else: with fewer than k answers there is no estimate
 * @source Chen et al. 2021, "Evaluating large language models trained on code"
 */
export function passAtK(n: number, c: number, k: number): number {
  checkCounts(n, c, k);
  if (n - c < k) return 1;
  let noneRight = 1;
  for (let i = n - c + 1; i <= n; i += 1) noneRight *= 1 - k / i;
  return 1 - noneRight;
}

/**
 * Probability that all of k answers are right, estimated from n answers of which c are: C(c, k) / C(n, k).
 *
 * @throws RangeError as {@link passAtK}
 * @source Yao et al. 2024, "tau-bench"
 */
export function passHatK(n: number, c: number, k: number): number {
  checkCounts(n, c, k);
  let allRight = 1;
  for (let i = 0; i < k && allRight > 0; i += 1) allRight *= Math.max(0, c - i) / (n - i);
  return allRight;
}

function checkCounts(n: number, c: number, k: number): void {
  const whole = [n, c, k].every(Number.isSafeInteger);
  if (!whole || c < 0 || c > n || k < 1 || k > n) {
    throw new RangeError(
      `whole numbers with 0 <= c <= n and 1 <= k <= n are needed, not n ${n}, c ${c}, k ${k}`,
    );
  }
}
