import { QuadratError, type RankRequest } from '../core/index.ts';

/** Vectors of texts that were embedded before the items are worked on. */
export interface Vectors {
  of(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/** What an embedding model reads as a query: the instruction, a newline, the query. */
export function queryText(request: RankRequest): string {
  return request.instruction === undefined ? request.query : `${request.instruction}\n${request.query}`;
}

/** All texts that a rank request needs vectors of. */
export function textsOf(request: RankRequest): string[] {
  return [queryText(request), ...request.documents.map(({ text }) => text)];
}

/** Cosine of query and each document; the vectors have length 1. Sums run in double precision, in index order. */
export async function cosineScores(request: RankRequest, vectors: Vectors): Promise<readonly number[]> {
  const [query, ...documents] = await vectors.of(textsOf(request));
  if (query === undefined) throw new QuadratError('internal', 'the query has no vector');
  return documents.map((document) => {
    let sum = 0;
    for (let at = 0; at < query.length; at++) sum += (query[at] ?? 0) * (document[at] ?? 0);
    return sum;
  });
}
