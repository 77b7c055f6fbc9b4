/** Parameters of the recipe that BIRCO and WXImpactBench share. */
const K1 = 0.9;
const B = 0.4;

/** Runs of `[a-z0-9]` in the lower-cased text. */
export function asciiTokens(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

/**
 * BM25 over a pool: idf = ln(1 + (N - n + 0.5)/(n + 0.5)), score = sum over every occurrence of a query token of
 * idf × tf / (tf + k1 × (1 - b + b × length / mean length)), with k1 0.9 and b 0.4 and no factor k1 + 1.
 *
 * @param query the query's text
 * @param documents the pool's texts; statistics come from them alone
 * @param tokens how texts are cut
 * @returns one score a document, in their order; 0 where no token is shared
 */
export function bm25Scores(
  query: string,
  documents: readonly string[],
  tokens: (text: string) => readonly string[] = asciiTokens,
): number[] {
  const wanted = new Map<string, number>();
  for (const token of tokens(query)) wanted.set(token, (wanted.get(token) ?? 0) + 1);
  const frequencies = documents.map((document) => frequenciesOf(tokens(document), wanted));
  const total = frequencies.reduce((sum, { length }) => sum + length, 0);
  const mean = documents.length === 0 ? 0 : total / documents.length;
  const documentCount = new Map<string, number>();
  for (const { found } of frequencies) {
    for (const token of found.keys()) documentCount.set(token, (documentCount.get(token) ?? 0) + 1);
  }
  // In the order of the query's tokens, so that equal documents get equal bits whatever the order of the pool.
  const weights: [token: string, weight: number][] = [];
  for (const [token, occurrences] of wanted) {
    const count = documentCount.get(token);
    if (count === undefined) continue;
    const idf = Math.log(1 + (documents.length - count + 0.5) / (count + 0.5));
    weights.push([token, idf * occurrences]);
  }
  return frequencies.map(({ found, length }) => {
    let score = 0;
    for (const [token, weight] of weights) {
      const frequency = found.get(token);
      if (frequency !== undefined)
        score += (weight * frequency) / (frequency + K1 * (1 - B + (B * length) / mean));
    }
    return score;
  });
}

function frequenciesOf(tokens: readonly string[], wanted: ReadonlyMap<string, number>) {
  const found = new Map<string, number>();
  for (const token of tokens) if (wanted.has(token)) found.set(token, (found.get(token) ?? 0) + 1);
  return { found, length: tokens.length };
}
