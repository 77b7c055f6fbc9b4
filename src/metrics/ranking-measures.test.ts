import { describe, expect, test } from 'vitest';
import { readRankingMeasure } from './ranking-measures.ts';

describe('readRankingMeasure', () => {
  test.each([
    ['ndcg', 'ndcg', Number.POSITIVE_INFINITY],
    ['ndcg@10', 'ndcg', 10],
    ['recall@100', 'recall', 100],
    ['precision@5', 'precision', 5],
    ['success@1', 'success', 1],
    ['mrr', 'mrr', Number.POSITIVE_INFINITY],
    ['mrr@10', 'mrr', 10],
    ['map', 'map', Number.POSITIVE_INFINITY],
  ])('reads %s', (id, name, cutoff) => {
    expect(readRankingMeasure(id)).toEqual({ id, name, cutoff });
  });

  test.each([
    '',
    'NDCG@10',
    'ndcg@0',
    'ndcg@',
    'ndcg@1.5',
    'ndcg@-1',
    'recall',
    'precision',
    'success',
    'map@5',
    'bleu',
    'ndcg@10 ',
    ' ndcg@10',
    'x-map',
    'n',
    'rec@5',
  ])('refuses "%s"', (id) => {
    expect(() => readRankingMeasure(id)).toThrow(expect.objectContaining({ code: 'usage' }));
  });
});
