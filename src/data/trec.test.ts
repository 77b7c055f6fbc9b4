import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { QuadratError } from '../core/errors.ts';
import { sharedPath } from '../testing/shared.ts';
import { readPickle } from './pickle.ts';
import { readQrels, readRun, writeQrels, writeRun } from './trec.ts';

function refusal(work: () => unknown): QuadratError {
  try {
    work();
  } catch (error) {
    if (error instanceof QuadratError) return error;
  }
  throw new Error('was read');
}

describe('qrels', () => {
  it('keep order and fractions', () => {
    const qrels = readQrels('2 0 d2 0.9\n2\t0\td1   1.6\r\n\n10 0 d1 -1\n1 0 __proto__ 2', 'q');
    expect([...qrels].map(([query, pool]) => [query, [...pool]])).toEqual([
      [
        '2',
        [
          ['d2', 0.9],
          ['d1', 1.6],
        ],
      ],
      ['10', [['d1', -1]]],
      ['1', [['__proto__', 2]]],
    ]);
    expect(readQrels(writeQrels(qrels), 'q')).toEqual(qrels);
    expect(readQrels('q 0 d 1\nq 0 d 1.0\n', 'q').get('q')?.get('d')).toBe(1);
  });

  it.each([
    ['q 0 d 1\nq 0 d\n', 'invalid-trec', 2],
    ['q 0 d 1 x\n', 'invalid-trec', 1],
    ['q 0 d one\n', 'invalid-trec', 1],
    ['q 0 d 0x1\n', 'invalid-trec', 1],
    ['q 0 d nan\n', 'invalid-trec', 1],
    ['\n\nq 0 d 1\nq 0 d 2\n', 'duplicate-id', 4],
  ])('refuse %j', (text, code, line) => {
    const error = refusal(() => readQrels(text, 'q.txt'));
    expect([error.code, error.place.line, error.place.file]).toEqual([code, line, 'q.txt']);
  });
});

describe('runs', () => {
  it('keep every line, ignore the rank and join the parts of a query', () => {
    const run = readRun('q Q0 b 9 1.5 t\nr Q0 x 1 -2e-1 t\nq Q0 a 1 7 t\nq Q0 b 2 .5 t\n', 'r');
    expect([...run]).toEqual([
      [
        'q',
        [
          { id: 'b', score: 1.5 },
          { id: 'a', score: 7 },
          { id: 'b', score: 0.5 },
        ],
      ],
      ['r', [{ id: 'x', score: -0.2 }]],
    ]);
    expect(readRun('', 'r').size).toBe(0);
    expect(readRun('q Q0 a\u00a0b 1 1 t', 'r').get('q')?.[0]?.id).toBe('a\u00a0b');
  });

  it.each([
    ['q Q0 d 1 1\n', 'invalid-trec', 1],
    ['q Q0 d 1 1 t\nq Q0 d 1 1 t more\n', 'invalid-trec', 2],
    ['q Q0 d 1 nan t\n', 'invalid-score', 1],
    ['q Q0 d 1 1e999 t\n', 'invalid-score', 1],
    ['q Q0 d 1 Infinity t\n', 'invalid-score', 1],
    ['q Q0 d 1 high t\n', 'invalid-score', 1],
  ])('refuse %j', (text, code, line) => {
    const error = refusal(() => readRun(text, 'r.run'));
    expect([error.code, error.place.line, error.place.file]).toEqual([code, line, 'r.run']);
  });

  it('are written with strictly falling scores', () => {
    const text = writeRun(
      new Map([
        ['10', ['b', 'a', 'c']],
        ['2', []],
        ['1', ['z']],
      ]),
      'mine',
    );
    expect(text).toBe('10 Q0 b 1 3 mine\n10 Q0 a 2 2 mine\n10 Q0 c 3 1 mine\n1 Q0 z 1 1 mine\n');
    expect(refusal(() => writeRun(new Map([['a b', ['c']]]))).code).toBe('invalid-format');
    expect(refusal(() => writeQrels(new Map([['a', new Map([['', 1]])]]))).code).toBe('invalid-format');
  });
});

const e5 = sharedPath('data/birco/runs/relic.e5_rank.run.gz');
const e5Pickle = sharedPath('data/birco/relic/ranks/e5_rank.pickle');
describe.runIf(e5 !== undefined && e5Pickle !== undefined)('a run made from a rank file', () => {
  it('holds its lists in its order', () => {
    const run = readRun(gunzipSync(readFileSync(e5 ?? '')).toString(), 'e5');
    const lists = readPickle(readFileSync(e5Pickle ?? ''), 'e5') as Map<string, string[]>;
    const ordered = new Map(
      [...run].map(([query, entries]) => [
        query,
        [...entries].sort((a, b) => b.score - a.score).map(({ id }) => id),
      ]),
    );
    expect(ordered).toEqual(lists);
    expect(readRun(writeRun(lists), 'again').get('q_1')).toEqual(run.get('q_1'));
  });
});
