import { expect, test } from 'vitest';
import type { Usage } from '../core/index.ts';
import type { Model } from '../models/types.ts';
import { createCallSizes } from './call-size.ts';

const model = (id: string, endpoint: string | null = 'https://api.example.org/v1') =>
  ({ id, endpoint }) as Model;
const usage = (inputTokens: number | null, outputTokens: number | null): Usage => ({
  inputTokens,
  outputTokens,
  reasoningTokens: null,
  cachedInputTokens: null,
});
/** A dollar a token. */
const dollar = (_: Model, { inputTokens, outputTokens }: Usage) => (inputTokens ?? 0) + (outputTokens ?? 0);
const none = { maxUsd: null, maxTokens: null };
/** A token a letter. */
const letters = async () => (text: string) => text.length;
const answer = (text: string, input: number | null, output: number | null) => ({
  text,
  usage: usage(input, output),
});

test('nothing is counted, nor the tokeniser loaded, where no limit needs it', async () => {
  const load = () => Promise.reject(new Error('loaded'));
  const sizes = createCallSizes(none, dollar, load);
  const prompt = await sizes.prompt(model('openai/gpt-4o'), ['abc']);
  expect(sizes.most(model('openai/gpt-4o'), prompt, 10)).toEqual({ tokens: 0, costUsd: 0 });
  const told = answer('abc', 5, 6);
  expect(await sizes.usage(model('x/y'), prompt, told)).toEqual({ usage: told.usage, estimated: false });
  // On this machine nobody pays.
  const local = model('script/a', null);
  expect(await sizes.usage(local, prompt, answer('abc', null, null))).toMatchObject({ estimated: false });
  const free = createCallSizes({ maxUsd: 1, maxTokens: null }, () => 0, load);
  expect(await free.prompt(local, ['abc'])).toMatchObject({ tokens: null });
});

test('the most that a call takes: prompt and output limit, by price', async () => {
  const sizes = createCallSizes({ maxUsd: 1, maxTokens: 1 }, dollar, letters);
  const own = model('openai/gpt-4o');
  const prompt = await sizes.prompt(own, ['12345', '123']);
  expect(prompt.tokens).toBe(5 + 3 + 2 * 4 + 3);
  expect(sizes.most(own, prompt, 100)).toEqual({ tokens: 119, costUsd: 119 });
  expect(sizes.most(own, prompt, null)).toEqual({ tokens: 19, costUsd: 19 });
  // The price list knows the longest answer of this model.
  expect(sizes.most(own, prompt, undefined).tokens).toBe(19 + 16_384);
});

test('tokenisers of others have a margin, which their answers teach', async () => {
  const sizes = createCallSizes({ maxUsd: null, maxTokens: 1 }, dollar, letters);
  const other = model('openai-compatible/m');
  const prompt = await sizes.prompt(other, ['x'.repeat(993)]);
  expect(prompt.tokens).toBe(1000);
  expect(sizes.most(other, prompt, 0).tokens).toBe(2064);
  await sizes.usage(other, prompt, answer('', 900, 1));
  expect(sizes.most(other, prompt, 0).tokens).toBe(1250 + 64);
  await sizes.usage(other, prompt, answer('', 3000, 1));
  expect(sizes.most(other, prompt, 0).tokens).toBe(Math.ceil(1000 * 3 * 1.1) + 64);
});

test('what a server does not say is counted and marked', async () => {
  const sizes = createCallSizes(none, dollar, letters);
  const server = model('openai-compatible/m');
  const prompt = await sizes.prompt(server, ['12345']);
  expect(await sizes.usage(server, prompt, answer('four', null, null))).toEqual({
    usage: usage(12, 4),
    estimated: true,
  });
  expect(await sizes.usage(server, prompt, answer('four', 99, null))).toEqual({
    usage: usage(99, 4),
    estimated: true,
  });
});

test('zero tokens for a text that is not empty is no report', async () => {
  const sizes = createCallSizes({ maxUsd: null, maxTokens: 500 }, dollar, letters);
  const server = model('openai-compatible/m');
  const prompt = await sizes.prompt(server, ['12345']);
  expect(await sizes.usage(server, prompt, answer('four', 0, 0))).toEqual({
    usage: usage(12, 4),
    estimated: true,
  });
  // Vectors and empty answers have no output.
  expect(await sizes.usage(server, prompt, answer('', 99, 0))).toEqual({
    usage: usage(99, 0),
    estimated: false,
  });
});
