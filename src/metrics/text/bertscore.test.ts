import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BertScoreOptions,
  type BertScoreText,
  bertScore,
  bertScoreMean,
  bertScoreNotComputed,
  inverseDocumentFrequency,
} from './bertscore.ts';

const X = [1, 0, 0];
const Y = [0, 1, 0];
const Z = [0, 0, 1];
const START = [0.5, 0.5, 0.1];
const END = [0.4, -0.2, 0.9];
const BASELINE = { precision: 0.8336, recall: 0.8328, f1: 0.8315 };
const MARKED: BertScoreOptions = { specialTokens: true };

// Values of the published formula in double precision, equal to bert_score 0.3.13's matching.
const SCORES: readonly (readonly [
  string,
  BertScoreText,
  BertScoreText,
  BertScoreOptions,
  number | null,
  number | null,
  number | null,
])[] = [
  ['the same states', { states: [X, Y, Z] }, { states: [X, Y, Z] }, {}, 1, 1, 1],
  ['in another order', { states: [Z, Y, X] }, { states: [X, Y, Z] }, {}, 1, 1, 1],
  ['unrelated states', { states: [X] }, { states: [Y] }, {}, 0, 0, 0],
  ['opposite states', { states: [[1, 2]] }, { states: [[-1, -2]] }, {}, -1, -1, -1],
  [
    'length does not count',
    {
      states: [
        [10, 0],
        [0, 0.001],
      ],
    },
    {
      states: [
        [0.5, 0],
        [0, 7],
      ],
    },
    {},
    1,
    1,
    1,
  ],
  ['one against many', { states: [X] }, { states: [X, X, Y] }, {}, 1, 2 / 3, 0.8],
  ['many against one', { states: [X, X, Y] }, { states: [X] }, {}, 2 / 3, 1, 0.8],
  [
    'all similarities negative',
    {
      states: [
        [1, 0.1],
        [1, -0.1],
      ],
    },
    {
      states: [
        [-1, 0.2],
        [-1, -0.3],
        [-0.9, 0],
      ],
    },
    {},
    -0.9403402738982432,
    -0.9585725793354918,
    -0.9493688983869671,
  ],
  [
    'weights',
    { states: [X, Y], weights: [100, 0.01] },
    { states: [X, Z], weights: [0.01, 100] },
    {},
    0.9999000099990001,
    9.99900009999e-5,
    0.00019996000599920008,
  ],
  [
    'a token without weight',
    { states: [X, Y], weights: [1.5, 0] },
    { states: [X, Z], weights: [2, 0.5] },
    {},
    1,
    0.8,
    8 / 9,
  ],
  [
    'no weight at all',
    { states: [X, Y], weights: [0, 0] },
    { states: [X, Z], weights: [0, 0] },
    {},
    null,
    null,
    0,
  ],
  ['no weight on one side', { states: [X, Y], weights: [0, 0] }, { states: [X, Z] }, {}, null, 0.5, 0],
  ['a state of zeros', { states: [X, [0, 0, 0]] }, { states: [X] }, {}, null, null, 0],
  [
    'markers are candidates without weight',
    { states: [START, [0.5, 0.5, 0.12], END] },
    { states: [START, [0, 0.1, 1], END] },
    MARKED,
    0.9996187484134809,
    0.8712871287128715,
    0.9310515935205602,
  ],
  ['markers alone', { states: [START, END] }, { states: [START, X, END] }, MARKED, 0, 0, 0],
  ['markers alone on the other side', { states: [START, X, END] }, { states: [START, END] }, MARKED, 0, 0, 0],
  ['no token', { states: [] }, { states: [X] }, {}, 0, 0, 0],
  ['no token on either side', { states: [] }, { states: [] }, {}, 0, 0, 0],
];

function close(got: number | null, want: number | null): void {
  if (want === null || got === null) expect(got).toBe(want);
  else expect(got).toBeCloseTo(want, 12);
}

