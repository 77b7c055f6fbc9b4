import { assertType, expectTypeOf, test } from 'vitest';
import type { TextModel } from '../models/types.ts';
import { benchmarkContract, scriptedModel, startFaultServer } from './index.ts';

test('the test kit is typed', () => {
  expectTypeOf(scriptedModel(() => 'text')).toEqualTypeOf<TextModel>();
  expectTypeOf(startFaultServer).returns.resolves.toHaveProperty('url').toEqualTypeOf<string>();
  expectTypeOf(benchmarkContract).parameter(2).toHaveProperty('samples').toEqualTypeOf<string>();
  // @ts-expect-error a script gives a text or a reply
  assertType(scriptedModel(() => 42));
});
