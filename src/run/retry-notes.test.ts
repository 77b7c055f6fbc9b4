import { expect, test } from 'vitest';
import { createRetryNotes } from './retry-notes.ts';

function notes() {
  let nowMs = 0;
  const said: string[] = [];
  const made = createRetryNotes(
    (message) => said.push(message),
    () => nowMs,
  );
  return {
    said,
    flush: made.flush,
    at(timeMs: number, message: string, delayMs = 1500) {
      nowMs = timeMs;
      made.tell('m', message, delayMs);
    },
  };
}

test('the first of its kind is told at once, equal ones together', () => {
  const { said, at } = notes();
  at(0, 'status 500');
  for (let count = 1; count <= 37; count += 1) at(count * 100, 'status 500');
  at(5000, 'status 503', 900);
  at(10_000, 'status 500', 3100);
  at(10_100, 'status 500');
  expect(said).toEqual([
    'm: status 500; again in 2 s',
    'm: status 503; again in 1 s',
    'm: status 500; 38 more times, again in 4 s',
  ]);
});

test('what was counted is told at the end, once', () => {
  const { said, at, flush } = notes();
  at(0, 'status 500');
  at(1, 'status 500');
  at(2, 'status 503');
  flush();
  flush();
  expect(said.slice(2)).toEqual(['m: status 500; 1 more time']);
});

test('messages that all differ are not remembered without end, and none is lost', () => {
  const { said, at, flush } = notes();
  at(0, 'id 0');
  at(0, 'id 0');
  for (let id = 1; id <= 150; id += 1) at(0, `id ${id}`);
  expect(said).toContain('m: id 0; 1 more time');
  flush();
  expect(said).toHaveLength(152);
});
