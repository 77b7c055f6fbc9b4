import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ngramCount, ngramMatcher, tokenNumbers } from './ngrams.ts';

/** Clipped matches by counting keys. */
function byCounting(
  sequence: readonly number[],
  references: readonly (readonly number[])[],
  order: number,
): number[] {
  const count = (tokens: readonly number[], length: number) => {
    const counts = new Map<string, number>();
    for (let start = 0; start + length <= tokens.length; start += 1) {
      const key = tokens.slice(start, start + length).join();
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  };
  return Array.from({ length: order }, (_, index) => {
    const all = references.map((reference) => count(reference, index + 1));
    let matches = 0;
    for (const [key, taken] of count(sequence, index + 1)) {
      matches += Math.min(taken, Math.max(0, ...all.map((counts) => counts.get(key) ?? 0)));
    }
    return matches;
  });
}

const tokens = fc.array(fc.oneof(fc.nat(2), fc.integer({ min: 0, max: 0x10ffff })), { maxLength: 12 });

describe('ngramMatcher', () => {
  it('clips to the reference that has most', () => {
    const matcher = ngramMatcher(2);
    matcher.load([
      [1, 1, 2],
      [1, 3, 1, 1, 1],
    ]);
    expect([...matcher.match([1, 1, 1, 1, 1])]).toEqual([4, 2]);
    expect([...matcher.match([2, 1, 3])]).toEqual([3, 1]);
  });

  it('forgets old references', () => {
    const matcher = ngramMatcher(1);
    matcher.load([[7]]);
    expect([...matcher.match([7, 7])]).toEqual([1]);
    matcher.load([[8]]);
    expect([...matcher.match([7, 8])]).toEqual([1]);
    expect([...matcher.match([7])]).toEqual([0]);
    matcher.load([]);
    expect([...matcher.match([8])]).toEqual([0]);
  });

  it('counts what counting keys counts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.array(fc.tuple(tokens, fc.array(tokens, { maxLength: 3 })), { minLength: 1, maxLength: 4 }),
        (order, sets) => {
          // One matcher for all, as a corpus uses it.
          const matcher = ngramMatcher(order);
          for (const [sequence, references] of sets) {
            matcher.load(references);
            expect([...matcher.match(sequence)]).toEqual(byCounting(sequence, references, order));
          }
        },
      ),
    );
  });

  it('grows with the text and serves short ones afterwards', () => {
    const long = Array.from({ length: 3000 }, (_, index) => index % 1777);
    const matcher = ngramMatcher(3);
    matcher.load([[1, 2], long]);
    expect([...matcher.match(long)]).toEqual([3000, 2999, 2998]);
    matcher.load([[5]]);
    expect([...matcher.match([5, 6])]).toEqual([1, 0, 0]);
  });
});

describe('ngramCount', () => {
  it('is never negative', () => {
    expect([ngramCount(4, 1), ngramCount(4, 4), ngramCount(4, 5), ngramCount(0, 3)]).toEqual([4, 1, 0, 0]);
  });
});

describe('tokenNumbers', () => {
  it('numbers equal tokens alike, also those named like properties', () => {
    const known = new Map<string, number>();
    expect([...tokenNumbers(['b', '__proto__', 'b', '10'], known)]).toEqual([0, 1, 0, 2]);
    expect([...tokenNumbers(['10', 'c'], known)]).toEqual([2, 3]);
  });
});
