import {
  array,
  assert,
  constantFrom,
  double,
  integer,
  property,
  string,
  tuple,
  uniqueArray,
} from 'fast-check';
import { describe, expect, test } from 'vitest';
import { orderByScore } from './ranking.ts';
import { rankingMetrics } from './ranking-set.ts';

const MEASURES = ['ndcg', 'ndcg@3', 'recall@3', 'precision@3', 'success@3', 'mrr', 'mrr@3', 'map'] as const;

const anyId = string({ unit: 'binary', maxLength: 6 });
/** Documents of one query: any ids, a grade or none, a score or none. */
const documents = uniqueArray(
  tuple(
    anyId,
    constantFrom(undefined, -1, 0, 0.5, 1, 2, 3),
    constantFrom(undefined, -2, 0, -0, 0.5, 0.5, 1, 1e300),
  ),
  { selector: ([id]) => id, maxLength: 20 },
);
const queries = uniqueArray(tuple(anyId, documents), { selector: ([id]) => id, maxLength: 5 });

type Queries = readonly (readonly [
  string,
  readonly (readonly [string, number | undefined, number | undefined])[],
])[];

function split(made: Queries) {
  const pick = (place: 1 | 2) =>
    made.map(([query, list]): [string, [string, number][]] => [
      query,
      list.flatMap((entry): [string, number][] => {
        const value = entry[place];
        return value === undefined ? [] : [[entry[0], value]];
      }),
    ]);
  return { judgements: pick(1), run: pick(2) };
}

const close = (values: ReadonlyMap<string, number | null>): object =>
  Object.fromEntries(
    [...values].map(([key, value]) => [key, value === null ? null : expect.closeTo(value, 12)]),
  );

describe('ranking measures', () => {
  test('stay from 0 to 1 for any ids, grades and scores', () => {
    assert(
      property(queries, constantFrom('linear' as const, 'exponential' as const), (made, gain) => {
        const { judgements, run } = split(made);
        const report = rankingMetrics(judgements, run, { measures: MEASURES, gain });
        const all = [...report.perQuery.values(), report.mean, report.meanComplete].flatMap((map) => [
          ...map,
        ]);
        for (const [measure, value] of all) {
          if (value === null) continue;
          expect(value, measure).toBeGreaterThanOrEqual(0);
          expect(value, measure).toBeLessThanOrEqual(1 + 1e-12);
        }
        expect(report.judgedQueries).toBe(made.length);
      }),
    );
  });

  test('do not depend on the order of queries and documents', () => {
    assert(
      property(queries, (made) => {
        const { judgements, run } = split(made);
        const turned = split(made.map(([id, list]) => [id, list.toReversed()] as const).toReversed());
        const report = rankingMetrics(judgements, run, { measures: MEASURES });
        const other = rankingMetrics(turned.judgements, turned.run, { measures: MEASURES });
        expect(new Map(other.perQuery)).toEqual(new Map(report.perQuery));
        expect(Object.fromEntries(other.mean)).toEqual(close(report.mean));
        expect(Object.fromEntries(other.meanComplete)).toEqual(close(report.meanComplete));
      }),
    );
  });

  test('depend on the order of scores only, not on their size', () => {
    assert(
      property(queries, (made) => {
        const { judgements, run } = split(made);
        const squeezed = run.map(([query, list]): [string, [string, number][]] => [
          query,
          list.map(([id, score]): [string, number] => [id, Math.atan(score)]),
        ]);
        expect(rankingMetrics(judgements, squeezed, { measures: MEASURES })).toEqual(
          rankingMetrics(judgements, run, { measures: MEASURES }),
        );
      }),
    );
  });

  test('are 1 for the ideal order', () => {
    const graded = uniqueArray(tuple(anyId, integer({ min: 0, max: 3 })), {
      selector: ([id]) => id,
      minLength: 1,
      maxLength: 20,
    });
    assert(
      property(graded, (list) => {
        if (!list.some(([, grade]) => grade > 0)) return;
        const { mean } = rankingMetrics([['q', list]], [['q', list]], {
          measures: ['ndcg', 'ndcg@3', 'mrr', 'map'],
        });
        for (const [measure, value] of mean) expect(value, measure).toBeCloseTo(1, 12);
      }),
    );
  });
});

describe('orderByScore', () => {
  test('is one order, whatever the order before', () => {
    const scored = array(tuple(anyId, double({ noNaN: true, noDefaultInfinity: true })), { maxLength: 20 });
    assert(
      property(scored, (list) => {
        const made = list.map(([id, score]) => ({ id, score }));
        const ordered = orderByScore(made);
        expect(orderByScore(made.toReversed()).map(({ id }) => id)).toEqual(ordered.map(({ id }) => id));
        expect(orderByScore(ordered)).toEqual(ordered);
        expect(ordered).toHaveLength(list.length);
      }),
    );
  });
});
