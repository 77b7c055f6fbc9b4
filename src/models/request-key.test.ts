import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { TextRequest } from '../core/index.ts';
import { sharedPath } from '../testing/shared.ts';
import { requestHash, requestKey } from './request-key.ts';
import type { RequestParts } from './types.ts';

const parts: RequestParts = {
  provider: 'openai-compatible',
  endpoint: 'https://api.example.com/v1',
  model: 'm1',
  role: 'candidate',
  messages: [{ role: 'user', content: '2+2?' }],
  parameters: { temperature: 0, max_tokens: 64 },
  repeat: 0,
};

test('everything that is sent, and where, is part of the key; order is not', () => {
  const key = requestKey(parts);
  expect(key).toMatch(/^[0-9a-f]{64}$/);
  expect(requestKey({ ...parts, parameters: { max_tokens: 64, temperature: 0 } })).toBe(key);
  const others: RequestParts[] = [
    { ...parts, provider: 'openai' },
    { ...parts, endpoint: 'http://localhost:8000/v1' },
    { ...parts, endpoint: null },
    { ...parts, model: 'm2' },
    { ...parts, role: 'judge' },
    { ...parts, messages: [{ role: 'user', content: '2+2? ' }] },
    { ...parts, messages: [{ role: 'system', content: 'Be brief.' }, ...parts.messages] },
    { ...parts, parameters: { ...parts.parameters, temperature: 0.7 } },
    { ...parts, parameters: { max_tokens: 64 } },
    { ...parts, parameters: { ...parts.parameters, seed: 0 } },
    { ...parts, repeat: 1 },
  ];
  expect(new Set([key, ...others.map(requestKey)]).size).toBe(others.length + 1);
});

test('the hash of a request leaves out its label and nothing else', () => {
  const request: TextRequest = {
    role: 'candidate',
    messages: [{ role: 'user', content: 'Hi' }],
    decoding: { temperature: 0 },
    step: 'window 1',
  };
  expect(requestHash({ ...request, step: 'window 2' })).toBe(requestHash(request));
  expect(requestHash({ ...request, decoding: {} })).not.toBe(requestHash(request));
  expect(requestHash({ ...request, topLogprobs: 5 })).not.toBe(requestHash(request));
  expect(requestHash({ ...request, role: 'judge' })).not.toBe(requestHash(request));
});

const cases = sharedPath('field-cases/cases.jsonl');
describe.runIf(cases !== undefined)('reported trouble with cache keys', () => {
  type Request = Record<string, unknown> & {
    baseUrl: string;
    model: string;
    messages: RequestParts['messages'];
  };
  type Pair = { input: { a: Request; b: Request }; expected: { same: boolean } };
  const key = ({ baseUrl, model, messages, ...parameters }: Request) =>
    requestKey({ ...parts, endpoint: baseUrl, model, messages, parameters });
  const found = readFileSync(cases ?? '', 'utf8')
    .split('\n')
    .filter((line) => line.includes('"cache.key"'))
    .map((line) => JSON.parse(line) as Pair & { more: Pair[] });

  test.each(found.flatMap((one) => [one, ...one.more]))('$input.b', ({ input, expected }) => {
    expect(key(input.a) === key(input.b)).toBe(expected.same);
  });

  test('there are some', () => expect(found.length).toBeGreaterThan(0));
});
