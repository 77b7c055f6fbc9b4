import { assertType, expectTypeOf, test } from 'vitest';
import { bleu, ndcgAtK, orderByScore } from './index.ts';

test('metrics are typed', () => {
  expectTypeOf(ndcgAtK([1, 0], [1, 0], 10)).toEqualTypeOf<number | null>();
  expectTypeOf(orderByScore([{ id: 'a', score: 1, more: true }])).toEqualTypeOf<
    { id: string; score: number; more: boolean }[]
  >();
  expectTypeOf(bleu).parameter(0).toExtend<readonly string[]>();
  // @ts-expect-error a gain that does not exist
  assertType(ndcgAtK([1], [1], 10, 'binary'));
});
