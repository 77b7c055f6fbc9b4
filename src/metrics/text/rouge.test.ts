import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../tests/any-text.ts';
import { codePointTokens } from '../../text/rouge-tokens.ts';
import { type RougeOptions, type RougeScores, rouge, rougeL, rougeLsum, rougeN } from './rouge.ts';

type Pair = readonly [precision: number, recall: number];

function same(got: RougeScores, one: Pair, two: Pair, whole: Pair, lines: Pair): void {
  const all = [got.rouge1, got.rouge2, got.rougeL, got.rougeLsum];
  for (const [index, [precision, recall]] of [one, two, whole, lines].entries()) {
    const score = all[index]!;
    expect(score.precision).toBeCloseTo(precision, 9);
    expect(score.recall).toBeCloseTo(recall, 9);
    const sum = precision + recall;
    expect(score.f1).toBeCloseTo(sum === 0 ? 0 : (2 * precision * recall) / sum, 9);
  }
}

const NONE: Pair = [0, 0];
const ALL: Pair = [1, 1];

// Values of rouge_score (google-research, 2022 sources): prediction, target, precision and recall.
const WORDS: readonly (readonly [string, string, Pair, Pair, Pair, Pair])[] = [
  ['and studys', 'and studys', ALL, ALL, ALL, ALL],
  ['the the the the the', 'the the the', [0.6, 1], [0.5, 1], [0.6, 1], [0.6, 1]],
  ['b a b c a', 'a b a b c', ALL, [0.75, 0.75], [0.8, 0.8], [0.8, 0.8]],
  ['cafe naive', 'café naïve', NONE, NONE, NONE, NONE],
  ['w1 w2 w6 w7 w8\nw1 w3 w8 w9 w5', 'w1 w2 w3 w4 w5', [0.4, 0.8], [1 / 9, 0.25], [0.4, 0.8], [0.4, 0.8]],
  ['a\na b a', 'a a b\na c', [1, 0.8], [1, 0.75], [1, 0.8], [0.75, 0.6]],
  ['c d\n\na b', 'a b\n\n\nc d', ALL, [2 / 3, 2 / 3], [0.5, 0.5], ALL],
  ['b\nb', 'b\nb', ALL, ALL, ALL, ALL],
  ['a', 'a\na\na', [1, 1 / 3], NONE, [1, 1 / 3], [1, 1 / 3]],
  ['!!\na c', 'a b\n...\nc', [1, 2 / 3], NONE, [1, 2 / 3], [1, 2 / 3]],
  ['four five\none two three', 'one two three\nfour five', ALL, [0.75, 0.75], [0.6, 0.6], ALL],
  ['k kelvin i x', '\u212a Kelvin İx', ALL, ALL, ALL, ALL],
  ['', 'the sea', NONE, NONE, NONE, NONE],
  ['the sea', '', NONE, NONE, NONE, NONE],
  ['', '', NONE, NONE, NONE, NONE],
];

