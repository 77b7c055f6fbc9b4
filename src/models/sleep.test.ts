import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { sleep } from './sleep.ts';

test('a wait ends after its time and leaves no listener', async () => {
  const { signal } = new AbortController();
  await expect(sleep(1, signal)).resolves.toBeUndefined();
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test('a signal ends it early with its reason, also one that was given before', async () => {
  const controller = new AbortController();
  const waits = [sleep(60_000, controller.signal), sleep(60_000, controller.signal)];
  const reason = new Error('stopped');
  controller.abort(reason);
  for (const wait of [...waits, sleep(60_000, controller.signal)]) await expect(wait).rejects.toBe(reason);
});
