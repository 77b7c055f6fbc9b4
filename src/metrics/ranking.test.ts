import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { QuadratError } from '../core/errors.ts';
import {
  averagePrecision,
  dcgAtK,
  duplicatesOf,
  gradesInOrder,
  idealOrder,
  ndcgAtK,
  orderByScore,
  precisionAtK,
  recallAtK,
  reciprocalRank,
  reciprocalRankAtK,
  relevantAtK,
  scoresOfOrder,
  successAtK,
} from './ranking.ts';

const ALL = Number.POSITIVE_INFINITY;
const log2 = Math.log2;

describe('orderByScore', () => {
  const order = (...entries: [string | number, number][]): string =>
    orderByScore(entries.map(([id, score]) => ({ id, score })))
      .map(({ id }) => id)
      .join(' ');

  test('orders by score, and equal scores by id descending in byte order', () => {
    expect(order(['a', 1], ['b', 3], ['c', 2])).toBe('b c a');
    expect(order(['10', 1], ['9', 1], ['100', 1], ['2', 1])).toBe('9 2 100 10');
    expect(order(['\uFF5E', 0], ['\u{1F300}', -0], ['z', 0])).toBe('\u{1F300} \uFF5E z');
    expect(order(['d1', 0.5], ['d2', 0.5], ['d3', 0.6])).toBe('d3 d2 d1');
  });

  test('compares numbers as text and leaves its input as it is', () => {
    const documents = [
      { id: 10, score: 1 },
      { id: 9, score: 1 },
    ];
    expect(orderByScore(documents).map(({ id }) => id)).toEqual([9, 10]);
    expect(documents[0]?.id).toBe(10);
  });

  test('refuses a score that is no finite number, by name', () => {
    for (const score of [Number.NaN, ALL, -ALL]) {
      const refused = (): unknown => orderByScore([{ id: 'd7', score }]);
      expect(refused).toThrow(QuadratError);
      expect(refused).toThrow(/d7/);
    }
    try {
      orderByScore([{ id: 7, score: Number.NaN }]);
    } catch (error) {
      expect(error).toMatchObject({ code: 'invalid-score', data: { id: '7' } });
    }
  });
});

describe('lists of ids', () => {
  test('duplicates are found once each, as text', () => {
    expect(duplicatesOf(['a', 'b', 'a', 10, '10', 'a', 'c'])).toEqual(['a', '10']);
    expect(duplicatesOf([])).toEqual([]);
  });

  test('an order becomes strictly falling scores', () => {
    expect(scoresOfOrder(['x', 7])).toEqual([
      ['x', 2],
      ['7', 1],
    ]);
  });

  test('grades follow the order, 0 where there is none', () => {
    const grades = new Map([
      ['a', 2],
      ['10', 0.5],
      ['__proto__', 3],
    ]);
    expect(gradesInOrder(['b', 10, '__proto__', 'a'], grades)).toEqual([0, 0.5, 3, 2]);
    expect([...idealOrder([...grades.values()])]).toEqual([3, 2, 0.5]);
  });
});

describe('discounted gain', () => {
  test('divides by log2(rank + 1), and a negative grade gains nothing', () => {
    expect(dcgAtK([3, 2, -1, 1], ALL)).toBe(3 + 2 / log2(3) + 1 / log2(5));
    expect(dcgAtK([3, 2, 0, 1], 2)).toBe(3 + 2 / log2(3));
    expect(dcgAtK([2, -1, 3], 3, 'exponential')).toBe(3 + 7 / 2);
    expect(dcgAtK([], 10)).toBe(0);
  });

  test('divides by the logarithms of C, bit for bit, and adds term by term', () => {
    // Python 3: 1 / math.log2(i) for i in 2..159 as little-endian doubles; 57 of the logarithms differ as log(i) / log(2)
    const discount = (at: number) => dcgAtK([...Array<number>(at).fill(0), 1], ALL);
    const bytes = Float64Array.from({ length: 158 }, (_, at) => discount(at));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(
      '7252c6aca0d002865c56ac057b4e1884bb5f06dffc1e204ef8f8ad24a9f6121c',
    );
    expect(dcgAtK(Array<number>(158).fill(1), ALL)).toBe(29.21158118066038);
  });

  test('takes the ideal over all judged documents, cut at k', () => {
    // b, a, c, d of grades a 3, b 2, c 0, d 1; trec_eval and Burges' form
    expect(ndcgAtK([2, 3, 0, 1], [3, 2, 0, 1], 10)).toBeCloseTo(0.9079364505194771, 12);
    expect(ndcgAtK([2, 3, 0, 1], [3, 2, 0, 1], 10, 'exponential')).toBeCloseTo(0.8354477690556398, 12);
    expect(ndcgAtK([1], [1, 1, 1], 1)).toBe(1);
    expect(ndcgAtK([1], [1, 1, 1], 2)).toBe(1 / (1 + 1 / log2(3)));
  });

  test('keeps fractions', () => {
    expect(ndcgAtK([0.9, 1.6], [1.6, 0.9], 10)).toBeCloseTo(
      (0.9 + 1.6 / log2(3)) / (1.6 + 0.9 / log2(3)),
      15,
    );
  });

  test('has no value without a positive grade', () => {
    expect(ndcgAtK([0, 0], [0, -1], 10)).toBeNull();
    expect(ndcgAtK([], [], 10)).toBeNull();
  });
});

describe('measures of relevant documents', () => {
  const ranked = [0, 1, 0, 2, 0.9];
  const judged = [0, 0, 1, 2, 0.9, 1];

  test('a grade of 1 is relevant, 0.9 is not, and the threshold moves', () => {
    expect(relevantAtK(ranked)).toBe(2);
    expect(relevantAtK(ranked, 2)).toBe(1);
    expect(relevantAtK(ranked, ALL, 0.9)).toBe(3);
    expect(relevantAtK(ranked, ALL, 2)).toBe(1);
  });

  test('recall is over all relevant documents, not capped at k', () => {
    expect(recallAtK(ranked, judged, 2)).toBe(1 / 3);
    expect(recallAtK(ranked, judged, 100)).toBe(2 / 3);
    expect(recallAtK(ranked, judged, 100, 2)).toBe(1);
    expect(recallAtK(ranked, [0, 0], 5)).toBeNull();
  });

  test('precision divides by k even if the list is shorter', () => {
    expect(precisionAtK(ranked, 2)).toBe(0.5);
    expect(precisionAtK(ranked, 20)).toBe(0.1);
    expect(precisionAtK(ranked, 4, 2)).toBe(0.25);
  });

  test('success asks for one', () => {
    expect([1, 2, 100].map((k) => successAtK(ranked, k))).toEqual([0, 1, 1]);
    expect(successAtK(ranked, 3, 2)).toBe(0);
  });

  test('average precision is over all relevant documents', () => {
    expect(averagePrecision(ranked, judged)).toBe((1 / 2 + 2 / 4) / 3);
    expect(averagePrecision([], judged)).toBe(0);
    expect(averagePrecision(ranked, judged, 2)).toBe(1 / 4);
    expect(averagePrecision(ranked, [0])).toBeNull();
  });

  test('the reciprocal rank is of the first relevant document', () => {
    expect(reciprocalRank(ranked)).toBe(1 / 2);
    expect(reciprocalRank(ranked, 2)).toBe(1 / 4);
    expect(reciprocalRankAtK(ranked, 1)).toBe(0);
    expect(reciprocalRankAtK(ranked, 2)).toBe(1 / 2);
    expect(reciprocalRankAtK(ranked, 3, 2)).toBe(0);
    expect(reciprocalRank([])).toBe(0);
  });
});
