import { describe, expect, test } from 'vitest';
import { dcgAtK } from '../../metrics/ranking.ts';
import { madeItem } from './made-items.ts';
import { topGradeRank } from './paper.ts';
import type { Ranking } from './ranking.ts';
import { idealRanking, randomExpectation, scoreRanking } from './score.ts';

const { log2 } = Math;
const letters = (text: string): string[] => [...text];
const scored = (ranking: string, grades: Parameters<typeof madeItem>[1], more: Partial<Ranking> = {}) =>
  scoreRanking({ ranking: letters(ranking), ...more }, madeItem('q', grades));

describe('a whole ranking', () => {
  test('gains its grades as they are, fractions included', () => {
    const grades: [string, number][] = [
      ['a', 0.9],
      ['b', 1.6],
      ['c', 0],
      ['d', 1 / 3],
    ];
    const dcg = 1 / 3 + 1.6 / log2(3) + 0 + 0.9 / log2(5);
    const ideal = 1.6 + 0.9 / log2(3) + 1 / 3 / log2(4);
    const { standard, paper, card } = scored('dbca', grades);
    expect(standard?.['ndcg@10']).toBe(dcg / ideal);
    expect(paper?.['ndcg@10']).toBe(dcg / ideal);
    // Relevant is what has a grade of 1 or more: b alone.
    expect(standard).toMatchObject({ map: 1 / 2, 'recall@5': 1, 'mrr@10': 1 / 2 });
    expect(card).toEqual({ 'ndcg@10': 1 / log2(3), 'recall@5': 1 });
  });

  test('counts relevant documents, not capped at the depth', () => {
    const { standard } = scored('abcdefgh', '11111111');
    expect(standard).toMatchObject({ 'recall@5': 5 / 8, 'recall@10': 1, 'recall@20': 1, map: 1 });
  });

  test('has the reciprocal rank of the first relevant document; of the highest grade for the authors', () => {
    expect(scored('abcd', '0102')).toMatchObject({
      standard: { 'mrr@10': 1 / 2 },
      paper: { 'mrr@10': 1 / 4 },
    });
    const eleven = scored('abcdefghijk', '00000000001');
    expect(eleven).toMatchObject({ standard: { 'mrr@10': 0, map: 1 / 11 }, paper: { 'mrr@10': 0 } });
  });
});

describe('quirks of the authors’ code', () => {
  test('a document named twice gains twice in nDCG and average precision, once in recall', () => {
    const { standard, paper, card } = scored('aab', '100');
    expect(paper).toMatchObject({ 'ndcg@10': 1 + 1 / log2(3), map: 2, 'recall@5': 1, 'mrr@10': 1 });
    expect(card?.['ndcg@10']).toBe(1 + 1 / log2(3));
    // What is relaxed counts first mentions only.
    expect(standard).toMatchObject({ 'ndcg@10': 1, map: 1, 'recall@5': 1, 'mrr@10': 1 });
  });

  test('repeats before a relevant document push it out of the first five', () => {
    const { standard, paper } = scored('aaaaab', '010');
    expect(paper?.['recall@5']).toBe(0);
    expect(standard?.['recall@5']).toBe(1);
  });

  test('a foreign document takes a place', () => {
    const { standard, paper, card } = scored('xab', '10');
    expect(paper).toMatchObject({ 'ndcg@10': 1 / log2(3), map: 1 / 2 });
    expect(card?.['ndcg@10']).toBe(1 / log2(3));
    expect(standard).toMatchObject({ 'ndcg@10': 1, map: 1 });
  });

  test('where all grades are equal the last stored document is left out', () => {
    const { grades } = madeItem('q', '111');
    expect(topGradeRank(letters('cab'), grades)).toBe(2);
    expect(topGradeRank(letters('abc'), grades)).toBe(1);
    expect(topGradeRank(['a'], madeItem('q', '1').grades)).toBe(0);
    expect(topGradeRank(letters('ba'), madeItem('q', '10').grades)).toBe(2);
    expect(scored('a', '1')).toMatchObject({ standard: { 'mrr@10': 1 }, paper: { 'mrr@10': 0 } });
  });
});

