import { describe, expect, test } from 'vitest';
import { paperScore, paperTieBreak, paperWindow, windowsOf } from './authors.ts';

// Cases of our own; those of the specification's test vectors run in the golden loop.

describe('the authors’ reading of a score', () => {
  test.each([
    ['SCORE: 8', 8],
    ['SCORE: 7.5/10', 7.5],
    ['SCORE: 3\nSCORE: 9', 3],
    ['Reasons.\nSCORE: 8/10\nmore', 8],
    ['Score: 6', 6],
    ['a score of 4', 0],
    ['nothing to read', 0],
    ['SCORE: inf', Number.POSITIVE_INFINITY],
    ['SCORE: 1_0', 10],
    ['SCORE: -3', -3],
  ])('%j', (text, value) => {
    expect(paperScore(text, 'score')).toEqual({ value });
  });

  test.each([
    ['SCORE:8', 'IndexError'],
    ['SCORE: **6**', 'ValueError'],
    ['SCORE: 4,', 'ValueError'],
    ['SCORE: ', 'ValueError'],
    ['Score 6', 'IndexError'],
  ])('%j stops it, but for a subtask’s SCORE', (text, exception) => {
    expect(paperScore(text, 'score')).toEqual({ exception });
    expect(paperScore(text, 'reason')).toEqual({ exception });
    expect(paperScore(text, 'subtask')).toEqual(text.includes('SCORE') ? { value: 0 } : { exception });
  });

  test('a subtask knows one more form', () => {
    expect(paperScore('I give a score of 4/5.', 'subtask')).toEqual({ value: 4 });
    expect(paperScore('I give a score of 4.', 'subtask')).toEqual({ value: 4 });
    expect(paperScore('I give a score of four', 'subtask')).toEqual({ exception: 'ValueError' });
  });
});

describe('the authors’ tie breaking', () => {
  const similarity = new Map([...'abcdef'].map((id, at) => [id, at]));
  const order = (scores: Record<string, number>) =>
    paperTieBreak(new Map(Object.entries(scores)), (id) => similarity.get(id) ?? 0);

  test('raises ties by +0.01 in ascending order of the similarity', () => {
    expect(order({ a: 5, b: 5, c: 7, d: 5 })).toEqual(['c', 'd', 'b', 'a']);
  });

  test('lets many ties pass the next score', () => {
    const scores = new Map([
      ['high', 1.005],
      ...Array.from({ length: 3 }, (_, at) => [`t${at}`, 1] as const),
    ]);
    expect(paperTieBreak(scores, (id) => (id === 'high' ? 9 : Number(id.slice(1))))).toEqual([
      't2',
      't1',
      'high',
      't0',
    ]);
  });
});

describe('windows', () => {
  test.each([
    [10, 10, 5, [[0, 10]]],
    [9, 10, 5, []],
    [0, 10, 5, []],
    [
      11,
      10,
      5,
      [
        [0, 10],
        [1, 11],
      ],
    ],
    [
      15,
      10,
      5,
      [
        [0, 10],
        [5, 15],
      ],
    ],
    [
      7,
      4,
      2,
      [
        [0, 4],
        [2, 6],
        [3, 7],
      ],
    ],
    [
      5,
      2,
      2,
      [
        [0, 2],
        [2, 4],
        [3, 5],
      ],
    ],
  ])('%i documents in windows of %i with step %i', (n, size, step, want) => {
    expect(windowsOf(n, size, step).map(({ start, end }) => [start, end])).toEqual(want);
  });

  test('cover every document, and the last is flush with the best end', () => {
    for (let n = 2; n <= 160; n += 1) {
      for (const [size, step] of [
        [10, 5],
        [4, 2],
        [20, 10],
        [5, 5],
        [2, 1],
      ] as const) {
        const windows = windowsOf(n, size, step);
        if (n < size) {
          expect(windows).toEqual([]);
          continue;
        }
        expect(windows[0]?.start).toBe(0);
        expect(windows.at(-1)?.end).toBe(n);
        expect(windows.length).toBe(Math.ceil((n - size) / step) + 1);
        windows.forEach((window, at) => {
          expect(window.end - window.start).toBe(size);
          expect(window.start).toBeLessThanOrEqual(windows[at - 1]?.end ?? 0);
        });
      }
    }
  });
});

describe('the authors’ reading of a window', () => {
  test.each([
    ['[1] > [0] > [2]', [1, 0, 2]],
    ['The order is [2] > [1] > [0].', [2, 1, 0]],
    ['[1] > [0] > [2] > [3]', null],
    ['[1]>[0]>[2]', null],
    ['I take [1] first: [2] > [1] > [0]', null],
    ['[1] > [1] > [9]', [1, 1, 9]],
    ['', null],
  ])('%j', (text, want) => {
    expect(paperWindow(text, 3)).toEqual(want);
  });
});
