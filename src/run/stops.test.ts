import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { AttemptError } from '../models/attempt-error.ts';
import { type Script, scriptedModel } from '../testing/scripted-model.ts';
import { scoresOf, type TemporaryRunOptions, temporaryRun } from '../testing/temporary-run.ts';

const root = mkdtempSync(path.join(tmpdir(), 'quadrat-stops-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const fresh = (): string => mkdtempSync(path.join(root, 'run-'));

const answer: Script = (request) => ({
  text: `SCORE: ${(request.step?.length ?? 0) % 5}`,
  usage: { inputTokens: 90, outputTokens: 10 },
});
/** Runs once; says what came of it and how many calls were made. */
async function once(folder: string, script: Script = answer, more: Partial<TemporaryRunOptions> = {}) {
  let made = 0;
  const model = scriptedModel((request, call) => {
    made += 1;
    return script(request, call);
  });
  try {
    const outcome = await temporaryRun({ folder, model, limit: 4, ...more });
    return { outcome, made, error: undefined };
  } catch (error) {
    return { outcome: undefined, made, error };
  }
}

describe('what makes every other call pointless stops the run', () => {
  test.each(['auth', 'not-found'] as const)('a failure of the kind %s: no further calls', async (kind) => {
    const folder = fresh();
    const { error, made } = await once(folder, () => ({ error: { kind } }), { limit: 24, concurrency: 4 });
    expect(error).toMatchObject({ code: 'call-refused', data: { kind, fatal: true } });
    expect(made).toBeLessThanOrEqual(4);
    const later = await once(folder, answer, { limit: 24 });
    expect(later.outcome?.results[0]?.complete).toBe(true);
  });

  test('but not a call that is refused for itself', async () => {
    const { outcome, error } = await once(fresh(), (request, call) =>
      request.step?.endsWith('1') === true ? { error: { kind: 'bad-request' } } : answer(request, call),
    );
    expect(error).toBeUndefined();
    expect(outcome?.results[0]?.counts.failed).toBeGreaterThan(0);
  });

  test('a fault of a script is one of its call, and says so', async () => {
    const { outcome } = await once(fresh(), () => {
      throw new TypeError('x is undefined');
    });
    expect(outcome?.results[0]?.counts.failed).toBe(4);
  });
});

describe('a server that is not there', () => {
  const refuse: Script = () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    throw new AttemptError('network', 'http://127.0.0.1:9: connect ECONNREFUSED', { cause });
  };

  test('stops a run that never reached one, after a few attempts; the same command goes on', async () => {
    const folder = fresh();
    const said: string[] = [];
    const onMessage = (message: string) => said.push(message);
    const { error, made } = await once(folder, refuse, { limit: 24, concurrency: 4, onMessage });
    expect(error).toMatchObject({
      code: 'retries-exhausted',
      message: 'script/test cannot be reached: http://127.0.0.1:9: connect ECONNREFUSED',
      next: expect.stringMatching(/^Is the server running/),
    });
    expect(made).toBeLessThanOrEqual(4 * 4);
    // Equal lines are one, and nothing of them is lost.
    expect(said).toEqual([
      'script/test: http://127.0.0.1:9: connect ECONNREFUSED; again in 1 s',
      expect.stringMatching(/connect ECONNREFUSED; \d+ more times$/),
    ]);
    const later = await once(folder, answer, { limit: 24 });
    expect(later.outcome?.results[0]?.complete).toBe(true);
  });

  test('is waited for once a call was answered, in an earlier session too', async () => {
    const folder = fresh();
    const first = await once(
      folder,
      (request, call) => (call.index === 0 ? answer(request, call) : refuse(request, call)),
      { concurrency: 1 },
    );
    expect(first.error).toBeUndefined();
    expect(first.outcome?.results[0]?.counts.failed).toBe(4);
    const second = await once(folder, refuse, { concurrency: 1 });
    expect(second.error).toBeUndefined();
    expect(second.outcome?.results[0]?.counts.failed).toBe(4);
  });

  test('is another thing than one that answers with an error', async () => {
    const { error, outcome } = await once(fresh(), (request, call) =>
      call.index === 0 ? { error: { kind: 'server', status: 500 } } : refuse(request, call),
    );
    expect(error).toBeUndefined();
    expect(outcome?.results[0]?.counts.failed).toBe(4);
  });

  test('may come while the first calls wait for it', async () => {
    const { error, outcome } = await once(fresh(), (request, call) =>
      call.attempt <= 3 ? refuse(request, call) : answer(request, call),
    );
    expect(error).toBeUndefined();
    expect(outcome?.results[0]?.complete).toBe(true);
  });
});

describe('a budget', () => {
  /** Prompts of the samples have a few hundred tokens, and an answer may have 64. */
  const LIMIT = 4000;
  const tokensOf = (outcome: Awaited<ReturnType<typeof once>>['outcome']) => {
    const calls = outcome?.results[0]?.calls;
    return (calls?.inputTokens ?? 0) + (calls?.outputTokens ?? 0);
  };

  test('stops the run before the call that could pass it, and a larger one lets it go on', async () => {
    const undisturbed = await once(fresh());
    const folder = fresh();
    const first = await once(folder, answer, { maxTokens: LIMIT, concurrency: 1 });
    expect(first.error).toMatchObject({ code: 'budget-reached' });
    expect(first.made * 100).toBeLessThanOrEqual(LIMIT);
    expect(first.made).toBeGreaterThan(LIMIT / 100 / 2);
    const same = await once(folder, answer, { maxTokens: LIMIT, concurrency: 1 });
    expect(same.error).toMatchObject({ code: 'budget-reached' });
    expect((first.made + same.made) * 100).toBeLessThanOrEqual(LIMIT);
    const rest = await once(folder);
    expect(rest.made).toBe(undisturbed.made - first.made - same.made);
    expect(scoresOf(rest.outcome?.results[0])).toEqual(scoresOf(undisturbed.outcome?.results[0]));
    expect(rest.outcome?.results[0]?.calls).toEqual(undisturbed.outcome?.results[0]?.calls);
  });

  test.each([1, 8, 64])('is never passed, with %i calls in flight', async (concurrency) => {
    let tokens = 0;
    let most = 0;
    const slow: Script = async ({ messages, decoding }) => {
      // A server whose tokeniser makes half as much again of a text, and that fills its output limit now and then.
      const inputTokens = Math.ceil(
        (messages.reduce((sum, { content }) => sum + content.length, 0) / 4) * 1.5,
      );
      const outputTokens = inputTokens % 3 === 0 ? (decoding.maxOutputTokens ?? 0) : 3;
      await new Promise(setImmediate);
      tokens += inputTokens + outputTokens;
      most = Math.max(most, inputTokens + outputTokens);
      return { text: 'SCORE: 3', usage: { inputTokens, outputTokens } };
    };
    const { error } = await once(fresh(), slow, { maxTokens: 12_000, concurrency, limit: 24 });
    expect(error).toMatchObject({ code: 'budget-reached' });
    expect(tokens).toBeLessThanOrEqual(12_000);
    expect(tokens).toBeGreaterThan(12_000 / 2);
  });

  test('counts an empty answer that was asked for again, also after the run was started again', async () => {
    const twice: Script = (_, { attempt }) => ({
      text: attempt === 1 ? '' : 'SCORE: 1',
      usage: attempt === 1 ? { inputTokens: 100, outputTokens: 0 } : { inputTokens: 99, outputTokens: 1 },
    });
    const folder = fresh();
    const first = await once(folder, twice, { maxTokens: LIMIT, concurrency: 1 });
    expect(first.error).toMatchObject({ code: 'budget-reached' });
    expect(first.made * 100).toBeLessThanOrEqual(LIMIT);
    const same = await once(folder, twice, { maxTokens: LIMIT, concurrency: 1 });
    expect((first.made + same.made) * 100).toBeLessThanOrEqual(LIMIT);
    const rest = await once(folder, twice);
    expect(tokensOf(rest.outcome)).toBe((first.made + same.made + rest.made) * 100);
  });

  test('counts by our tokeniser where a server says nothing, and says so', async () => {
    const silent: Script = () => 'SCORE: 1';
    const limited = await once(fresh(), silent, { maxTokens: LIMIT, concurrency: 4 });
    expect(limited.error).toMatchObject({ code: 'budget-reached' });
    const whole = await once(fresh(), silent, { maxTokens: 10_000_000 });
    expect(tokensOf(whole.outcome)).toBeGreaterThan(LIMIT);
    expect(whole.outcome?.results[0]?.calls?.estimated).toBe(whole.made);
    const folder = whole.outcome?.folder ?? '';
    const [line] = readFileSync(path.join(folder, 'calls.jsonl'), 'utf8').split('\n');
    expect(JSON.parse(line ?? '')).toMatchObject({ estimated: true, answer: { usage: { outputTokens: 5 } } });
  });

  test('holds where a server reports zero tokens for every call', async () => {
    const zero: Script = () => ({ text: 'SCORE: 1', usage: { inputTokens: 0, outputTokens: 0 } });
    const { error, made } = await once(fresh(), zero, { maxTokens: LIMIT, concurrency: 1 });
    expect(error).toMatchObject({ code: 'budget-reached' });
    expect(made).toBeGreaterThan(0);
  });

  test('holds against requests that end without an answer', async () => {
    let sent = 0;
    const { error } = await once(
      fresh(),
      () => {
        sent += 1;
        return { error: { kind: 'timeout' } };
      },
      { maxTokens: LIMIT, concurrency: 1, maxAttempts: 100 },
    );
    expect(error).toMatchObject({
      code: 'budget-reached',
      message: expect.stringContaining('may be billed'),
    });
    expect(sent).toBeLessThan(LIMIT / 100);
  });
});

describe('an interruption', () => {
  test('keeps what was answered, and the same command goes on', async () => {
    const undisturbed = await once(fresh());
    const folder = fresh();
    const controller = new AbortController();
    const first = await once(
      folder,
      (request, call) => {
        if (call.index === 12) controller.abort(new Error('interrupted'));
        return answer(request, call);
      },
      { signal: controller.signal, concurrency: 3 },
    );
    expect(first.error).toMatchObject({ code: 'interrupted', next: expect.stringContaining('goes on') });
    expect(first.made).toBeLessThan(undisturbed.made);
    const rest = await once(folder);
    // The call that was answered while it was interrupted may be lost; none of the earlier ones is.
    expect(rest.made).toBeLessThanOrEqual(undisturbed.made - 10);
    expect(scoresOf(rest.outcome?.results[0])).toEqual(scoresOf(undisturbed.outcome?.results[0]));
  });

  test('ends a wait between attempts at once', async () => {
    const controller = new AbortController();
    const started = Date.now();
    const { error } = await once(fresh(), () => ({ error: { kind: 'rate-limit', retryAfterMs: 500_000 } }), {
      signal: controller.signal,
      tools: {
        now: () => Date.now(),
        random: () => 0.5,
        sleep: (_, signal) =>
          new Promise((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason), { once: true });
            setTimeout(() => controller.abort(new Error('interrupted')), 20);
          }),
      },
    });
    expect(error).toMatchObject({ code: 'interrupted' });
    expect(Date.now() - started).toBeLessThan(5000);
  });
});

