import { assertType, expectTypeOf, test } from 'vitest';
import { createLegacyBootstrap, percentileInterval, proportionInterval } from './index.ts';

test('statistics are typed', () => {
  const bootstrap = createLegacyBootstrap({ seed: 42, resamples: 1000 });
  expectTypeOf(bootstrap([1, 2]))
    .toHaveProperty('means')
    .toEqualTypeOf<Float64Array>();
  expectTypeOf(percentileInterval([1, 2])).toEqualTypeOf<{ low: number; high: number }>();
  expectTypeOf(proportionInterval(1, 2)).toEqualTypeOf<[low: number, high: number]>();
  // @ts-expect-error a seed is needed
  assertType(createLegacyBootstrap({ resamples: 10 }));
});
