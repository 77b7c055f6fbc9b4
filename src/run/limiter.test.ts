import { describe, expect, test } from 'vitest';
import { createLimiter, type Limiter } from './limiter.ts';

/** Work that waits until it is let go. */
function gate() {
  const open: (() => void)[] = [];
  const started: number[] = [];
  let running = 0;
  let most = 0;
  const work = (id: number) => async () => {
    started.push(id);
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => open.push(resolve));
    running -= 1;
    return id;
  };
  return {
    work,
    started,
    most: () => most,
    /** Lets the oldest go, so many times. */
    release: async (count = 1) => {
      for (let at = 0; at < count; at += 1) {
        open.shift()?.();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('a fixed limiter', () => {
  test('keeps so many in flight, first come first served', async () => {
    const limiter = createLimiter(3);
    const { work, started, release, most } = gate();
    const results = numbers(8).map((id) => limiter.run(work(id)));
    await settle();
    expect(started).toEqual([0, 1, 2]);
    expect([limiter.active, limiter.waiting]).toEqual([3, 5]);
    await release(2);
    expect(started).toEqual([0, 1, 2, 3, 4]);
    await release(6);
    expect(await Promise.all(results)).toEqual(numbers(8));
    expect(most()).toBe(3);
    expect([limiter.active, limiter.waiting]).toEqual([0, 0]);
  });

  test('gives the place of a failed one to the next', async () => {
    const limiter = createLimiter(1);
    const failed = limiter.run(() => Promise.reject(new Error('no')));
    const next = limiter.run(async () => 'yes');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('yes');
    expect(limiter.active).toBe(0);
  });

  test('does not slow down by itself', async () => {
    const limiter = createLimiter(4);
    limiter.slowDown();
    const { work, started, release } = gate();
    const results = numbers(4).map((id) => limiter.run(work(id)));
    await settle();
    expect(started).toHaveLength(4);
    await release(4);
    await Promise.all(results);
  });

  test('holds for thousands in order', async () => {
    const limiter = createLimiter(2);
    const seen: number[] = [];
    await Promise.all(numbers(5000).map((id) => limiter.run(async () => seen.push(id))));
    expect(seen).toEqual(numbers(5000));
    expect(limiter.waiting).toBe(0);
  });
});

describe('an automatic limiter', () => {
  /** How many start at once. */
  async function capacity(limiter: Limiter): Promise<number> {
    const { work, started, release } = gate();
    const results = numbers(100).map((id) => limiter.run(work(id)));
    await settle();
    const count = started.length;
    await release(100);
    await Promise.all(results);
    return count;
  }
  const succeed = (limiter: Limiter, count: number) =>
    Promise.all(numbers(count).map(() => limiter.run(async () => undefined)));

  test('starts at 8 and grows by one after 20 successes, up to 64', async () => {
    const limiter = createLimiter('auto');
    expect(await capacity(limiter)).toBe(8);
    await succeed(limiter, 200);
    expect(await capacity(limiter)).toBeGreaterThan(12);
    await succeed(limiter, 5000);
    expect(await capacity(limiter)).toBe(64);
  });

  test('halves at each rate limit, down to 1', async () => {
    const limiter = createLimiter('auto');
    limiter.slowDown();
    const { work, started, release } = gate();
    const results = numbers(8).map((id) => limiter.run(work(id)));
    await settle();
    expect(started).toHaveLength(4);
    for (let at = 0; at < 9; at += 1) limiter.slowDown();
    await release(3);
    // Those that run go on; no other starts while more than one runs.
    expect(started).toHaveLength(4);
    await release(5);
    expect(await Promise.all(results)).toEqual(numbers(8));
  });
});
