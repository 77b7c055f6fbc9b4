import { expect, test } from 'vitest';
import { describeProportion } from './measure.ts';

test('a proportion lies between 0 and 1, and more is better', () => {
  expect(describeProportion('hit@1', 'hit rate at 1', 'Share of hits.', 'a paper', 'no value')).toEqual({
    id: 'hit@1',
    name: 'hit rate at 1',
    summary: 'Share of hits.',
    range: [0, 1],
    direction: 'higher-is-better',
    unit: 'proportion',
    source: 'a paper',
    empty: 'no value',
  });
});
