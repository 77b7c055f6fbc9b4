import type { RankRequest } from '../core/index.ts';
import { asciiTokens, bm25Scores } from '../text/bm25.ts';

const HAN = /\p{Script=Han}/u;
const HAN_RUN = /\p{Script=Han}+/gu;

/**
 * BM25 scores of a pool, in its order, larger is better. Words of `[a-z0-9]`; where the query holds Chinese characters,
 * also their pairs, in query and documents alike.
 */
export function lexicalScores({ query, documents }: RankRequest): readonly number[] {
  const texts = documents.map((document) => document.text);
  return HAN.test(query) ? bm25Scores(query, texts, mixedTokens) : bm25Scores(query, texts);
}

function mixedTokens(text: string): string[] {
  const tokens = asciiTokens(text);
  for (const [run] of text.matchAll(HAN_RUN)) {
    const characters = [...run];
    if (characters.length === 1) tokens.push(run);
    for (let index = 1; index < characters.length; index += 1)
      tokens.push(`${characters[index - 1]}${characters[index]}`);
  }
  return tokens;
}
