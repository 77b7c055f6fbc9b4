import { expect, test } from 'vitest';
import { createTokenCounter } from './tokens.ts';

test('counts as o200k_base does, marks in texts included', async () => {
  const count = await createTokenCounter();
  expect(count('')).toBe(0);
  expect(count('hello world')).toBe(2);
  expect(count('洪水')).toBeLessThanOrEqual(2);
  expect(count('a <|endoftext|> b')).toBeGreaterThan(4);
  expect(count('word '.repeat(1000))).toBeGreaterThanOrEqual(1000);
});
