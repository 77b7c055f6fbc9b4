import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Usage } from '../core/index.ts';
import { projectRoot } from '../testing/shared.ts';
import { costUsd, type Price, priceOf, priceTable } from './prices.ts';

const usage = (more: Partial<Usage>): Usage => ({
  inputTokens: 1000,
  outputTokens: 100,
  reasoningTokens: null,
  cachedInputTokens: null,
  ...more,
});

test('the list is what its source says', () => {
  const check = spawnSync(process.execPath, [path.join(projectRoot, 'scripts/prices.js'), '--check']);
  expect([check.status, check.stderr.toString()]).toEqual([0, '']);
});

describe('priceOf', () => {
  test('knows models of each provider with a price list', () => {
    const providers = new Set([...priceTable().prices.keys()].map((id) => id.split('/')[0]));
    expect([...providers].sort()).toEqual(['anthropic', 'deepseek', 'google', 'mistral', 'openai']);
    expect(priceOf('openai/gpt-4o')).toEqual({
      inputUsdPerMillion: 2.5,
      outputUsdPerMillion: 10,
      cachedInputUsdPerMillion: 1.25,
      contextTokens: 128000,
      outputTokens: 16384,
    });
    expect(priceTable().date).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  test('unknown is null, never 0', () => {
    for (const id of [
      'openai/gpt-9',
      'openai-compatible/m',
      'openai/gpt-4o-2024-05-13',
      'openai/__proto__',
      '',
    ])
      expect(priceOf(id)).toBeNull();
    for (const price of priceTable().prices.values())
      expect(price.inputUsdPerMillion + price.outputUsdPerMillion).toBeGreaterThan(0);
  });

  test('models on this machine cost nothing', () => {
    for (const id of ['local/use-lite', 'script/x.mjs', 'replay/run'])
      expect(priceOf(id)).toMatchObject({ inputUsdPerMillion: 0, outputUsdPerMillion: 0 });
  });

  test('prices of the user come first', () => {
    const own: Price = { ...(priceOf('openai/gpt-4o') as Price), inputUsdPerMillion: 1 };
    const overrides = new Map([
      ['openai/gpt-4o', own],
      ['openai-compatible/m', own],
    ]);
    expect(priceOf('openai/gpt-4o', overrides)).toBe(own);
    expect(priceOf('openai-compatible/m', overrides)).toBe(own);
  });
});

describe('costUsd', () => {
  const price = priceOf('openai/gpt-4o') as Price;

  test('input, output and what came from the cache', () => {
    expect(costUsd(usage({}), price)).toBeCloseTo((1000 * 2.5 + 100 * 10) / 1e6, 15);
    expect(costUsd(usage({ cachedInputTokens: 600 }), price)).toBeCloseTo(
      (400 * 2.5 + 600 * 1.25 + 1000) / 1e6,
      15,
    );
    const flat = { ...price, cachedInputUsdPerMillion: null };
    expect(costUsd(usage({ cachedInputTokens: 600 }), flat)).toBe(costUsd(usage({}), flat));
  });

  test('unknown tokens have no price, unless they are free', () => {
    expect(costUsd(usage({ outputTokens: null }), price)).toBeNull();
    expect(costUsd(usage({ inputTokens: null }), price)).toBeNull();
    const free = priceOf('local/use-lite') as Price;
    expect(costUsd(usage({ inputTokens: null, outputTokens: null }), free)).toBe(0);
    expect(costUsd(usage({ outputTokens: null }), { ...price, outputUsdPerMillion: 0 })).toBeCloseTo(
      0.0025,
      15,
    );
  });
});
