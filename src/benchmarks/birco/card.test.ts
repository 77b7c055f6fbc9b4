import { describe, expect, test } from 'vitest';
import { cardMetrics } from './card.ts';

const letters = (text: string): string[] => text.split(' ').filter((letter) => letter !== '');
const card = (predictions: string, gold: string) => cardMetrics(letters(predictions), new Set(letters(gold)));
const log2 = Math.log2;

describe('the card’s recipe', () => {
  test('has binary gain and an ideal of as many ones as are relevant', () => {
    expect(card('a b c d', 'c a')).toEqual({ ndcgAt10: (1 + 1 / 2) / (1 + 1 / log2(3)), recallAt5: 1 });
    expect(card('a b', 'a x y z')).toEqual({
      ndcgAt10: 1 / (1 + 1 / log2(3) + 1 / 2 + 1 / log2(5)),
      recallAt5: 1 / 4,
    });
  });

  test('cuts nDCG at 10 and recall at 5', () => {
    const list = '1 2 3 4 5 6 7 8 9 10 11';
    expect(card(list, '11')).toEqual({ ndcgAt10: 0, recallAt5: 0 });
    expect(card(list, '10')).toEqual({ ndcgAt10: 1 / log2(11), recallAt5: 0 });
    expect(card(list, '6').recallAt5).toBe(0);
    expect(card(list, '5').recallAt5).toBe(1);
    expect(card(list, list)).toEqual({ ndcgAt10: 1, recallAt5: 5 / 11 });
  });

  test('counts a repeated id each time in nDCG and once in recall', () => {
    expect(card('a a', 'a b')).toEqual({ ndcgAt10: 1, recallAt5: 1 / 2 });
    expect(card('a a', 'a').ndcgAt10).toBeGreaterThan(1);
  });

  test('gives 0 without relevant documents and without a ranking', () => {
    expect(card('a b', '')).toEqual({ ndcgAt10: 0, recallAt5: 0 });
    expect(card('', 'a')).toEqual({ ndcgAt10: 0, recallAt5: 0 });
  });
});
