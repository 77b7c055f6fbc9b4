import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/any-text.ts';
import {
  type NltkBleuOptions,
  nltkBleu,
  nltkBleuOf,
  nltkBleuStatistics,
  nltkSentenceBleu,
} from './nltk-bleu.ts';

/** Tokens of one letter each. */
const letters = (text: string): string[] => Array.from(text);

// Values of NLTK 3.10.3 for methods 0 to 4; tokens are the letters of the texts.
const SCORES: readonly (readonly [string, readonly string[], readonly number[]])[] = [
  ['abcdef', ['abcdef'], [1, 1, 1, 1, 1]],
  [
    'abc',
    ['abc'],
    [1.2213386697554703e-77, 0.5623413251903491, 0.8408964152537145, 0.8408964152537145, 0.5757197301274735],
  ],
  ['a', ['a'], [1.821831989445342e-231, 0.1778279410038923, 0.5946035575013605, 0.3535533905932738, 1]],
  ['xyzwv', ['abcde'], [0, 0, 0, 0, 0]],
  ['', ['ab'], [0, 0, 0, 0, 0]],
  ['ab', [''], [0, 0, 0, 0, 0]],
  [
    'dcba',
    ['abcd'],
    [
      1.821831989445342e-231, 0.11362193664674995, 0.4518010018049224, 0.2259005009024612,
      0.08631400792049747,
    ],
  ],
  [
    'abxcd',
    ['abycd'],
    [
      1.1862800137389335e-154, 0.16068568378893033, 0.4472135954999579, 0.3021375397356768,
      0.17141814854755813,
    ],
  ],
  ['abcdef', ['abcd', 'abcdefgh'], [1, 1, 1, 1, 1]],
  [
    'ab',
    ['abcdefg'],
    [
      1.2244357773142914e-155, 0.025957555738330737, 0.05804285916064727, 0.04880803219926451,
      0.01817268199264075,
    ],
  ],
  [
    'a',
    ['abcd'],
    [
      9.070367381327683e-233, 0.008853531856477262, 0.029603567969095357, 0.017602386829157428,
      0.049787068367863944,
    ],
  ],
];

describe('nltkSentenceBleu', () => {
  it.each(SCORES)('%j against %j', (hypothesis, references, scores) => {
    for (const [method, want] of scores.entries()) {
      const options = { method } as NltkBleuOptions;
      const got = nltkSentenceBleu(letters(hypothesis), references.map(letters), options);
      // Method 0 makes tiny numbers that are not 0.
      if (want === 0) expect(got).toBe(0);
      else expect(got / want, `method ${method}`).toBeCloseTo(1, 9);
      expect(nltkSentenceBleu(hypothesis, references, options)).toBe(got);
    }
  });

  it('takes weights', () => {
    expect(nltkSentenceBleu('abcx', ['abcd'], { weights: [0.5, 0.5] })).toBeCloseTo(0.7071067811865475, 12);
    expect(nltkSentenceBleu('abcx', ['abcd'], { weights: [0.5, 0.5], method: 2 })).toBeCloseTo(0.75, 12);
    expect(nltkSentenceBleu('abcx', ['abcd'], { weights: [1] })).toBeCloseTo(0.75, 12);
  });

  it('counts code points of a text', () => {
    // Half of each pair is shared, the pairs are not.
    expect(nltkSentenceBleu('𠀀𠀁', ['𠀂𠀃'])).toBe(0);
    expect(nltkSentenceBleu('𠮷野家店', ['𠮷野家店'])).toBe(1);
  });

  it('uses method 0 unless told otherwise and refuses no reference', () => {
    expect(nltkSentenceBleu('dcba', ['abcd'])).toBe(nltkSentenceBleu('dcba', ['abcd'], { method: 0 }));
    expect(() => nltkSentenceBleu('a', [])).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});

describe('nltkBleu', () => {
  // The authors of ClimaQA score texts character by character, method 1 (NLTK 3.10.3).
  const REFERENCES = [
    'Low clouds cool the surface by reflecting sunlight.',
    'Sea ice loss lowers albedo.',
    'abc',
  ];
  const HYPOTHESES = ['Low clouds cool the planet because they reflect sunlight.', 'ice', 'abc'];

  it('is what single pairs give for a corpus of one', () => {
    const wanted = [0.6571648547832658, 0.00018864449872653548, 0.5623413251903491];
    for (const [index, want] of wanted.entries()) {
      const got = nltkBleu([HYPOTHESES[index]!], [[REFERENCES[index]!]], { method: 1 });
      expect(got).toBeCloseTo(want, 12);
    }
  });

  it('sums before it divides', () => {
    const hypotheses = [letters('abcd'), letters('xb')];
    const references = [[letters('abcd')], [letters('ab'), letters('abc')]];
    // Unigrams 5/6, bigrams 3/4, trigrams 2/3 (2 of 2 and 1 to divide by), four-grams 1/2; lengths 6 and 6.
    const want = ((5 / 6) * (3 / 4) * (2 / 3) * (1 / 2)) ** 0.25;
    expect(nltkBleu(hypotheses, references)).toBeCloseTo(want, 12);
    const parts = nltkBleuStatistics(hypotheses, references);
    expect(parts.map(({ totals }) => totals)).toEqual([
      [4, 3, 2, 1],
      [2, 1, 1, 1],
    ]);
    expect(parts.map(({ referenceLength }) => referenceLength)).toEqual([4, 2]);
    expect(nltkBleuOf([...parts].reverse())).toBe(nltkBleu(hypotheses, references));
  });

  it('has no value for an empty corpus and refuses what has no partner', () => {
    expect(nltkBleu([], [])).toBeNull();
    expect(nltkBleuOf([])).toBeNull();
    expect(() => nltkBleu(['a'], [])).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});

describe('properties', () => {
  const method = fc.constantFrom(0, 1, 2, 3, 4) as fc.Arbitrary<0 | 1 | 2 | 3 | 4>;

  it('lies from 0 to 1 and throws on no text', () => {
    fc.assert(
      fc.property(
        anyText(),
        fc.array(anyText(), { minLength: 1, maxLength: 3 }),
        method,
        (text, references, chosen) => {
          const score = nltkSentenceBleu(text, references, { method: chosen });
          expect(score).toBeGreaterThanOrEqual(0);
          // Methods 3 and 4 can pass 1 by nothing but rounding; they put less than a match for what is missing.
          expect(score).toBeLessThanOrEqual(1 + 1e-12);
        },
      ),
    );
  });

  it('is 1 for a text of at least four characters and itself', () => {
    fc.assert(
      fc.property(anyText(), method, (text, chosen) => {
        // The exceptions, shorter texts, are in the table above.
        fc.pre(Array.from(text).length >= 4);
        expect(nltkSentenceBleu(text, [text], { method: chosen })).toBeCloseTo(1, 12);
      }),
    );
  });
});
