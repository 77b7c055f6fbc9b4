import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../testing/shared.ts';
import { chatCompletionsUrl, parseBaseUrl } from './base-url.ts';

test.each([
  ['https://api.example.com', 'https://api.example.com/v1'],
  ['https://api.example.com/v1/chat/completions/', 'https://api.example.com/v1'],
  ['https://api.example.com/v1/embeddings', 'https://api.example.com/v1'],
  ['http://localhost:1234/api/v10//', 'http://localhost:1234/api/v10'],
  ['https://chat.example.com/models', 'https://chat.example.com/v1'],
])('%s is %s', (text, expected) => {
  expect(parseBaseUrl(text)).toEqual({ url: expected, query: new Map() });
});

test('keeps a query apart and puts it behind the path', () => {
  expect(parseBaseUrl('https://x.example.com/openai?api-version=2024').query).toEqual(
    new Map([['api-version', '2024']]),
  );
  expect(chatCompletionsUrl('https://x.example.com/openai?api-version=2024')).toBe(
    'https://x.example.com/openai/chat/completions?api-version=2024',
  );
});

test('a version is only added where there is no path, and may be none', () => {
  expect(parseBaseUrl('https://api.example.com/', '').url).toBe('https://api.example.com');
  expect(parseBaseUrl('https://api.example.com/', '/v1beta').url).toBe('https://api.example.com/v1beta');
});

test.each(['localhost:11434/v1', 'example.com', 'ftp://example.com', '', 'https://user:pass@example.com/v1'])(
  'refuses “%s”',
  (text) => {
    expect(() => parseBaseUrl(text)).toThrow(expect.objectContaining({ code: 'usage' }));
  },
);

const cases = sharedPath('field-cases/cases.jsonl');
describe.runIf(cases !== undefined)('reported trouble with base addresses', () => {
  type Pair = { input: { baseUrl: string }; expected: { url: string } };
  const found = readFileSync(cases ?? '', 'utf8')
    .split('\n')
    .filter((line) => line.includes('"http.url"'))
    .map((line) => JSON.parse(line) as Pair & { more: Pair[] });
  const pairs = found.flatMap((one) => [one, ...one.more]);

  test.each(pairs)('$input.baseUrl', ({ input, expected }) => {
    expect(chatCompletionsUrl(input.baseUrl)).toBe(expected.url);
  });

  test('there are some', () => expect(pairs.length).toBeGreaterThan(5));
});
