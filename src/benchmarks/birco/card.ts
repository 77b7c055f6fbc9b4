/**
 * The recipe of the benchmark card, literally: binary gain, and 0 where no document is relevant. A repeated id counts
 * each time in nDCG and once in recall; a list shorter than the cut-off is scored as far as it goes.
 *
 * @param predictions document ids, best first
 * @param gold ids of the relevant documents
 * @returns two proportions
 * @source the card of BIRCO, "Scoring recipe"
 */
export function cardMetrics(
  predictions: readonly string[],
  gold: ReadonlySet<string>,
): { ndcgAt10: number; recallAt5: number } {
  if (gold.size === 0) return { ndcgAt10: 0, recallAt5: 0 };
  let dcg = 0;
  let ideal = 0;
  for (let place = 0; place < 10; place += 1) {
    const discount = 1 / Math.log2(place + 2);
    const document = predictions[place];
    if (document !== undefined && gold.has(document)) dcg += discount;
    if (place < gold.size) ideal += discount;
  }
  const found = new Set(predictions.slice(0, 5).filter((document) => gold.has(document)));
  return { ndcgAt10: dcg / ideal, recallAt5: found.size / gold.size };
}
