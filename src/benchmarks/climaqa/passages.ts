import { type Ask, type Context, QuadratError } from '../../core/index.ts';
import { type BookChunk, chunksOf, readBook } from '../../data/books.ts';
import { sha256Hex } from '../../data/hash.ts';
import { asciiTokens, bm25Scores } from '../../text/bm25.ts';
import { relevanceOf } from './relevance.ts';
import { bookPaths, type ClimaqaSettings, retrievesByWords } from './settings.ts';

/** A passage that was shown, and where it came from. */
export interface Passage {
  readonly id: string;
  readonly book: string;
  readonly page: string;
  readonly text: string;
  /** Relevance of its vector, or its BM25 score. */
  readonly relevance: number;
}

const stores = new WeakMap<ClimaqaSettings, Promise<readonly BookChunk[]>>();

/** The chunks of all books that the settings name; read once a run. */
export function storeOf(settings: ClimaqaSettings, context: Context): Promise<readonly BookChunk[]> {
  let store = stores.get(settings);
  if (store === undefined) {
    store = readStore(settings, context);
    stores.set(settings, store);
  }
  return store;
}

/** What passages are taken from. */
export interface Corpus {
  readonly chunks: number;
  /** Names of the books, in the order of the files. */
  readonly books: readonly string[];
  /** SHA-256 (hex) of the texts of all chunks, as a JSON list. */
  readonly sha256: string;
}

export async function corpusOf(settings: ClimaqaSettings, context: Context): Promise<Corpus> {
  const chunks = await storeOf(settings, context);
  return {
    chunks: chunks.length,
    books: [...new Set(chunks.map(({ book }) => book))],
    sha256: sha256Hex(JSON.stringify(chunks.map(({ text }) => text))),
  };
}

async function readStore(settings: ClimaqaSettings, context: Context): Promise<readonly BookChunk[]> {
  const chunks: BookChunk[] = [];
  for (const path of bookPaths(settings)) {
    const own = chunksOf(await readBook(await context.read(path), path));
    // A scan beside other books would be missed without a word.
    if (own.length === 0)
      throw new QuadratError('invalid-format', 'the book holds no text', {
        file: path,
        next: 'A scanned PDF needs its text recognised first; leave an empty file away.',
      });
    chunks.push(...own);
  }
  return chunks;
}

/**
 * The passages for a query: the most relevant ones above the threshold, best first; by words where the embedder is
 * `local/lexical`, then those that share a word with the query.
 */
export async function retrieve(
  query: string,
  ask: Ask,
  settings: ClimaqaSettings,
  context: Context,
): Promise<readonly Passage[]> {
  const chunks = await storeOf(settings, context);
  const texts = chunks.map(({ text }) => text);
  if (retrievesByWords(settings)) {
    const scores = bm25Scores(query, texts, tokensOnce);
    return best(chunks, scores, settings.passages, (score) => score > 0);
  }
  const [wanted, ...vectors] = await ask.embed([query, ...texts]);
  // Vectors are not known while prompts are counted: as many passages as there can be stand for those that will be shown.
  if (ask.planning) return best(chunks, [], settings.passages, () => true);
  const scores = vectors.map((vector) => relevanceOf(dot(wanted, vector)));
  return best(chunks, scores, settings.passages, (score) => score >= settings.threshold);
}

const tokenLists = new Map<string, readonly string[]>();

/** Tokens of a text, cut once for all queries. */
function tokensOnce(text: string): readonly string[] {
  let tokens = tokenLists.get(text);
  if (tokens === undefined) {
    tokens = asciiTokens(text);
    tokenLists.set(text, tokens);
  }
  return tokens;
}

/** The first in equal places is the one that stands first in the books. */
function best(
  chunks: readonly BookChunk[],
  scores: readonly number[],
  most: number,
  keep: (score: number) => boolean,
): readonly Passage[] {
  return chunks
    .map((chunk, at) => ({ ...chunk, relevance: scores[at] ?? Number.NEGATIVE_INFINITY, at }))
    .filter(({ relevance }) => keep(relevance))
    .sort((a, b) => (a.relevance === b.relevance ? a.at - b.at : b.relevance - a.relevance))
    .slice(0, most)
    .map(({ id, book, page, text, relevance }) => ({ id, book, page, text, relevance }));
}

/** Vectors have length 1. */
function dot(a: Float32Array | undefined, b: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < b.length; at += 1) sum += (a?.[at] ?? 0) * (b[at] ?? 0);
  return sum;
}
