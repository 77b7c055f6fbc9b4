import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../core/index.ts';
import { openCache, type ResponseCache } from './cache.ts';

let directory = '';
const opened: ResponseCache[] = [];
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'quadrat-cache-'));
});
afterEach(async () => {
  for (const cache of opened.splice(0)) await cache.close();
  rmSync(directory, { recursive: true });
});

const keyOf = (number: number, shard = 'ab') => `${shard}${number.toString(16).padStart(62, '0')}`;
const note = { model: 'openai/m', role: 'candidate' };
const answer = (text: string, more: Partial<Answer> = {}): Answer => ({
  text,
  finish: 'stop',
  stop: null,
  firstToken: [{ token: 'é', logprob: -0.5 }],
  usage: { inputTokens: 10, outputTokens: null, reasoningTokens: null, cachedInputTokens: null },
  ...more,
});
async function open(): Promise<ResponseCache> {
  const cache = await openCache(directory);
  opened.push(cache);
  return cache;
}
const file = () => path.join(directory, 'ab.jsonl');

test('what is put is found again, at once and by another process', async () => {
  const cache = await open();
  const texts = ['plain', '中文 and 😀', 'two\nlines\u2028three', 'x'.repeat(200_000), '{"v":1,"key":"'];
  for (const [number, text] of texts.entries()) {
    expect(await cache.put(keyOf(number), answer(text), note)).toBe(true);
    expect(await cache.get(keyOf(number))).toEqual(answer(text));
  }
  const other = await open();
  for (const [number, text] of texts.entries()) expect(await other.get(keyOf(number))).toEqual(answer(text));
  expect(await other.get(keyOf(99))).toBeUndefined();
  expect(await other.get(keyOf(0, 'cd'))).toBeUndefined();
  await other.put(keyOf(50), answer('late'), note);
  expect(await cache.get(keyOf(50))).toEqual(answer('late'));
});

test('the file is JSON lines, one an answer, in the shard of the key', async () => {
  const cache = await open();
  await cache.put(keyOf(1), answer('B'), { ...note, at: '2026-01-01T00:00:00Z' });
  await cache.put(keyOf(1, 'cd'), answer('C'), note);
  expect(readdirSync(directory).sort()).toEqual(['ab.jsonl', 'cd.jsonl']);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({
    v: 1,
    key: keyOf(1),
    ...note,
    at: '2026-01-01T00:00:00Z',
    answer: answer('B'),
  });
});

test('stopped, filtered and cut answers are neither stored nor served', async () => {
  const cache = await open();
  const unfit: Partial<Answer>[] = [
    { finish: 'length' },
    { finish: 'filtered', stop: 'filtered-output' },
    { finish: 'refusal', stop: 'refusal' },
    { stop: 'empty' },
    { finish: 'other', stop: 'input-too-long' },
  ];
  for (const more of unfit) expect(await cache.put(keyOf(1), answer('x', more), note)).toBe(false);
  expect(existsSync(file())).toBe(false);
  const lines = unfit.map((more, number) =>
    JSON.stringify({ v: 1, key: keyOf(number), answer: answer('x', more) }),
  );
  writeFileSync(file(), `${lines.join('\n')}\n`);
  for (const number of unfit.keys()) expect(await cache.get(keyOf(number))).toBeUndefined();
  expect(await cache.put(keyOf(9), answer('x', { finish: 'other' }), note)).toBe(true);
});

describe('a file that is not whole', () => {
  const line = (number: number, text: string) =>
    `${JSON.stringify({ v: 1, key: keyOf(number), answer: answer(text) })}\n`;

  test('a torn last line is passed over, and does not swallow the next one', async () => {
    writeFileSync(file(), line(1, 'one') + line(2, 'two').slice(0, -20));
    const cache = await open();
    expect(await cache.get(keyOf(1))).toEqual(answer('one'));
    expect(await cache.get(keyOf(2))).toBeUndefined();
    await cache.put(keyOf(3), answer('three'), note);
    await cache.put(keyOf(2), answer('two again'), note);
    for (const one of [cache, await open()]) {
      expect(await one.get(keyOf(3))).toEqual(answer('three'));
      expect(await one.get(keyOf(2))).toEqual(answer('two again'));
    }
  });

  test('another process dies while this one has the file open', async () => {
    const cache = await open();
    await cache.put(keyOf(1), answer('one'), note);
    expect(await cache.get(keyOf(1))).toEqual(answer('one'));
    appendFileSync(file(), line(2, 'two').slice(0, 30));
    await cache.put(keyOf(3), answer('three'), note);
    expect(await cache.get(keyOf(3))).toEqual(answer('three'));
    expect(await cache.get(keyOf(2))).toBeUndefined();
  });

  test('lines that are none are passed over', async () => {
    const strange = [
      'garbage',
      '',
      '{"v":2,"key":"x"}',
      `{"v":1,"key":"${keyOf(4)}"}`,
      `{"v":1,"key":"${keyOf(5)}","answer":{"text":5}}`,
      `{"v":1,"key":"${keyOf(6)}","answer":`,
      '\u0000\u0000\u0000',
    ];
    writeFileSync(file(), line(1, 'one') + strange.map((text) => `${text}\n`).join('') + line(2, 'two'));
    const cache = await open();
    expect(await cache.get(keyOf(1))).toEqual(answer('one'));
    expect(await cache.get(keyOf(2))).toEqual(answer('two'));
    for (const number of [4, 5, 6]) expect(await cache.get(keyOf(number))).toBeUndefined();
  });
});

test('two caches over one folder write at once and lose nothing', async () => {
  const caches = [await open(), await open()];
  await Promise.all(
    Array.from({ length: 400 }, (_, number) =>
      caches[number % 2]?.put(keyOf(number), answer(`text ${number} ${'y'.repeat(number * 10)}`), note),
    ),
  );
  const third = await open();
  for (let number = 0; number < 400; number += 1)
    expect((await third.get(keyOf(number)))?.text.startsWith(`text ${number} `)).toBe(true);
  expect(readFileSync(file(), 'utf8').trimEnd().split('\n')).toHaveLength(400);
});

test('off is off, and a wrong key is a fault of the program', async () => {
  const off = await openCache('off');
  expect(await off.put(keyOf(1), answer('x'), note)).toBe(false);
  expect(await off.get(keyOf(1))).toBeUndefined();
  await off.close();
  const cache = await open();
  for (const key of ['', 'ab', '../../etc/passwd', keyOf(1).toUpperCase()])
    await expect(cache.get(key)).rejects.toThrow(TypeError);
});