describe('the response cache', () => {
  const placesOf = (folder: string, name: string) => ({
    data: path.join(folder, 'data'),
    samples: path.join(import.meta.dirname, '../../samples'),
    cache: path.join(folder, 'cache'),
    out: path.join(folder, name),
  });

  test('answers another run’s equal calls, and says how many', async () => {
    const folder = fresh();
    const first = await once(folder, answer, { places: placesOf(folder, 'one') });
    const second = await once(folder, answer, { places: placesOf(folder, 'two') });
    expect(second.made).toBe(0);
    expect(second.outcome?.results[0]?.calls).toMatchObject({
      planned: first.made,
      made: 0,
      fromCache: first.made,
      inputTokens: null,
    });
    expect(scoresOf(second.outcome?.results[0])).toEqual(scoresOf(first.outcome?.results[0]));
  });

  test('is not asked where answers shall be fresh, and keeps the new ones', async () => {
    const folder = fresh();
    const first = await once(folder, answer, { places: placesOf(folder, 'one') });
    const second = await once(folder, answer, { places: placesOf(folder, 'two'), fresh: true });
    expect(second.made).toBe(first.made);
    const third = await once(folder, answer, { places: placesOf(folder, 'three') });
    expect(third.made).toBe(0);
  });

  test('tells repeats apart', async () => {
    const folder = fresh();
    const first = await once(folder, answer, { places: placesOf(folder, 'one'), repeats: 2 });
    expect(first.outcome?.results[0]?.calls).toMatchObject({ made: first.made, fromCache: 0 });
    const third = await once(folder, answer, { places: placesOf(folder, 'two'), repeats: 3 });
    expect(third.made).toBe(first.made / 2);
  });

  test.each([
    ['stopped', { text: 'SCORE: 3', stop: 'filtered-output', finish: 'filtered' }],
    ['refused', { text: '', stop: 'refusal', finish: 'refusal' }],
    ['cut', { text: 'SCORE: 3', finish: 'length' }],
    ['empty', { text: '' }],
  ] as const)('never gives a %s answer', async (_, reply) => {
    const folder = fresh();
    const first = await once(folder, () => reply, { places: placesOf(folder, 'one'), limit: 1 });
    const second = await once(folder, () => reply, { places: placesOf(folder, 'two'), limit: 1 });
    expect(second.made).toBe(first.made);
    expect(second.outcome?.results[0]?.calls?.fromCache).toBe(0);
    // In its own run folder the answer stays, and is not asked for again.
    const same = await once(folder, () => reply, { places: placesOf(folder, 'one'), limit: 1 });
    expect(same).toMatchObject({ made: 0, outcome: { shown: true } });
  });
});
