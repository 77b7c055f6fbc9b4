import { describe, expect, it } from 'vitest';
import { batchesOf } from './batches.ts';
import { BATCH_TEXTS, BATCH_TOKENS } from './layout.ts';

/** A text stands for its number of ids. */
const encode = (text: string): number[] => Array<number>(Number(text)).fill(Number(text));
const lengthsOf = (texts: readonly string[]): number[][] =>
  [...batchesOf(texts, encode)].map(({ batch }) => [...batch.lengths]);

describe('batchesOf', () => {
  it('fills batches in order', () => {
    expect(lengthsOf(['128', '128', '1', '120', '128'])).toEqual([
      [128, 128],
      [1, 120, 128],
    ]);
    expect(BATCH_TOKENS).toBe(256);
  });

  it('gives ids and the place of the first text', () => {
    const [first, second, ...rest] = [...batchesOf(['100', '120', '40', '2'], encode)];
    expect(first?.first).toBe(0);
    expect(second?.first).toBe(2);
    expect([...(second?.batch.ids ?? [])]).toEqual([...Array<number>(40).fill(40), 2, 2]);
    expect(rest).toEqual([]);
  });

  it('limits the number of texts and keeps empty ones', () => {
    expect(lengthsOf(Array<string>(BATCH_TEXTS + 1).fill('0')).map((lengths) => lengths.length)).toEqual([
      BATCH_TEXTS,
      1,
    ]);
    expect(lengthsOf([])).toEqual([]);
  });

  it('encodes no text before its turn', () => {
    let encoded = 0;
    const batches = batchesOf(Array<string>(100).fill('128'), (text) => {
      encoded += 1;
      return encode(text);
    });
    batches.next();
    expect(encoded).toBe(3);
  });
});
