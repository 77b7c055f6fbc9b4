import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { QuadratError } from '../core/index.ts';
import { sharedPath } from '../testing/shared.ts';
import { AttemptError } from './attempt-error.ts';
import {
  type FailedAttempt,
  type RetryInput,
  retryAfterMs,
  retryDecision,
  waitDecision,
  withRetry,
} from './retry.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');
const base = { attempt: 1, nowMs: NOW, maxDelayMs: 120_000, random: () => 0.5 };

describe('retryAfterMs', () => {
  test.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'Retry-After': '0.25' }, 250],
    [{ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 31 Dec 2025 23:59:00 GMT' }, 0],
    [{ 'retry-after-ms': '1500', 'retry-after': '9' }, 1500],
    [{ 'retry-after-ms': 'abc', 'retry-after': '5' }, 5000],
    [{ 'retry-after': '-3' }, null],
    [{ 'retry-after': 'soon' }, null],
    [{}, null],
  ])('%j is %s ms', (headers, expected) => {
    expect(retryAfterMs(headers, NOW)).toBe(expected);
    expect(retryAfterMs(new Map(Object.entries(headers)), NOW)).toBe(expected);
  });
});

describe('retryDecision', () => {
  test('the wait asked for is a lower bound; one beyond the limit is no wait at all', () => {
    for (const random of [() => 0, () => 0.999999]) {
      const { retry, delayMs } = retryDecision({
        ...base,
        random,
        status: 429,
        headers: { 'retry-after': '7' },
      });
      expect(retry).toBe(true);
      expect(delayMs).toBeGreaterThanOrEqual(7000);
      expect(delayMs).toBeLessThanOrEqual(8000);
    }
    expect(retryDecision({ ...base, status: 429, headers: { 'retry-after': '3600' } })).toEqual({
      retry: false,
      delayMs: 0,
    });
    expect(retryDecision({ ...base, status: 429, headers: { 'retry-after': '120' } }).delayMs).toBe(120_000);
  });

  test('full jitter under a bound that doubles up to 60 s', () => {
    const bound = (attempt: number) =>
      waitDecision(null, { attempt, maxDelayMs: 120_000, random: () => 1 }).delayMs;
    expect([1, 2, 3, 6, 7, 50].map(bound)).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000]);
    expect(waitDecision(null, { attempt: 4, maxDelayMs: 120_000, random: () => 0 }).delayMs).toBe(1);
  });

  test('statuses and errors that pass by themselves', () => {
    for (const status of [408, 409, 425, 429, 500, 502, 503, 504, 520, 524, 529])
      expect(retryDecision({ ...base, status }).retry).toBe(true);
    for (const status of [301, 400, 401, 402, 403, 404, 413, 422, 501])
      expect(retryDecision({ ...base, status }).retry).toBe(false);
    for (const error of ['ECONNRESET', 'ETIMEDOUT', 'UND_ERR_SOCKET', 'EPIPE', 'ECONNREFUSED', 'EAI_AGAIN'])
      expect(retryDecision({ ...base, error }).retry).toBe(true);
    for (const error of ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'])
      expect(retryDecision({ ...base, error }).retry).toBe(false);
    expect(retryDecision(base).retry).toBe(false);
  });

  test('the server has the last word on whether to retry', () => {
    expect(retryDecision({ ...base, status: 429, headers: { 'x-should-retry': 'false' } }).retry).toBe(false);
    expect(retryDecision({ ...base, status: 400, headers: { 'x-should-retry': 'true' } }).retry).toBe(true);
  });
});

const cases = sharedPath('field-cases/cases.jsonl');
describe.runIf(cases !== undefined)('reported trouble with retries', () => {
  type Pair = { input: RetryInput & { now: string }; expected: Record<string, unknown> };
  const found = readFileSync(cases ?? '', 'utf8')
    .split('\n')
    .filter((line) => line.includes('"http.retry"'))
    .map((line) => JSON.parse(line) as Pair & { more: Pair[] });
  const pairs = found.flatMap((one) => [one, ...one.more]);

  test.each(pairs)('$input.status $input.error $input.headers', ({ input, expected }) => {
    for (const random of [() => 0, () => 0.5, () => 0.9999]) {
      const { retry, delayMs } = retryDecision({ ...input, nowMs: Date.parse(input.now), random });
      expect(retry).toBe(expected.retry);
      expect(delayMs).toBeGreaterThanOrEqual((expected.delayMsMin as number | undefined) ?? 0);
      expect(delayMs).toBeLessThanOrEqual(
        (expected.delayMsMax as number | undefined) ?? Number.POSITIVE_INFINITY,
      );
    }
  });

  test('there are some', () => expect(pairs.length).toBeGreaterThan(20));
});

