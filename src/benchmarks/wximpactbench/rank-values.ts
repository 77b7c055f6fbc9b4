/** Values of one question, whose one right passage stands at a place. */
export interface PlaceValues {
  readonly 'hit@1': number;
  readonly 'ndcg@5': number;
  readonly 'ndcg@10': number;
  readonly 'recall@5': number;
  readonly mrr: number;
}

/**
 * @param place of the right passage, counted from 1; null: it is not in the order, every value is 0
 * @source trec_eval with one relevant document: nDCG@k = 1/log2(place + 1) inside the cut-off
 */
export function placeValues(place: number | null): PlaceValues {
  const rank = place ?? Number.POSITIVE_INFINITY;
  const ndcg = (depth: number) => (rank <= depth ? 1 / Math.log2(rank + 1) : 0);
  return {
    'hit@1': Number(rank === 1),
    'ndcg@5': ndcg(5),
    'ndcg@10': ndcg(10),
    'recall@5': Number(rank <= 5),
    mrr: place === null ? 0 : 1 / place,
  };
}
