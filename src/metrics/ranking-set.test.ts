import { describe, expect, test } from 'vitest';
import { type Judgements, type Run, rankingMetrics } from './ranking-set.ts';

const MEASURES = ['ndcg@10', 'recall@10', 'precision@2', 'success@1', 'mrr', 'map'] as const;

const score = (judgements: Judgements, run: Run) => rankingMetrics(judgements, run, { measures: MEASURES });
const object = (values: ReadonlyMap<string, unknown> | undefined): object => Object.fromEntries(values ?? []);

describe('rankingMetrics', () => {
  test('scores one query by every measure', () => {
    const report = score(
      [
        [
          'q',
          [
            ['a', 1],
            ['b', 0],
            ['c', 2],
            ['d', 1],
          ],
        ],
      ],
      [
        [
          'q',
          [
            ['b', 3],
            ['c', 2],
            ['x', 1],
            ['a', 0],
          ],
        ],
      ],
    );
    const log2 = Math.log2;
    expect(object(report.perQuery.get('q'))).toEqual({
      'ndcg@10': (2 / log2(3) + 1 / log2(5)) / (2 + 1 / log2(3) + 1 / 2),
      'recall@10': 2 / 3,
      'precision@2': 0.5,
      'success@1': 0,
      mrr: 0.5,
      map: (1 / 2 + 2 / 4) / 3,
    });
    expect(report.mean).toEqual(report.perQuery.get('q'));
  });

  test('a judged query without a result counts 0 in the complete mean and is left out of the other', () => {
    for (const run of [
      [['q1', [['d1', 1]]]],
      [
        ['q1', [['d1', 1]]],
        ['q2', []],
      ],
    ] as Run[]) {
      const report = score(
        [
          ['q1', [['d1', 1]]],
          ['q2', [['d2', 1]]],
        ],
        run,
      );
      expect(report.judgedQueries).toBe(2);
      expect([...report.perQuery.keys()]).toEqual(['q1']);
      expect(report.mean.get('ndcg@10')).toBe(1);
      expect(report.meanComplete.get('ndcg@10')).toBe(0.5);
    }
  });

  test('results for a query without judgements change nothing', () => {
    const report = score(
      [['q1', [['d1', 1]]]],
      [
        ['q9', [['d1', 1]]],
        ['q1', [['d1', 1]]],
      ],
    );
    expect([report.mean.get('map'), report.meanComplete.get('map'), report.judgedQueries]).toEqual([1, 1, 1]);
  });

  test('no query has no mean; no result has a complete mean of 0', () => {
    const none = score([], []);
    expect([none.mean.get('map'), none.meanComplete.get('map')]).toEqual([null, null]);
    const empty = score([['q1', [['d1', 1]]]], []);
    expect([empty.mean.get('map'), empty.meanComplete.get('map')]).toEqual([null, 0]);
  });

  test('a query without a relevant document gives 0 and takes part', () => {
    const report = score(
      [
        ['q1', [['d1', 0]]],
        ['q2', [['d1', 1]]],
      ],
      [
        ['q1', [['d1', 1]]],
        ['q2', [['d1', 1]]],
      ],
    );
    expect(object(report.perQuery.get('q1'))).toEqual({
      'ndcg@10': 0,
      'recall@10': 0,
      'precision@2': 0,
      'success@1': 0,
      mrr: 0,
      map: 0,
    });
    expect(report.mean.get('ndcg@10')).toBe(0.5);
  });

  test('ties go by document id, descending', () => {
    const mean = (ids: string[]) =>
      score([['q1', [['d3', 1]]]], [['q1', ids.map((id): [string, number] => [id, 1])]]).mean.get('ndcg@10');
    expect(mean(['d5', 'd4', 'd3'])).toBe(0.5);
    expect(mean(['d1', 'd2', 'd3'])).toBe(1);
  });

  test('gain and threshold can be set', () => {
    const judgements: Judgements = [
      [
        'q1',
        [
          ['a', 3],
          ['b', 2],
          ['c', 0],
          ['d', 1],
        ],
      ],
    ];
    const run: Run = [
      [
        'q1',
        [
          ['b', 4],
          ['a', 3],
          ['c', 2],
          ['d', 1],
        ],
      ],
    ];
    const ndcg = (gain?: 'linear' | 'exponential') =>
      rankingMetrics(judgements, run, { measures: ['ndcg@10'], ...(gain ? { gain } : {}) }).mean.get(
        'ndcg@10',
      );
    expect(ndcg()).toBeCloseTo(0.9079364505194771, 12);
    expect(ndcg('linear')).toBe(ndcg());
    expect(ndcg('exponential')).toBeCloseTo(0.8354477690556398, 12);
    const strict = rankingMetrics(judgements, run, {
      measures: ['recall@1', 'mrr', 'map', 'precision@2', 'success@1'],
      threshold: 3,
    });
    expect(object(strict.mean)).toEqual({
      'recall@1': 0,
      mrr: 0.5,
      map: 0.5,
      'precision@2': 0.5,
      'success@1': 0,
    });
  });

  test('Maps, lists and numbers are the same, whatever the ids', () => {
    const judged = new Map([
      ['10', new Map([['__proto__', 1]])],
      ['constructor', new Map([['10', 1]])],
    ]);
    const lists = score(
      [
        [10, [['__proto__', 1]]],
        ['constructor', [[10, 1]]],
      ],
      [
        ['10', [['__proto__', 0.5]]],
        [
          'constructor',
          [
            ['x', 2],
            ['10', 1],
          ],
        ],
      ],
    );
    const maps = score(
      judged,
      new Map<string | number, Map<string | number, number>>([
        [10, new Map([['__proto__', 0.5]])],
        [
          'constructor',
          new Map<string | number, number>([
            ['x', 2],
            [10, 1],
          ]),
        ],
      ]),
    );
    expect(maps).toEqual(lists);
    expect([...maps.perQuery.keys()]).toEqual(['10', 'constructor']);
    expect(maps.perQuery.get('10')?.get('map')).toBe(1);
    expect(maps.perQuery.get('constructor')?.get('map')).toBe(0.5);
  });

  test.each<[string, Judgements, Run, string]>([
    [
      'a document twice in the results',
      [['q', [['a', 1]]]],
      [
        [
          'q',
          [
            ['a', 1],
            ['b', 2],
            ['a', 3],
          ],
        ],
      ],
      'duplicate-id',
    ],
    [
      'one document as number and as text',
      [['q', [['1', 1]]]],
      [
        [
          'q',
          new Map<string | number, number>([
            ['1', 1],
            [1, 2],
          ]),
        ],
      ],
      'duplicate-id',
    ],
    [
      'a document twice in the judgements',
      [
        [
          'q',
          [
            ['a', 1],
            ['a', 0],
          ],
        ],
      ],
      [['q', [['a', 1]]]],
      'duplicate-id',
    ],
    [
      'a judged document as number and as text',
      [
        [
          'q',
          new Map<string | number, number>([
            ['1', 1],
            [1, 2],
          ]),
        ],
      ],
      [['q', [['1', 1]]]],
      'duplicate-id',
    ],
    [
      'a query twice in the results',
      [['q', [['a', 1]]]],
      [
        ['q', [['a', 1]]],
        ['q', []],
      ],
      'duplicate-id',
    ],
    [
      'a query twice in the judgements',
      [
        ['1', [['a', 1]]],
        [1, [['a', 1]]],
      ],
      [['1', [['a', 1]]]],
      'duplicate-id',
    ],
    ['a score that is not a number', [['q', [['a', 1]]]], [['q', [['a', Number.NaN]]]], 'invalid-score'],
    [
      'an endless score',
      [['q', [['a', 1]]]],
      [['q', new Map([['a', Number.POSITIVE_INFINITY]])]],
      'invalid-score',
    ],
    ['a grade that is not a number', [['q', [['a', Number.NaN]]]], [['q', [['a', 1]]]], 'invalid-score'],
    [
      'a grade in a Map that is not a number',
      [['q', new Map([['a', Number.NaN]])]],
      [['q', [['a', 1]]]],
      'invalid-score',
    ],
  ])('refuses %s', (_, judgements, run, code) => {
    expect(() => score(judgements, run)).toThrow(expect.objectContaining({ code }));
  });

  test('a refusal names query and document', () => {
    expect(() =>
      score(
        [['q7', [['a', 1]]]],
        [
          [
            'q7',
            [
              ['d9', 1],
              ['d9', 2],
            ],
          ],
        ],
      ),
    ).toThrow(expect.objectContaining({ place: { item: 'q7' }, data: { id: 'd9' } }));
  });

  test.each<[string, Judgements, Run]>([
    ['score in a list', [['q7', [['d9', 1]]]], [['q7', [['d9', Number.NaN]]]]],
    ['score in a Map', [['q7', [['d9', 1]]]], [['q7', new Map([['d9', Number.NaN]])]]],
    ['grade', [['q7', [['d9', Number.NaN]]]], [['q7', [['d9', 1]]]]],
  ])('a refused %s is named by query and document', (_, judgements, run) => {
    expect(() => score(judgements, run)).toThrow(
      expect.objectContaining({ place: { item: 'q7' }, message: expect.stringContaining('d9') }),
    );
  });

  test('a threshold of 0 makes every judged document relevant', () => {
    const report = rankingMetrics(
      [
        [
          'q',
          [
            ['a', 0],
            ['b', -1],
            ['c', 2],
          ],
        ],
      ],
      [
        [
          'q',
          [
            ['a', 2],
            ['b', 1],
          ],
        ],
      ],
      {
        measures: ['recall@10', 'map'],
        threshold: 0,
      },
    );
    expect(object(report.mean)).toEqual({ 'recall@10': 1 / 2, map: 1 / 2 });
  });

  test('long lists are ordered whole, query after query', () => {
    const run = (count: number): [string, number][] =>
      Array.from({ length: count }, (_, index) => [`d${(index * 7) % count}`, -((index * 7) % count)]);
    const sizes = [1000, 9, 300];
    const mrrOf = (place: (count: number) => number): (number | undefined)[] => {
      const report = rankingMetrics(
        sizes.map((count): [string, [string, number][]] => [`q${count}`, [[`d${place(count) - 1}`, 1]]]),
        sizes.map((count) => [`q${count}`, new Map(run(count))]),
        { measures: ['mrr'] },
      );
      return sizes.map((count) => report.perQuery.get(`q${count}`)?.get('mrr'));
    };
    expect(mrrOf((count) => count)).toEqual([1 / 1000, 1 / 9, 1 / 300]);
    expect(mrrOf((count) => Math.ceil(count / 2))).toEqual([1 / 500, 1 / 5, 1 / 150]);
  });

  test('means are over queries, wherever the missing ones stand', () => {
    const report = score(
      [
        ['q0', [['a', 1]]],
        ['q1', [['a', 1]]],
        ['q2', [['a', 1]]],
      ],
      [
        ['q1', [['a', 1]]],
        [
          'q2',
          [
            ['b', 2],
            ['a', 1],
          ],
        ],
      ],
    );
    expect([report.mean.get('mrr'), report.meanComplete.get('mrr')]).toEqual([0.75, 0.5]);
  });

  test('grades below the threshold gain all the same, and success is one however many are found', () => {
    const report = rankingMetrics(
      [['q', Object.entries({ a: 0.5, b: 1, c: 2 })]],
      [['q', Object.entries({ c: 3, b: 2 })]],
      { measures: ['ndcg', 'success@2'] },
    );
    const log2 = Math.log2;
    expect(object(report.mean)).toEqual({
      ndcg: (2 + 1 / log2(3)) / (2 + 1 / log2(3) + 0.5 / 2),
      'success@2': 1,
    });
  });

  test('an unknown measure is refused', () => {
    expect(() => rankingMetrics([], [], { measures: ['ndgc@10'] })).toThrow(/ndgc@10/);
  });
});
