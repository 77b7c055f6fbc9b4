import { describe, expect, it } from 'vitest';
import {
  factualAccuracy,
  labelLogprobs,
  labelLogprobsByWord,
  paperFactualAccuracy,
  readVerdict,
} from './factual.ts';
import { leadingToken, paperLetter, standardLetter } from './letters.ts';
import { measuresOf } from './measures.ts';
import { becomesMissing } from './missing.ts';
import { formatOptions, parseOptions } from './options.ts';
import { cleanTerm, cosine, phraseSimilarity, phrasesOf } from './phrase.ts';
import { relevanceOf } from './relevance.ts';
import { spreadText, summariseRepeats } from './repeats.ts';
import { majority } from './verdicts.ts';
import { countSentences, hasSeveralWords, normalisedTerm } from './words.ts';

const labels = (supports: number, refutes: number) => ({ supports, refutes, missing: 0 });

describe('factual accuracy', () => {
  it.each([
    [-0.0001, -9.2, 0.8629463420426546],
    [-0.01, -5, 0.7306651730952096],
    [0, -36, 0.9992539711661633],
    [0, -38, 0.9994997988929205],
  ])('in closed form, %d against %d', (supports, refutes, want) => {
    expect(Math.abs(factualAccuracy(labels(supports, refutes)) - want)).toBeLessThan(1e-12);
  });

  it.each([
    [-0.0001, -9.2, 0.8629463420426637],
    [0, -36, 0.9992604513572358],
  ])('with the authors’ rounding, %d against %d', (supports, refutes, want) => {
    expect(Math.abs(paperFactualAccuracy(labels(supports, refutes)) - want)).toBeLessThan(1e-9);
  });

  it('without a label', () => {
    const tokens = { supports: 'S', refutes: 'REF' };
    const none = labelLogprobs([{ token: 'Yes', logprob: -0.1 }], tokens);
    expect([none.missing, factualAccuracy(none)]).toEqual([2, 0.5]);
    const supports = labelLogprobs([{ token: 'S', logprob: -1e-6 }], tokens);
    expect([supports.missing, paperFactualAccuracy(supports)]).toEqual([1, 1]);
    const refutes = labelLogprobs([{ token: 'REF', logprob: -1e-6 }], tokens);
    expect(paperFactualAccuracy(refutes)).toBeCloseTo(2.061154030420965e-9, 15);
    expect(paperFactualAccuracy(labels(0, -38))).toBe(1);
  });

  it('finds labels of any tokenizer by their words', () => {
    const found = labelLogprobsByWord([
      { token: '▁SUP', logprob: -0.2 },
      { token: ' Supports', logprob: -2 },
      { token: 'Ref', logprob: -3 },
      { token: ' ', logprob: -0.1 },
      { token: 'Sure', logprob: -0.1 },
    ]);
    expect(found).toEqual({ supports: -0.2, refutes: -3, missing: 0 });
  });

  it.each<[string, string | undefined]>([
    ['SUPPORTS.', 'supports'],
    ['supports', 'supports'],
    ['**REFUTES**', 'refutes'],
    ['Verdict: SUPPORTED', 'supports'],
    ['The answer is REFUTES.', 'refutes'],
    ['"REFUTES"', 'refutes'],
    ['The claim refutes the evidence', 'refutes'],
    ['The claim SUPPORTS the evidence.', 'supports'],
    ['SUPPORTS the evidence', 'supports'],
    ['SUPPORTS\nIt says the same.', 'supports'],
    ['SUPPORTS, since it does not refute anything.', 'supports'],
    ['REFUTES: the evidence does not support this.', 'refutes'],
    ["REFUTES - it doesn't support it", 'refutes'],
    ['REFUTES. No evidence supports this; it is unsupported.', 'refutes'],
    ['SUPPORTS or REFUTES', undefined],
    ['SUPPORTS/REFUTES', undefined],
    ['SUPPORTS. No, it REFUTES it.', undefined],
    ['SUPPORTS, but it does not support all of it.', undefined],
    ['SUPPORTS nothing', undefined],
    ['unsupported', undefined],
    ['NOT SUPPORTED', undefined],
    ['The evidence does not support the claim.', undefined],
    ['The claim does not support the evidence', undefined],
    ['The claim supports nothing here', undefined],
    ['No evidence supports this', undefined],
    ['This does not refute it', undefined],
    ['I am not sure', undefined],
    ['', undefined],
  ])('reads from %j the verdict %s', (text, want) => expect(readVerdict(text)).toBe(want));
});

describe('letters', () => {
  const options = new Map([
    ['a', 'Fog'],
    ['b', 'Rime'],
    ['c', 'Hail'],
    ['d', 'Sleet'],
  ]);

  it('of the first token come before the text', () => {
    expect(standardLetter('b', 'c', options)).toEqual({ letter: 'c', status: 'ok', from: 'first-token' });
    expect(standardLetter('B', ' B', options)).toMatchObject({ letter: 'b', from: 'first-token' });
    expect(standardLetter('The answer is d', 'The', options)).toMatchObject({ letter: 'd', from: 'text' });
    expect(standardLetter('A storm came.', 'A', options)).toMatchObject({ letter: null, from: 'text' });
    expect(standardLetter('A because of cold', 'A', options)).toMatchObject({
      letter: 'a',
      from: 'first-token',
    });
  });

  it('of the authors are exact', () => {
    const keys = [...options.keys()];
    expect(paperLetter('\tb ', keys)).toBe('b');
    expect(paperLetter('B', keys)).toBe('Bad Answer');
    expect([' b) Rime', '**b**', 'The b', '12b', ''].map(leadingToken)).toEqual([
      ' b',
      '**',
      'The',
      '12',
      '',
    ]);
  });

  it('stand in front of options that may hold such letters', () => {
    const cell = formatOptions(new Map([...options, ['b', 'a) or b) or c)']]));
    expect(parseOptions(cell).get('b')).toBe('a) or b) or c)');
    expect([...parseOptions(cell.split('\n').reverse().join('\n')).keys()]).toEqual(['a', 'b', 'c', 'd']);
    expect(() => parseOptions(`a) x\n${'-'.repeat(20)}\na) y`)).toThrow(/twice/);
  });
});

