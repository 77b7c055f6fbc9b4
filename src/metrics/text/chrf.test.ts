import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/any-text.ts';
import { type ChrfOptions, chrf, chrfOf, chrfSignature, chrfStatistics, sentenceChrf } from './chrf.ts';

const PLUS: ChrfOptions = { wordOrder: 2 };
const EPS: ChrfOptions = { epsSmoothing: true };

// Values of sacreBLEU 2.6.0.
const SCORES: readonly (readonly [string, readonly string[], ChrfOptions, number])[] = [
  ['', [''], {}, 0],
  ['', ['abc'], {}, 0],
  ['a', ['a'], {}, 100],
  ['中', ['中国'], {}, 55.55555555555556],
  ['中', ['中国'], PLUS, 27.77777777777778],
  ['ab', ['abc'], {}, 63.636363636363626],
  ['ab', ['abc'], PLUS, 42.42424242424242],
  ["(hi) 'there' end.", ['(hi), there end !'], {}, 39.74347458442668],
  ["(hi) 'there' end.", ['(hi), there end !'], PLUS, 32.21569478639254],
  ['(hi there', ['( hi there'], PLUS, 100],
  ['!? .. -', ['?! .. -'], {}, 36.666666666666664],
  ['!? .. -', ['?! .. -'], PLUS, 47.61904761904762],
  ['a b  c', ['abc'], {}, 100],
  ['a b  c', ['abc'], { ...PLUS, whitespace: true }, 20.833333333333336],
  ['the cat sat', ['a cat sat', 'the cat sits', 'dog'], {}, 67.2312947311139],
  ['the cat sat', ['a cat sat', 'the cat sits', 'dog'], { ...PLUS, whitespace: true }, 73.53604403016075],
  ['ABC DEF', ['abc def'], { ...PLUS, lowercase: true }, 100],
  ['ABC DEF', ['abc def'], PLUS, 0],
  // The exceptions to "a text and itself give 100": orders that the text is too short for count as nearly 0.
  ['a', ['a'], EPS, 16.666666666666668],
  ['a', ['a'], { ...PLUS, ...EPS }, 25],
];

describe('sentenceChrf', () => {
  it.each(SCORES)('%j against %j, %j', (hypothesis, references, options, want) => {
    expect(sentenceChrf(hypothesis, references, options)).toBeCloseTo(want, 9);
  });

  it('weighs recall by beta squared', () => {
    // Precision 1 and recall 1/2 of single characters.
    expect(sentenceChrf('a', 'ab', { charOrder: 1, beta: 1 })).toBeCloseTo(100 / 1.5, 9);
    expect(sentenceChrf('a', 'ab', { charOrder: 1, beta: 3 })).toBeCloseTo((100 * 10 * 0.5) / 9.5, 9);
    expect(sentenceChrf('ab', 'a', { charOrder: 1 })).toBeCloseTo((100 * 5 * 0.5) / (4 * 0.5 + 1), 9);
  });

  it('takes one reference as a text and refuses none', () => {
    expect(sentenceChrf('ab', 'abc')).toBe(sentenceChrf('ab', ['abc']));
    expect(() => sentenceChrf('ab', [])).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});

describe('chrf', () => {
  it('sums before it divides', () => {
    expect(chrf(['', 'abc'], ['xyz', 'abc'])).toBeCloseTo(55.55555555555556, 9);
    expect(chrf(['ABC DEF'], [['abc def']], { ...PLUS, lowercase: true })).toBeCloseTo(100, 9);
    expect(chrfStatistics(['ab b'], ['ab'], { charOrder: 2, wordOrder: 1 })).toEqual([
      [
        [3, 2, 2],
        [2, 1, 1],
        [2, 1, 1],
      ],
    ]);
  });

  it('counts no n-gram of the hypothesis for an order that the reference is too short for', () => {
    expect(chrfStatistics(['abc'], ['a'], { charOrder: 3 })).toEqual([
      [
        [3, 1, 1],
        [0, 0, 0],
        [0, 0, 0],
      ],
    ]);
  });

  it('can be put together from its parts in any order', () => {
    const hypotheses = ['the cat', 'a mat', ''];
    const references = ['a cat', ['the mat', 'a mat!'], 'x'];
    for (const options of [{}, PLUS, EPS]) {
      const parts = chrfStatistics(hypotheses, references, options);
      expect(chrfOf([...parts].reverse(), options)).toBe(chrf(hypotheses, references, options));
    }
  });

  it('has no value for an empty corpus and refuses what has no partner', () => {
    expect(chrf([], [])).toBeNull();
    expect(chrfOf([])).toBeNull();
    expect(() => chrf(['a'], [])).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});

describe('chrfSignature', () => {
  it('has the form of sacreBLEU', () => {
    expect(chrfSignature(['a'])).toBe(
      'nrefs:1|case:mixed|eff:yes|nc:6|nw:0|space:no|version:2.6.0|tool:quadrat',
    );
    expect(
      chrfSignature([['a', 'b']], {
        charOrder: 4,
        wordOrder: 2,
        beta: 3,
        lowercase: true,
        whitespace: true,
        epsSmoothing: true,
      }),
    ).toBe('nrefs:2|case:lc|eff:no|nc:4|nw:2|space:yes|version:2.6.0|beta:3|tool:quadrat');
  });
});

describe('properties', () => {
  const options = fc.record({
    charOrder: fc.integer({ min: 1, max: 6 }),
    wordOrder: fc.nat(2),
    beta: fc.integer({ min: 1, max: 3 }),
    lowercase: fc.boolean(),
    whitespace: fc.boolean(),
    epsSmoothing: fc.boolean(),
  });

  it('lies from 0 to 100 and throws on no text', () => {
    fc.assert(
      fc.property(
        anyText(),
        fc.array(anyText(), { minLength: 1, maxLength: 3 }),
        options,
        (text, references, chosen) => {
          const score = sentenceChrf(text, references, chosen);
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(100 + 1e-9);
        },
      ),
    );
  });

  it('is 100 for a text with a character and itself, without eps', () => {
    fc.assert(
      fc.property(anyText(), options, (text, chosen) => {
        fc.pre(chrfStatistics([text], [text], chosen)[0]![0]![0] > 0);
        expect(sentenceChrf(text, text, { ...chosen, epsSmoothing: false })).toBeCloseTo(100, 9);
      }),
    );
  });
});
