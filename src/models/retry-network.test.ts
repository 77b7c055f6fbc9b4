import { expect, test } from 'vitest';
import type { TextRequest } from '../core/index.ts';
import { startFaultServer } from '../testing/fault-server.ts';
import type { AttemptError } from './attempt-error.ts';
import { createModel } from './create.ts';
import { withRetry } from './retry.ts';

test('a server that fails half of the time: every call is answered, nothing is asked for without a reason', async () => {
  const server = await startFaultServer({
    reply: ({ bodyText }) => `answer to ${/item \d+/.exec(bodyText)?.[0]}`,
    faults: { seed: 3, rateLimited: 0.15, serverErrors: 0.15, invalidBodies: 0.1, cutBodies: 0.1 },
  });
  const model = await createModel('openai-compatible/m', { env: {}, baseUrl: server.url });
  if (model.kind !== 'text') throw new Error('no text model');
  const kinds = new Map<string, number>();
  const count = (error: AttemptError) => kinds.set(error.kind, (kinds.get(error.kind) ?? 0) + 1);
  const { signal } = new AbortController();
  const ask = (item: number) => {
    const request: TextRequest = {
      role: 'candidate',
      messages: [{ role: 'user', content: `item ${item}.` }],
      decoding: {},
    };
    return withRetry(() => model.generate(request, signal), {
      maxAttempts: 20,
      maxDelayMs: 1000,
      now: Date.now,
      random: () => 0,
      sleep: async () => {},
      signal,
      onAttempt: ({ error }) => void count(error),
    });
  };
  const results = await Promise.all(Array.from({ length: 100 }, (_, item) => ask(item)));
  expect(results.map(({ value }) => value.answer.text)).toEqual(
    results.map((_, item) => `answer to item ${item}`),
  );
  const attempts = results.reduce((sum, result) => sum + result.attempts, 0);
  expect(server.requests).toHaveLength(attempts);
  expect(server.countsByBody.size).toBe(100);
  expect(attempts).toBeGreaterThan(130);
  expect([...kinds.keys()].sort()).toEqual(['invalid-body', 'network', 'rate-limit', 'server']);
  expect([...kinds.values()].reduce((sum, value) => sum + value, 0)).toBe(attempts - 100);
  await model.close();
  await server.close();
});
