import { describe, expect, test } from 'vitest';
import type { Usage } from '../core/index.ts';
import { createBudget } from './budget.ts';

const usage = (inputTokens: number | null, outputTokens: number | null): Usage => ({
  inputTokens,
  outputTokens,
  reasoningTokens: 1000,
  cachedInputTokens: 1000,
});
const NOTHING = { tokens: 0, costUsd: 0 };
const call = (tokens: number, costUsd = 0) => ({ tokens, costUsd });
const reached = expect.objectContaining({
  code: 'budget-reached',
  next: expect.stringContaining('Nothing is lost'),
});

describe('a budget', () => {
  test('of tokens lets a call begin only if the most that it can take fits', async () => {
    const budget = createBudget({ maxUsd: null, maxTokens: 100 }, NOTHING);
    (await budget.reserve(call(100))).settle(usage(60, 5), 5);
    expect(budget.tokens).toBe(65);
    (await budget.reserve(call(35))).settle(usage(null, 1), null);
    await expect(budget.reserve(call(35))).rejects.toThrow(reached);
    await expect(budget.reserve(call(35))).rejects.toThrow(
      '66 of 100 tokens are spent, and the next call can take 35',
    );
    (await budget.reserve(call(34))).settle(usage(34, 0), 0);
    expect(budget.tokens).toBe(100);
  });

  test('of money likewise; an unknown price is none', async () => {
    const budget = createBudget({ maxUsd: 0.3, maxTokens: null }, NOTHING);
    (await budget.reserve(call(1e9, 0.3))).settle(usage(1e6, 1e6), null);
    for (let times = 0; times < 3; times += 1) (await budget.reserve(call(0, 0.1))).settle(usage(0, 0), 0.1);
    await expect(budget.reserve(call(0, 0.01))).rejects.toThrow(reached);
    await expect(budget.reserve(call(0, 0.01))).rejects.toThrow(
      '$0.3000 of $0.3 are spent, and the next call can take $0.0100',
    );
  });

  test('waits while calls in flight may leave enough, and serves in order', async () => {
    const budget = createBudget({ maxUsd: null, maxTokens: 100 }, NOTHING);
    const [first, second] = await Promise.all([budget.reserve(call(50)), budget.reserve(call(40))]);
    const begun: string[] = [];
    const large = budget.reserve(call(60)).then((made) => {
      begun.push('large');
      return made;
    });
    const small = budget.reserve(call(10)).then((made) => {
      begun.push('small');
      return made;
    });
    await Promise.resolve();
    expect(begun).toEqual([]);
    first.settle(usage(10, 10), 0);
    await new Promise(setImmediate);
    expect(begun).toEqual([]);
    second.release();
    (await large).settle(usage(60, 0), 0);
    (await small).settle(usage(10, 0), 0);
    expect(begun).toEqual(['large', 'small']);
    expect(budget.tokens).toBe(90);
  });

  test('refuses those that wait once nothing is in flight that could leave enough', async () => {
    const budget = createBudget({ maxUsd: null, maxTokens: 100 }, NOTHING);
    const first = await budget.reserve(call(60));
    const waiting = [budget.reserve(call(60)), budget.reserve(call(70))].map((one) =>
      one.then(
        () => 'begun',
        (error: unknown) => error,
      ),
    );
    first.settle(usage(50, 0), 0);
    expect(await Promise.all(waiting)).toEqual([reached, reached]);
  });

  test('counts in full what may be billed without an answer', async () => {
    const budget = createBudget({ maxUsd: null, maxTokens: 100 }, NOTHING);
    (await budget.reserve(call(60))).lose();
    expect(budget.tokens).toBe(0);
    await expect(budget.reserve(call(50))).rejects.toThrow(
      /1 requests without an answer may be billed .* \(60 tokens\)/,
    );
  });

  test('counts what earlier sessions spent', async () => {
    const earlier = { tokens: 99, costUsd: 1 };
    await expect(
      createBudget({ maxUsd: 1, maxTokens: null }, earlier).reserve(call(0, 0.01)),
    ).rejects.toThrow(reached);
    (await createBudget({ maxUsd: 2, maxTokens: 100 }, earlier).reserve(call(1, 1))).release();
  });

  test('without limits never ends', async () => {
    const budget = createBudget({ maxUsd: null, maxTokens: null }, { tokens: 1e12, costUsd: 1e9 });
    (await budget.reserve(call(1e12, 1e9))).settle(usage(1, 1), 0);
    expect(budget.tokens).toBe(1e12 + 2);
  });
});
