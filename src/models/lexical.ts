import type { RankRequest } from '../core/index.ts';
import { asciiTokens, bm25Scores } from '../text/bm25.ts';
import { chineseWords } from '../text/segment.ts';

const HAN = /\p{Script=Han}/u;
const HAN_RUN = /\p{Script=Han}+/gu;

/**
 * BM25 scores of a pool, in its order, larger is better. Words of `[a-z0-9]`; where the query holds Chinese characters,
 * query and documents are cut into jieba's words and pairs of characters as well.
 */
export function lexicalScores({ query, documents }: RankRequest): readonly number[] {
  const texts = documents.map((document) => document.text);
  return HAN.test(query) ? bm25Scores(query, texts, chineseTokens) : bm25Scores(query, texts);
}

/**
 * Tokens of a text with Chinese in it, after NFKC: runs of `[a-z0-9]` in lower case, then for each run of Chinese
 * characters its words by jieba, and its pairs of neighbours that are no word of their own. Pairs find what is cut
 * differently in query and document.
 */
export function chineseTokens(text: string): string[] {
  const plain = text.normalize('NFKC');
  const tokens = asciiTokens(plain);
  for (const [run] of plain.matchAll(HAN_RUN)) {
    const pairsThatAreWords = new Set<number>();
    let start = 0;
    for (const word of chineseWords(run)) {
      tokens.push(word);
      const length = Array.from(word).length;
      if (length === 2) pairsThatAreWords.add(start);
      start += length;
    }
    const characters = Array.from(run);
    for (let at = 0; at + 1 < characters.length; at += 1)
      if (!pairsThatAreWords.has(at)) tokens.push(`${characters[at]}${characters[at + 1]}`);
  }
  return tokens;
}