describe('a query without a value', () => {
  test('has none where nothing is relevant, but keeps nDCG of small grades', () => {
    const grades: [string, number][] = [
      ['a', 0.5],
      ['b', 0.25],
    ];
    expect(scored('ba', grades)).toEqual({
      standard: {
        'ndcg@10': (0.25 + 0.5 / log2(3)) / (0.5 + 0.25 / log2(3)),
        map: null,
        'recall@5': null,
        'recall@10': null,
        'recall@20': null,
        'recall@100': null,
        'mrr@10': null,
      },
      paper: expect.objectContaining({ map: null, 'recall@5': null, 'mrr@10': 1 / 2 }),
      card: { 'ndcg@10': 0, 'recall@5': 0 },
    });
  });

  test('has none where every grade is 0', () => {
    const { standard, paper, card } = scored('ab', '00');
    expect(standard?.['ndcg@10']).toBeNull();
    expect(paper?.['ndcg@10']).toBeNull();
    expect(card).toEqual({ 'ndcg@10': 0, 'recall@5': 0 });
  });

  test('counts 0 without a ranking wherever it would have a value', () => {
    const nothing = scoreRanking(undefined, madeItem('q', '10'));
    for (const protocol of ['standard', 'paper', 'card'] as const)
      expect(new Set(Object.values(nothing[protocol] ?? {}))).toEqual(new Set([0]));
    expect(scoreRanking(undefined, madeItem('q', '00')).standard?.['ndcg@10']).toBeNull();
  });
});

test('the authors’ reading may be another ranking', () => {
  const both = scored('ab', '10', { paper: { ranking: letters('ba') } });
  expect(both).toMatchObject({
    standard: { 'ndcg@10': 1 },
    paper: { 'ndcg@10': 1 / log2(3) },
    card: { 'ndcg@10': 1 },
  });
});

describe('what every ranking is measured against', () => {
  test('the ideal ranking', () => {
    expect(idealRanking(madeItem('q', '0120'))).toEqual(letters('cbad'));
  });

  test('the expectation of a random order is the mean over all orders', () => {
    const item = madeItem('q', '2100');
    const orders = permutations(letters('abcd')).map((ranking) => scoreRanking({ ranking }, item).standard);
    const mean = orders.reduce((sum, values) => sum + (values?.['ndcg@10'] ?? Number.NaN), 0) / 24;
    expect(randomExpectation(item).ndcg).toBeCloseTo(mean, 12);
    expect(randomExpectation(item).recall).toBe(1);
    expect(randomExpectation(madeItem('q', '1000000000')).recall).toBe(0.5);
    expect(randomExpectation(madeItem('q', '00'))).toEqual({ ndcg: null, recall: null });
  });
});

describe('the discount is the logarithm to base 2 itself', () => {
  const byQuotient = (place: number): number => Math.log(place) / Math.LN2;
  const places = Array.from({ length: 158 }, (_, at) => at + 2);

  test('which the quotient of natural logarithms is not at 57 places', () => {
    expect(places.filter((place) => Math.log2(place) !== byQuotient(place))).toHaveLength(57);
  });

  test('at every place', () => {
    for (const place of places) {
      const grades = new Float64Array(place - 1);
      grades[place - 2] = 1;
      expect(dcgAtK(grades, Number.POSITIVE_INFINITY)).toBe(1 / Math.log2(place));
    }
    const tenth = scoreRanking({ ranking: letters('abcdefghij') }, madeItem('q', '0000000001'));
    expect(tenth.standard?.['ndcg@10']).toBe(1 / Math.log2(11));
    expect(tenth.card?.['ndcg@10']).toBe(1 / Math.log2(11));
    expect(1 / byQuotient(11)).not.toBe(1 / Math.log2(11));
  });
});

function permutations(values: readonly string[]): string[][] {
  if (values.length < 2) return [[...values]];
  return values.flatMap((value, at) => permutations(values.toSpliced(at, 1)).map((rest) => [value, ...rest]));
}
