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
const reached = expect.objectContaining({
  code: 'budget-reached',
  next: expect.stringContaining('Nothing is lost'),
});

describe('a budget', () => {
  test('of tokens stops before the next call once it is spent', () => {
    const budget = createBudget({ maxUsd: null, maxTokens: 100 }, NOTHING);
    budget.check();
    budget.spend(usage(60, 39), 5);
    budget.check();
    budget.spend(usage(null, 1), null);
    expect(() => budget.check()).toThrow(reached);
    expect(() => budget.check()).toThrow('100 of 100 tokens');
    expect(budget.tokens).toBe(100);
  });

  test('of money likewise; an unknown price is none', () => {
    const budget = createBudget({ maxUsd: 0.5, maxTokens: null }, NOTHING);
    budget.spend(usage(1e6, 1e6), null);
    budget.spend(usage(0, 0), 0.25);
    budget.check();
    budget.spend(usage(0, 0), 0.25);
    expect(() => budget.check()).toThrow(reached);
    expect(() => budget.check()).toThrow('$0.5000 of $0.5');
    expect(budget.costUsd).toBe(0.5);
  });

  test('counts what earlier sessions spent', () => {
    const earlier = { tokens: 99, costUsd: 1 };
    expect(() => createBudget({ maxUsd: 1, maxTokens: null }, earlier).check()).toThrow(reached);
    createBudget({ maxUsd: 2, maxTokens: 100 }, earlier).check();
  });

  test('without limits never ends', () => {
    const budget = createBudget({ maxUsd: null, maxTokens: null }, { tokens: 1e12, costUsd: 1e9 });
    budget.check();
    expect(budget.tokens).toBe(1e12);
  });
});
