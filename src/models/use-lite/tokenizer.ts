import type { Piece } from './package-files.ts';

/** Marks the start of a word in a piece. */
const WORD_START = '\u2581';
/** The first entries of the list stand for no text: unknown, start, end and three spare ones. */
const RESERVED = 6;
/** The id of what no piece covers. */
const UNKNOWN = 0;

/** The network takes no more ids of a text; the rest is cut off. */
export const MAX_TOKENS = 128;

interface Node {
  readonly children: Map<number, Node>;
  /** The id of the piece that ends here; -1: none. */
  id: number;
}

export interface Tokenizer {
  /**
   * Cuts a text into pieces of the list, so that the sum of their scores is largest.
   *
   * @param text any text; its NFKC form is taken. Time grows with its length, not faster
   * @returns ids of the whole text; none for an empty one
   */
  encode(text: string): number[];
  /** The piece of an id; the replacement character for 0. */
  piece(id: number): string;
}

/**
 * The unigram tokenizer of the Universal Sentence Encoder lite. `▁` stands in front of the text and for every
 * space. Of two ways with the same sum the one whose last piece starts later wins. A character with which no
 * piece starts gets id 0 and score 0; several of them in a row become one.
 *
 * One rule comes from the packaged tokenizer and shows only where a text begins with a colon: a sum of exactly 0
 * counts as not yet found, so any other way replaces it.
 *
 * @param vocabulary pieces in the order of their ids
 */
export function createTokenizer(vocabulary: readonly Piece[]): Tokenizer {
  const scores = Float64Array.from(vocabulary, (piece) => piece.score);
  const root: Node = { children: new Map(), id: -1 };
  vocabulary.forEach((piece, id) => {
    if (id < RESERVED) return;
    let node = root;
    for (const character of piece.text) {
      const code = character.codePointAt(0) ?? 0;
      let child = node.children.get(code);
      if (child === undefined) {
        child = { children: new Map(), id: -1 };
        node.children.set(code, child);
      }
      node = child;
    }
    // A piece that is listed twice has the later id.
    node.id = id;
  });

  /** For every place of the text: the piece that ends there on the best way, and its length. */
  function bestWays(codes: Uint32Array): { readonly ids: Int32Array; readonly lengths: Uint8Array } {
    const sums = new Float64Array(codes.length + 1);
    const ids = new Int32Array(codes.length + 1);
    const lengths = new Uint8Array(codes.length + 1);
    const offer = (start: number, end: number, id: number, score: number): void => {
      const sum = (sums[start] ?? 0) + score;
      const best = sums[end] ?? 0;
      if (best !== 0 && sum < best) return;
      sums[end] = sum;
      ids[end] = id;
      lengths[end] = end - start;
    };
    // All ways to a place come from earlier places, and earlier starts are offered first.
    for (let start = 0; start < codes.length; start += 1) {
      const reached = start === 0 || lengths[start] !== 0;
      if (!reached) continue;
      let node = root.children.get(codes[start] ?? 0);
      let found = false;
      for (let end = start + 1; node !== undefined; end += 1) {
        if (node.id >= 0) {
          offer(start, end, node.id, scores[node.id] ?? 0);
          found = true;
        }
        node = end < codes.length ? node.children.get(codes[end] ?? 0) : undefined;
      }
      if (!found) offer(start, start + 1, UNKNOWN, 0);
    }
    return { ids, lengths };
  }

  return {
    encode(text) {
      const normalised = text.normalize('NFKC');
      if (normalised === '') return [];
      const marked = WORD_START + normalised.replaceAll(' ', WORD_START);
      const codes = Uint32Array.from(marked, (character) => character.codePointAt(0) ?? 0);
      const { ids, lengths } = bestWays(codes);
      const backwards: number[] = [];
      for (let end = codes.length; end > 0; end -= lengths[end] ?? 1) {
        const id = ids[end] ?? UNKNOWN;
        if (id !== UNKNOWN || backwards.at(-1) !== UNKNOWN) backwards.push(id);
      }
      return backwards.reverse();
    },
    piece: (id) => vocabulary[id]?.text ?? '',
  };
}