describe('rouge', () => {
  it.each(WORDS)('%j against %j', (prediction, target, ...wanted) => {
    same(rouge(prediction, target), ...wanted);
  });

  it('stems', () => {
    const options: RougeOptions = { tokens: 'stems' };
    same(
      rouge('tie die lie wa ha', 'ties dies lies was has', options),
      [0.6, 0.6],
      [0.5, 0.5],
      [0.6, 0.6],
      [0.6, 0.6],
    );
    same(rouge('tie die lie wa ha', 'ties dies lies was has'), NONE, NONE, NONE, NONE);
  });

  it('compares Chinese by code points', () => {
    const options: RougeOptions = { tokens: 'code-points' };
    same(rouge('今天很好', '今天天气很好', options), [1, 2 / 3], [2 / 3, 0.4], [1, 2 / 3], [1, 2 / 3]);
    same(rouge('丁戊\n甲丙', '甲乙丙\n丁戊', options), [1, 0.8], [1 / 3, 0.25], [0.5, 0.4], [1, 0.8]);
    same(rouge('𠂆𠂇', '𠀀𠀁', options), NONE, NONE, NONE, NONE);
    same(rouge('今天', '今 天\u3000', options), ALL, ALL, ALL, ALL);
  });

  it('takes the tokens of a segmenter', () => {
    const segment = (text: string) => text.split('|');
    same(
      rouge('张某|盗窃|手机|一部', '被告人|张某|盗窃|手机', { tokens: segment }),
      [0.75, 0.75],
      [2 / 3, 2 / 3],
      [0.75, 0.75],
      [0.75, 0.75],
    );
  });

  it('takes for each measure the reference with its highest F1', () => {
    const got = rouge('a b c d', ['d c b a', 'a b x y', 'q']);
    expect(got.rouge1.f1).toBe(1);
    expect(got.rouge2.f1).toBeCloseTo(1 / 3, 9);
    expect(got.rougeL.f1).toBe(0.5);
    expect(rouge('a', ['b', 'a']).rougeLsum.f1).toBe(1);
    expect(() => rouge('a', [])).toThrow(expect.objectContaining({ code: 'usage' }));
  });

  it('scores FC-018 and FC-019 of the field cases', () => {
    expect(rouge('', 'the sea level rises').rougeL.f1).toBe(0);
    expect(rouge('the sea', '').rouge1.f1).toBe(0);
    const options: RougeOptions = { tokens: 'code-points' };
    expect(rouge('公安机关依法处理', '公安机关依法处理', options).rouge2.f1).toBe(1);
    expect(rouge('公安机关', '公安部门', options).rouge1.f1).toBe(0.5);
  });
});

describe('measures of tokens', () => {
  it('are those of texts', () => {
    const prediction = ['b', 'a', 'b', 'c', 'a'];
    const target = ['a', 'b', 'a', 'b', 'c'];
    expect(rougeN(prediction, target, 1)).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(rougeN(prediction, target, 2).f1).toBe(0.75);
    expect(rougeN(prediction, target, 4)).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 });
    expect(rougeN(prediction, ['a'], 2)).toEqual({ precision: 0, recall: 0, f1: 0 });
    expect(rougeL(prediction, target).precision).toBe(0.8);
    expect(rougeL(['a'], ['a', 'b'])).toEqual({ precision: 1, recall: 0.5, f1: 2 / 3 });
    expect(rougeLsum([['a'], ['b']], [['b', 'a']]).recall).toBe(1);
    expect(rougeLsum([], [['a']])).toEqual({ precision: 0, recall: 0, f1: 0 });
    expect(rougeLsum([['__proto__']], [['__proto__', 'constructor']]).recall).toBe(0.5);
  });
});

describe('properties of ROUGE', () => {
  const options = fc.record({
    tokens: fc.constantFrom('words', 'stems', 'code-points'),
  }) as fc.Arbitrary<RougeOptions>;
  const names = ['rouge1', 'rouge2', 'rougeL', 'rougeLsum'] as const;

  it('lies from 0 to 1, throws on no text, and swaps precision and recall with the sides', () => {
    fc.assert(
      fc.property(anyText(), anyText(), options, (left, right, chosen) => {
        const there = rouge(left, right, chosen);
        const back = rouge(right, left, chosen);
        for (const name of names) {
          for (const value of Object.values(there[name])) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
        }
        for (const name of ['rouge1', 'rouge2', 'rougeL'] as const) {
          expect(back[name].recall).toBe(there[name].precision);
          expect(back[name].f1).toBeCloseTo(there[name].f1, 12);
        }
      }),
    );
  });

  it('is 1 for a text and itself over code points', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const count = codePointTokens(text).length;
        const got = rouge(text, text, { tokens: 'code-points' });
        // The exceptions: rouge_score gives 0 to a text without tokens, and ROUGE-2 to one without a pair.
        for (const name of ['rouge1', 'rougeL', 'rougeLsum'] as const)
          expect(got[name].f1).toBe(count > 0 ? 1 : 0);
        expect(got.rouge2.f1).toBe(count > 1 ? 1 : 0);
      }),
    );
  });

  it('gives 0 to a Chinese text and itself by words, as rouge_score does', () => {
    expect(rouge('公安机关', '公安机关').rouge1.f1).toBe(0);
  });
});
