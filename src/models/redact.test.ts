import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../testing/shared.ts';
import { createRedactor, REDACTED, secretsOf } from './redact.ts';

const KEY = 'k3y/with+signs="and"quotes';
const redactor = createRedactor([KEY, 'short', '']);

test('masks a known key in every form it is written in', () => {
  for (const form of [
    KEY,
    encodeURIComponent(KEY),
    JSON.stringify(KEY).slice(1, -1),
    Buffer.from(KEY).toString('base64'),
  ])
    expect(redactor.known(`before ${form} after`)).toBe(`before ${REDACTED} after`);
  expect(redactor.known('a short text')).toBe('a short text');
  const nested = createRedactor(['secret-one', 'secret-one-and-more']);
  expect(nested.known('secret-one-and-more')).toBe(REDACTED);
});

test('leaves what only looks like a key alone where the text must stay as it is', () => {
  const text = 'The token sk-abcdefghijklmnopqrstuvwxyz is printed in the article.';
  expect(redactor.known(text)).toBe(text);
  expect(redactor.text(text)).toBe(`The token ${REDACTED} is printed in the article.`);
});

test.each([
  ['Authorization: Bearer abcdefgh12345678', `Authorization: Bearer ${REDACTED}`],
  ['https://user:pass@example.com/v1', `https://${REDACTED}@example.com/v1`],
  [
    'GET https://example.com/v1?api_key=abc&model=m',
    `GET https://example.com/v1?api_key=${REDACTED}&model=m`,
  ],
  ['{"x-api-key":"0123456789"}', `{"x-api-key":"${REDACTED}"}`],
  [`key AIza${'a'.repeat(35)} is wrong`, `key ${REDACTED} is wrong`],
  ['xai-abcdefghijklmnop1234 is wrong', `${REDACTED} is wrong`],
  ['eyJhbGciOiJI.eyJzdWIiOiIx.c2ln', REDACTED],
])('masks %s', (text, expected) => {
  expect(redactor.text(text)).toBe(expected);
});

test('leaves ordinary messages alone', () => {
  for (const text of [
    'This model has no max_tokens: 4096 tokens are the limit.',
    'The risk-based approach, task-oriented; tokens per minute (TPM): Limit 10000.',
    'https://api.example.com/v1/chat/completions?api-version=2024-10-21',
    'Basic English is enough.',
  ])
    expect(redactor.text(text)).toBe(text);
});

test('masks values by the names of their members', () => {
  const value = redactor.value({
    headers: new Headers({ 'X-Api-Key': 'abc', 'content-type': 'text/plain' }),
    openai_api_key: 'x',
    apiKey: 12,
    password: null,
    firstToken: [{ token: 'B', logprob: -0.1 }],
    key: 'cache key',
    list: [`see ${KEY}`],
    error: new Error(`wrong key ${KEY}`),
    big: 1n,
  });
  expect(value).toEqual({
    headers: { 'x-api-key': REDACTED, 'content-type': 'text/plain' },
    openai_api_key: REDACTED,
    apiKey: REDACTED,
    password: null,
    firstToken: [{ token: 'B', logprob: -0.1 }],
    key: 'cache key',
    list: [`see ${REDACTED}`],
    error: { name: 'Error', message: `wrong key ${REDACTED}` },
    big: '1',
  });
});

test('survives circles and names like __proto__', () => {
  const circle: Record<string, unknown> = JSON.parse('{"__proto__":"x"}');
  circle.self = circle;
  expect(JSON.stringify(redactor.value(circle))).toBe('{"__proto__":"x","self":"[circular]"}');
});

test('finds the keys of an environment', () => {
  expect(
    secretsOf({
      OPENAI_API_KEY: 'a-key',
      HF_TOKEN: 'a-token',
      KEYBOARD: 'no key',
      PATH: '/bin',
      MISTRAL_API_KEY: undefined,
    }),
  ).toEqual(['a-key', 'a-token']);
});

const cases = sharedPath('field-cases/cases.jsonl');
describe.runIf(cases !== undefined)('reported trouble with keys in logs', () => {
  type Pair = {
    input: { secrets: string[]; value: unknown };
    expected: { mustContain: string[]; mustNotContain: string[] };
  };
  const found = readFileSync(cases ?? '', 'utf8')
    .split('\n')
    .filter((line) => line.includes('"log.redact"'))
    .map((line) => JSON.parse(line) as Pair & { more: Pair[] });
  const pairs = found.flatMap((one) => [one, ...one.more]);

  test.each(pairs)('case %#', ({ input, expected }) => {
    const written = JSON.stringify(createRedactor(input.secrets).value(input.value));
    for (const text of expected.mustNotContain) expect(written).not.toContain(text);
    for (const text of expected.mustContain) expect(written.toLowerCase()).toContain(text.toLowerCase());
  });

  test('there are some', () => expect(pairs.length).toBeGreaterThan(1));
});

test('file names and ids that begin like a key are no keys', () => {
  const { text } = createRedactor([]);
  for (const name of [
    'pred_chatglm2-6b-hf_2-5_circled_digits.json',
    'hf_model-of-some-kind_v2',
    'rk-e-first-hit-at-6-and-11',
  ]) {
    expect(text(name)).toBe(name);
  }
  expect(text('hf_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789')).not.toContain('AbCdEf');
});
