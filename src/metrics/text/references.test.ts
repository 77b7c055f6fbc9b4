import { describe, expect, it } from 'vitest';
import { checkPairs, referenceList } from './references.ts';

describe('referenceList', () => {
  it('takes one reference or several', () => {
    expect(referenceList('one')).toEqual(['one']);
    expect(referenceList('')).toEqual(['']);
    expect(referenceList(['a', 'b'])).toEqual(['a', 'b']);
  });

  it('refuses none', () => {
    expect(() => referenceList([])).toThrow(
      expect.objectContaining({ code: 'usage', message: 'a text needs at least one reference' }),
    );
  });
});

describe('checkPairs', () => {
  it('passes equal numbers and names unequal ones', () => {
    expect(checkPairs([], [])).toBeUndefined();
    expect(checkPairs(['a'], [['b', 'c']])).toBeUndefined();
    for (const [hypotheses, references] of [
      [['a', 'b'], ['c']],
      [['a'], ['b', 'c']],
    ] as const) {
      expect(() => checkPairs(hypotheses, references)).toThrow(
        expect.objectContaining({
          code: 'usage',
          message: `${hypotheses.length} hypotheses stand against ${references.length} entries of references`,
          next: 'Give one entry of references for each hypothesis, in the same order.',
        }),
      );
    }
  });
});
