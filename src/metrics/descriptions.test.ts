import { describe, expect, test } from 'vitest';
import {
  AGREEMENT_MEASURES,
  CLASSIFICATION_MEASURES,
  describeRankingMeasure,
  RANK_SIMILARITIES,
  RANKING_MEASURES,
} from './descriptions.ts';

const ids = (list: readonly { readonly id: string }[]): string => list.map(({ id }) => id).join(' ');

describe('descriptions', () => {
  test('every measure is there once', () => {
    expect(ids(RANKING_MEASURES)).toBe(
      'ndcg ndcg@5 ndcg@10 recall@5 recall@10 recall@20 recall@100 precision@5 precision@10 success@1 mrr mrr@10 map',
    );
    expect(ids(RANK_SIMILARITIES)).toBe('kendall spearman rbo');
    expect(ids(CLASSIFICATION_MEASURES)).toBe(
      'accuracy accuracy.rowwise accuracy.label accuracy.balanced hamming-loss ' +
        'precision.macro precision.micro precision.weighted precision.label precision.positive ' +
        'recall.macro recall.micro recall.weighted recall.label recall.positive ' +
        'f1.macro f1.micro f1.weighted f1.label f1.positive precision.samples recall.samples f1.samples ' +
        'jaccard.macro jaccard.micro jaccard.weighted jaccard.samples kappa kappa.linear kappa.quadratic mcc',
    );
    expect(ids(AGREEMENT_MEASURES)).toBe(
      'alpha.nominal alpha.ordinal alpha.interval alpha.ratio fleiss pass@k pass^k',
    );
  });

  test('says what it is, where it comes from, and what an empty input gives', () => {
    for (const list of [RANKING_MEASURES, RANK_SIMILARITIES, CLASSIFICATION_MEASURES, AGREEMENT_MEASURES]) {
      for (const { id, name, summary, source, empty, range, unit } of list) {
        expect(name.length, id).toBeGreaterThan(2);
        expect(summary, id).toMatch(/^\S.*\.$/);
        expect(source, id).toMatch(/\d/);
        expect(empty, id).toMatch(/\b(0|1|null)\b/);
        expect(range[1], id).toBe(1);
        expect(range[0] === 0, id).toBe(unit === 'proportion');
      }
    }
  });

  test('only a loss is better when lower', () => {
    const lower = CLASSIFICATION_MEASURES.filter(({ direction }) => direction === 'lower-is-better');
    expect(ids(lower)).toBe('hamming-loss');
  });

  test('the range says how far below 0 a score can fall', () => {
    const low = (id: string) =>
      [...RANK_SIMILARITIES, ...CLASSIFICATION_MEASURES, ...AGREEMENT_MEASURES].find(
        (entry) => entry.id === id,
      )?.range[0];
    expect([low('kendall'), low('mcc'), low('fleiss')]).toEqual([-1, -1, -1]);
    expect([low('kappa'), low('alpha.nominal')]).toEqual([
      Number.NEGATIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ]);
    expect([low('rbo'), low('f1.macro'), low('pass@k')]).toEqual([0, 0, 0]);
  });
});

describe('describeRankingMeasure', () => {
  test('puts the cut-off into name and summary', () => {
    expect(describeRankingMeasure('recall@7')).toMatchObject({
      id: 'recall@7',
      name: 'recall at 7',
      summary: 'Share of the relevant documents of a query that stand in the first 7; not capped at 7.',
    });
    expect(describeRankingMeasure('mrr@10').summary).toMatch(/^Over the first 10 only\. 1 \/ rank/);
    expect(describeRankingMeasure('ndcg').name).toBe('normalised discounted cumulative gain');
    expect(() => describeRankingMeasure('recall')).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});