describe('bertScore', () => {
  it.each(SCORES)('%s', (_, hypothesis, reference, options, precision, recall, f1) => {
    const got = bertScore(hypothesis, reference, options);
    close(got.precision, precision);
    close(got.recall, recall);
    close(got.f1, f1);
    expect(got.rescaled).toBeNull();
    expect(got.reason === null).toBe(precision !== null && recall !== null);
  });

  it('says why a value is missing', () => {
    const zeros = bertScore({ states: [[0, 0]] }, { states: [[1, 0]] });
    expect(zeros.reason).toBe('a token state is all zeros');
    const weightless = bertScore({ states: [X], weights: [0] }, { states: [X] });
    expect(weightless.reason).toBe('the weights of the tokens sum to 0');
    expect(bertScoreNotComputed('no embedder')).toEqual({
      precision: null,
      recall: null,
      f1: null,
      rescaled: null,
      reason: 'no embedder',
    });
  });

  it('is 0 where precision and recall cancel out', () => {
    const got = bertScore({ states: [[1], [1]] }, { states: [[1], [-1], [-1]], weights: [0, 1, 1] });
    expect([got.precision, got.recall, got.f1]).toEqual([1, -1, 0]);
  });

  it('rescales each value by its own baseline', () => {
    const got = bertScore(
      {
        states: [
          [1, 0],
          [0.2, 1],
        ],
      },
      { states: [[0.5, 0.5]] },
      { baseline: BASELINE },
    );
    close(got.precision, 0.7695785377621955);
    close(got.rescaled?.precision ?? null, -0.38474436440988263);
    close(got.rescaled?.recall ?? null, -0.004483885539213431);
    close(got.rescaled?.f1 ?? null, -0.18934091246750473);
  });

  it('rescales the 0 of an empty text too', () => {
    const got = bertScore(
      { states: [START, END] },
      { states: [START, X, END] },
      { ...MARKED, baseline: BASELINE },
    );
    close(got.rescaled?.precision ?? null, -5.009615384615385);
    close(got.rescaled?.recall ?? null, -4.980861244019138);
    close(got.rescaled?.f1 ?? null, -4.934718100890208);
  });

  it('leaves what is undefined undefined when it rescales', () => {
    const got = bertScore({ states: [X], weights: [0] }, { states: [X] }, { baseline: BASELINE });
    expect(got.rescaled?.precision).toBeNull();
    close(got.rescaled?.recall ?? null, 1);
  });

  it('refuses states of different lengths and weights that do not fit', () => {
    expect(() => bertScore({ states: [X] }, { states: [[1]] })).toThrow(
      expect.objectContaining({ code: 'usage' }),
    );
    for (const weights of [[], [1, 1]]) {
      const text = { states: [X], weights };
      expect(() => bertScore(text, { states: [X] })).toThrow(expect.objectContaining({ code: 'usage' }));
      expect(() => bertScore({ states: [X] }, text)).toThrow(expect.objectContaining({ code: 'usage' }));
    }
  });

  it('is symmetric, from -1 to 1, and 1 for a text and itself', () => {
    const state = fc
      .array(fc.integer({ min: -9, max: 9 }), { minLength: 3, maxLength: 3 })
      .filter((values) => values.some((value) => value !== 0));
    const states = fc.array(state, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(states, states, (left, right) => {
        const there = bertScore({ states: left }, { states: right });
        const back = bertScore({ states: right }, { states: left });
        for (const value of [there.precision, there.recall]) {
          expect(value).toBeGreaterThanOrEqual(-1 - 1e-12);
          expect(value).toBeLessThanOrEqual(1 + 1e-12);
        }
        expect(back.precision).toBe(there.recall);
        expect(
          bertScore({ states: left.map((row) => Float32Array.from(row)) }, { states: left }).f1,
        ).toBeCloseTo(1, 9);
      }),
    );
  });
});

describe('bertScoreMean', () => {
  it('takes the mean of each, and has no value if one is missing', () => {
    const a = { precision: 1, recall: 0.5, f1: 0.6 };
    const b = { precision: 0, recall: 1, f1: 0.2 };
    expect(bertScoreMean([a, b])).toEqual({ precision: 0.5, recall: 0.75, f1: 0.4 });
    expect(bertScoreMean([a, { ...b, precision: null }])).toEqual({ precision: null, recall: 0.75, f1: 0.4 });
    expect(bertScoreMean([])).toEqual({ precision: null, recall: null, f1: null });
  });
});

describe('inverseDocumentFrequency', () => {
  it('counts a document once and gives unseen tokens the most', () => {
    const weight = inverseDocumentFrequency([[1, 1, 1], [2]]);
    expect(weight(1)).toBeCloseTo(0.4054651081081644, 12);
    expect(weight(2)).toBeCloseTo(0.4054651081081644, 12);
    expect(weight(3)).toBeCloseTo(1.0986122886681098, 12);
    expect(inverseDocumentFrequency([['a', '__proto__']])('a')).toBe(0);
    expect(inverseDocumentFrequency([['a']])('__proto__')).toBeCloseTo(Math.log(2), 12);
  });
});
