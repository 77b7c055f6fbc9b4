import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { AttemptError, type AttemptErrorKind } from '../models/attempt-error.ts';
import { type EmbeddingModel, NO_USAGE } from '../models/types.ts';
import { projectRoot } from '../testing/shared.ts';
import { scoresOf, type TemporaryRunOptions, temporaryRun } from '../testing/temporary-run.ts';

const root = mkdtempSync(path.join(tmpdir(), 'quadrat-vector-stage-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const fresh = (): string => mkdtempSync(path.join(root, 'run-'));

/** A vector of length 1 that depends on the text alone. */
function vectorOf(text: string): Float32Array {
  const bytes = createHash('sha256').update(text).digest();
  const raw = Array.from({ length: 8 }, (_, at) => (bytes[at] ?? 0) - 127.5);
  const length = Math.hypot(...raw);
  return Float32Array.from(raw, (value) => value / length);
}

/** An embedding model behind an address that counts its calls; `fail` says which call fails how. */
function embedder(fail: (call: number) => AttemptErrorKind | undefined = () => undefined, batch = 16) {
  const calls: number[] = [];
  const model: EmbeddingModel = {
    kind: 'embedding',
    id: 'openai-compatible/vectors',
    description: 'vectors of a test',
    endpoint: 'http://127.0.0.1/v1',
    abilities: new Set(['embed', 'rank']),
    parameters: {},
    maxTextsPerCall: batch,
    close: async () => undefined,
    async embed(texts, signal) {
      signal.throwIfAborted();
      calls.push(texts.length);
      const kind = fail(calls.length);
      if (kind !== undefined) throw new AttemptError(kind, 'a scripted failure');
      return {
        vectors: texts.map(vectorOf),
        usage: { ...NO_USAGE, inputTokens: texts.length },
        status: 200,
      };
    },
  };
  return { model, calls };
}
const run = (folder: string, model: EmbeddingModel, more: Partial<TemporaryRunOptions> = {}) =>
  temporaryRun({ folder, model, limit: 5, concurrency: 3, ...more });
const cached = (folder: string, name: string) => ({
  data: path.join(folder, 'data'),
  samples: path.join(projectRoot, 'samples'),
  cache: path.join(folder, 'cache'),
  out: path.join(folder, name),
});

describe('vectors of a run', () => {
  test('are asked for in batches as planned, once a text, and written down', async () => {
    const { model, calls } = embedder();
    const { folder, results } = await run(fresh(), model);
    const texts = calls.reduce((sum, count) => sum + count, 0);
    expect(calls.filter((count) => count < 16)).toHaveLength(texts % 16 === 0 ? 0 : 1);
    expect(results[0]).toMatchObject({
      settings: { method: 'ranker' },
      counts: { planned: 5, scored: 5 },
      calls: { planned: calls.length, made: calls.length, inputTokens: texts },
    });
    const lines = readFileSync(path.join(folder, 'calls.jsonl'), 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      lines.map(() =>
        expect.objectContaining({ kind: 'embed', task: 'birco/relic', role: 'candidate', attempts: 1 }),
      ),
    );
  });

  test('give the same scores in batches of any size', async () => {
    const scores = [];
    for (const batch of [1, 7, 1000])
      scores.push(scoresOf((await run(fresh(), embedder(undefined, batch).model)).results[0]));
    expect(scores[1]).toEqual(scores[0]);
    expect(scores[2]).toEqual(scores[0]);
  });

  test('with the objective are others than without', async () => {
    const folder = fresh();
    const { model, calls } = embedder();
    await run(folder, model, { places: cached(folder, 'one') });
    const before = calls.reduce((sum, count) => sum + count, 0);
    await run(folder, model, { places: cached(folder, 'two'), settings: { objective: false } });
    // The five queries alone are new.
    expect(calls.reduce((sum, count) => sum + count, 0) - before).toBe(5);
  });

  test('of an earlier run are taken from the cache', async () => {
    const folder = fresh();
    const first = await run(folder, embedder().model, { places: cached(folder, 'one') });
    const { model, calls } = embedder();
    const second = await run(folder, model, { places: cached(folder, 'two') });
    expect(calls).toEqual([]);
    expect(scoresOf(second.results[0])).toEqual(scoresOf(first.results[0]));
  });
});

describe('a call for vectors that fails', () => {
  test('is tried again', async () => {
    const { model, calls } = embedder((call) => (call % 2 === 1 ? 'server' : undefined));
    const { results } = await run(fresh(), model, { concurrency: 1 });
    expect(results[0]?.complete).toBe(true);
    expect(results[0]?.calls?.made).toBe(calls.length / 2);
  });

  test('for good stops the run; the same command goes on with what is missing', async () => {
    const folder = fresh();
    const broken = embedder((call) => (call > 2 ? 'server' : undefined));
    await expect(run(folder, broken.model, { concurrency: 1, maxAttempts: 2 })).rejects.toMatchObject({
      code: 'retries-exhausted',
    });
    const whole = embedder();
    const { results } = await run(folder, whole.model);
    expect(results[0]?.calls).toMatchObject({ made: whole.calls.length + 2 });
    expect(scoresOf(results[0])).toEqual(scoresOf((await run(fresh(), embedder().model)).results[0]));
  });

  test('with a refused key makes no other', async () => {
    const { model, calls } = embedder(() => 'auth', 2);
    await expect(run(fresh(), model)).rejects.toMatchObject({ code: 'call-refused', data: { fatal: true } });
    expect(calls.length).toBeLessThanOrEqual(3);
  });
});

test('a budget stops before the call for vectors that could pass it', async () => {
  const { model, calls } = embedder(undefined, 4);
  const costly: EmbeddingModel = {
    ...model,
    async embed(texts, signal) {
      const made = await model.embed(texts, signal);
      return { ...made, usage: { ...NO_USAGE, inputTokens: texts.length * 100 } };
    },
  };
  for (const concurrency of [1, 8]) {
    calls.length = 0;
    await expect(run(fresh(), costly, { maxTokens: 2000, concurrency })).rejects.toMatchObject({
      code: 'budget-reached',
    });
    expect(calls.length).toBeGreaterThan(1);
    expect(calls.reduce((sum, texts) => sum + texts, 0) * 100).toBeLessThanOrEqual(2000);
  }
});
