import { assertType, expectTypeOf, test } from 'vitest';
import {
  type AnyTask,
  type Benchmark,
  benchmarks,
  cards,
  createModel,
  defineTask,
  type Metric,
  type Model,
  QuadratError,
  type Result,
  runTasks,
  scoreTask,
} from './index.ts';

test('the library’s entry points are typed', () => {
  expectTypeOf(benchmarks).toEqualTypeOf<readonly Benchmark[]>();
  expectTypeOf(scoreTask).returns.resolves.toEqualTypeOf<Result[]>();
  expectTypeOf(runTasks).returns.resolves.toHaveProperty('results').toEqualTypeOf<readonly Result[]>();
  expectTypeOf(createModel).returns.resolves.toEqualTypeOf<Model>();
  expectTypeOf(defineTask).returns.toEqualTypeOf<AnyTask>();
  expectTypeOf<Metric['value']>().toEqualTypeOf<number | null>();
  expectTypeOf<QuadratError>().toExtend<Error>();
  expectTypeOf(cards.birco.computeMetrics).returns.toEqualTypeOf<{ ndcgAt10: number; recallAt5: number }>();
});

test('wrong use is refused by the compiler', () => {
  // @ts-expect-error predictions are a list
  assertType(scoreTask({ task: 'birco/relic', predictions: 'ranks.json' }));
  // @ts-expect-error a protocol that does not exist
  assertType(scoreTask({ task: 'birco/relic', predictions: [], protocols: ['official'] }));
  // @ts-expect-error a model is needed
  assertType(runTasks({ tasks: ['birco'] }));
  // @ts-expect-error a code that is not in the list
  assertType(new QuadratError('no-such-code', 'text'));
});
