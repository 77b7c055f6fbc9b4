import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../testing/shared.ts';
import { parseScore } from './score.ts';

describe('parseScore', () => {
  it.each([
    ['SCORE: 8', 8],
    ['SCORE:8', 8],
    ['SCORE:\n8', 8],
    ['SCORE:  7', 7],
    ['SCORE: 8/10', 8],
    ['SCORE: 7.5/10\nDone', 7.5],
    ['SCORE: 9 out of 10', 9],
    ['Final SCORE: 3.', 3],
    ['SCORE: **6**', 6],
    ['**SCORE:** 6', 6],
    ['**Score**: `6`', 6],
    ['SCORE: 4, because', 4],
    ['SCORE: 12', 12],
    ['SCORE: -1', -1],
    ['SCORE: −1', -1],
    ['SCORE: 1e1', 10],
    ['SCORE: .5', 0.5],
    ['score: 5', 5],
    ['Score 5', 5],
    ['Score = 5', 5],
    ['Score → 5', 5],
    ['Score - 5', 5],
    ['Score is: 5', 5],
    ['I give it a score of 4 out of 5', 4],
    ['{"score": 7}', 7],
    ['{"relevance_score": "7"}', 7],
    ['finalScore=7', 7],
    ['Score (0-10): 7', 7],
    ['**Score** [0 to 10]: 7', 7],
    ['| Score | 7 |', 7],
    ['SCORE: [7]', 7],
    ['SCORE: <7>', 7],
    ['SCORE：8', 8],
    ['得分 SCORE：8分', 8],
    ['Score: 3 SCORE: 9', 9],
    ['SCORE: ?/10\n...\nSCORE: 9/10', 9],
    ['SCORE: 9/10\nThis score is high.', 9],
    ['<think>SCORE: 2</think>SCORE: 8', 8],
    ['SCORE: 0', 0],
    ['SCORE: 100', 100],
    ['😀 SCORE: 8 😀', 8],
    ['\ud800SCORE: 8', 8],
  ])('reads the key in %j', (text, value) => {
    expect(parseScore(text)).toBe(value);
  });

  it.each([
    ['8', 8],
    [' **8** \n', 8],
    ['8/10', 8],
    ['8 out of 10.', 8],
    ['-2', -2],
    ['It fits the query well.\n\n8', 8],
    ['(7)', 7],
  ])('reads the lone number in %j', (text, value) => {
    expect(parseScore(text)).toBe(value);
  });

  it.each([
    '',
    'no number here',
    'SCORE: N/A',
    'SCORE: nan',
    'SCORE: inf',
    'SCORE: -Infinity',
    'Score: 9\nSCORE: nan',
    'a score of four',
    'The query names 3 trials.',
    'They scored 3 goals',
    'underscore: 5',
    'scores: 5',
    'SCORE: ８',
    '８',
    'SCORE: 八',
    '<think>SCORE: 2',
    'SCORE: 1e999',
    '1.2.3',
    '3 4',
  ])('reads nothing in %j', (text) => {
    expect(parseScore(text)).toBeNull();
  });

  it('gives a finite number or null for anything', () => {
    const piece = fc.constantFrom(
      'score',
      'SCORE',
      ':',
      ' ',
      '8',
      '/10',
      '-',
      '.',
      'e',
      '**',
      '(',
      ')',
      '[',
      '\n',
      'nan',
      '😀',
      '分',
      '\udc00',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
    );
    fc.assert(
      fc.property(text, (answer) => {
        const value = parseScore(answer);
        expect(value === null || Number.isFinite(value)).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it('takes time in proportion to the text', () => {
    for (const part of ['score ', 'score(', '8', '* ', '\n', '(0-']) {
      const started = performance.now();
      parseScore(part.repeat(50_000));
      expect(performance.now() - started).toBeLessThan(2000);
    }
  });
});

const vectors = sharedPath('data/birco/vectors.json');
describe.runIf(vectors !== undefined)('where the authors’ reader finds a number', () => {
  it('finds the same, but for what it takes for 0', () => {
    const { parse_score: cases } = JSON.parse(readFileSync(vectors ?? '', 'utf8')) as {
      parse_score: { text: string; score_O: { value?: number | string } }[];
    };
    const agreeing = cases.filter(({ score_O: { value } }) => typeof value === 'number' && value !== 0);
    expect(agreeing.length).toBeGreaterThan(5);
    for (const { text, score_O } of agreeing) expect([text, parseScore(text)]).toEqual([text, score_O.value]);
  });
});