describe('withRetry', () => {
  function setUp(overrides: Partial<Parameters<typeof withRetry>[1]> = {}) {
    const waits: number[] = [];
    const failed: FailedAttempt[] = [];
    const options = {
      maxAttempts: 4,
      maxDelayMs: 10_000,
      signal: new AbortController().signal,
      now: () => NOW,
      random: () => 1,
      sleep: async (delayMs: number) => void waits.push(delayMs),
      onAttempt: (one: FailedAttempt) => void failed.push(one),
      ...overrides,
    };
    return { waits, failed, options };
  }

  test('returns the value and the number of attempts', async () => {
    const { waits, failed, options } = setUp();
    const result = await withRetry(async (number) => {
      if (number < 3) throw new AttemptError('server', 'down', { status: 503 });
      return `attempt ${number}`;
    }, options);
    expect(result).toEqual({ value: 'attempt 3', attempts: 3 });
    expect(waits).toEqual([1000, 2000]);
    expect(failed.map(({ attempt, delayMs }) => [attempt, delayMs])).toEqual([
      [1, 1000],
      [2, 2000],
    ]);
  });

  test('waits as long as the server asks', async () => {
    const { waits, options } = setUp({ random: () => 0 });
    await withRetry(async (number) => {
      if (number === 1)
        throw new AttemptError('rate-limit', 'slow down', { status: 429, retryAfterMs: 7000 });
    }, options);
    expect(waits).toEqual([7001]);
  });

  test('gives up when the attempts are used up, with the last error as the cause', async () => {
    const { waits, failed, options } = setUp();
    const last = new AttemptError('server', 'still down', { status: 500 });
    const error = await withRetry(async () => {
      throw last;
    }, options).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(QuadratError);
    expect(error).toMatchObject({
      code: 'retries-exhausted',
      cause: last,
      data: { kind: 'server', status: 500, attempts: 4, fatal: false },
    });
    expect(waits).toHaveLength(3);
    expect(failed.at(-1)).toMatchObject({ attempt: 4, delayMs: null });
  });

  test('does not repeat what waiting does not mend, nor wait longer than allowed', async () => {
    const { waits, options } = setUp();
    await expect(
      withRetry(async () => {
        throw new AttemptError('auth', 'wrong key', { status: 401 });
      }, options),
    ).rejects.toMatchObject({ code: 'call-refused', data: { kind: 'auth', attempts: 1, fatal: true } });
    await expect(
      withRetry(async () => {
        throw new AttemptError('rate-limit', 'come back in an hour', {
          status: 429,
          retryAfterMs: 3_600_000,
        });
      }, options),
    ).rejects.toThrow(/asks to wait 3600 s, longer than the limit of 10 s/);
    expect(waits).toEqual([]);
  });

  test('passes errors that are no failed attempt on at once', async () => {
    const { options } = setUp();
    let calls = 0;
    await expect(
      withRetry(async () => {
        calls += 1;
        throw new RangeError('a fault of the program');
      }, options),
    ).rejects.toThrow(RangeError);
    expect(calls).toBe(1);
  });

  test('an abort ends it, before an attempt and while waiting', async () => {
    const controller = new AbortController();
    const { options } = setUp({
      signal: controller.signal,
      sleep: async (_delayMs, signal) => {
        controller.abort(new Error('stopped by hand'));
        signal.throwIfAborted();
      },
    });
    let calls = 0;
    const attempt = async () => {
      calls += 1;
      throw new AttemptError('server', 'down', { status: 500 });
    };
    await expect(withRetry(attempt, options)).rejects.toThrow('stopped by hand');
    await expect(withRetry(attempt, options)).rejects.toThrow('stopped by hand');
    expect(calls).toBe(1);
  });

  test('asks once more, and only once, for a value that is not good enough', async () => {
    const discarded: unknown[] = [];
    const { options } = setUp({
      askAgain: (value) => value === '',
      onDiscard: (value, attempt) => void discarded.push([value, attempt]),
    });
    const answers = ['', '', 'late'];
    expect(await withRetry(async (number) => answers[number - 1], options)).toEqual({
      value: '',
      attempts: 2,
    });
    expect(await withRetry(async (number) => ['', 'B'][number - 1], options)).toEqual({
      value: 'B',
      attempts: 2,
    });
    expect(await withRetry(async () => '', { ...options, maxAttempts: 1 })).toEqual({
      value: '',
      attempts: 1,
    });
  });
});