describe('phrases', () => {
  it('take four words on either side', () => {
    const phrases = phrasesOf(
      'One two three four five (<MASK>), six seven eight nine ten.',
      'Snow!',
      'fresh snow',
    );
    expect(phrases).toEqual({
      window: 'two three four five (<MASK>), six seven eight nine',
      gold: 'two three four five (snow), six seven eight nine',
      prediction: 'two three four five (fresh snow), six seven eight nine',
    });
    expect(phrasesOf('none', 'x', 'y')).toBeNull();
    expect(phrasesOf('a ___', 'x$&', 'y', { mask: '___' })?.gold).toBe('a x');
  });

  it('clean terms as the authors do', () => {
    const terms = ['1e5', 'infinity', 'NaN', '29.5', '-3', '29.5%', 'CO₂', 'wave-length', 'Ångström', ' 7 '];
    expect(terms.map(cleanTerm)).toEqual([
      '15',
      '',
      '',
      '29.5',
      '-3',
      '295%',
      'co',
      'wavelength',
      'ngstrm',
      '7',
    ]);
  });

  it('have a similarity that is not clipped', () => {
    expect(phraseSimilarity(0.25)).toBe(-0.5);
    expect(cosine([1, 0], [1, 1])).toBeCloseTo(Math.SQRT1_2, 15);
    expect(cosine([0, 0], [1, 1])).toBeNull();
  });
});

describe('small things', () => {
  it('words that pandas takes for missing', () => {
    for (const word of ['NA', 'None', 'null', 'nan', 'N/A', 'n/a', 'NULL', '<NA>', 'NaN', '']) {
      expect(becomesMissing(word)).toBe(true);
    }
    for (const word of ['none', 'Null', 'na', 'NONE']) expect(becomesMissing(word)).toBe(false);
  });

  it('relevance of passages', () => {
    expect([0.646447, 0.6].map((cos) => relevanceOf(cos) >= 0.5)).toEqual([true, false]);
    expect([0.893934, 0.8].map((cos) => relevanceOf(cos) >= 0.85)).toEqual([true, false]);
  });

  it('repeats', () => {
    const values = [200 / 3, 70, 220 / 3];
    expect(summariseRepeats(values).mean).toBeCloseTo(70, 12);
    expect(summariseRepeats(values).sdPopulation).toBeCloseTo(2.721655, 6);
    expect(summariseRepeats(values).sdSample).toBeCloseTo(3.333333, 6);
    expect(spreadText(values, 2)).toBe('70.00 +- 2.72');
    expect(spreadText([0.125], 2)).toBe('0.12 +- 0.00');
    expect(spreadText([], 2)).toBeNull();
    const printed = (kind: 'cloze' | 'freeform', id: string) =>
      measuresOf(kind, {})
        .find((measure) => measure.protocol === 'paper' && measure.description.id === id)
        ?.repeatsText?.([0.5, 0.75]);
    expect(printed('cloze', 'phrase-similarity')).toBe('0.62 +- 0.12');
    expect(printed('freeform', 'bleu.char')).toBe('0.6250 +- 0.1250');
    expect(summariseRepeats([])).toEqual({ mean: null, sdPopulation: null, sdSample: null });
  });

  it('terms without their dress', () => {
    expect(['“Albedo.”', ' "ALBEDO". ', 'albedo!'].map(normalisedTerm)).toEqual([
      'albedo',
      'albedo',
      'albedo',
    ]);
    expect(normalisedTerm('Straße')).toBe(normalisedTerm('STRASSE'));
    expect(normalisedTerm('GROẞ')).toBe(normalisedTerm('gross'));
    expect(normalisedTerm('ΟΔΌΣ')).toBe(normalisedTerm('οδόσ'));
    expect(normalisedTerm('İ')).toBe('i\u0307');
    expect(normalisedTerm('ı')).not.toBe(normalisedTerm('i'));
    expect(normalisedTerm('sea-ice')).not.toBe(normalisedTerm('sea ice'));
    expect(['sea ice', ' ice ', ''].map(hasSeveralWords)).toEqual([true, false, false]);
  });

  it('sentences', () => {
    const texts = [
      '',
      'No end',
      'One. Two!',
      'At 3.5 km it froze. 7 fell.',
      'Is it so? Yes. It is',
      'e.g. ice',
    ];
    expect(texts.map(countSentences)).toEqual([0, 1, 2, 2, 3, 1]);
  });

  it('majorities', () => {
    const of = (...words: ('supports' | 'refutes' | 'unsure')[]) =>
      majority(words.map((verdict, at) => ({ reviewer: String(at), verdict })));
    expect(of('supports', 'supports', 'refutes')).toBe('supports');
    expect(of('refutes')).toBe('refutes');
    expect([of('supports', 'refutes'), of('unsure', 'unsure', 'refutes'), of()]).toEqual([null, null, null]);
  });
});
