import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { TextRequest } from '../core/index.ts';
import { countsAddUp } from '../core/index.ts';
import { readItems } from '../log/index.ts';
import { type Script, type ScriptReply, scriptedModel } from '../testing/scripted-model.ts';
import { headlineOf, scoresOf, temporaryRun } from '../testing/temporary-run.ts';

const root = mkdtempSync(path.join(tmpdir(), 'quadrat-engine-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const fresh = (): string => mkdtempSync(path.join(root, 'run-'));

/** A model that counts its calls; the answer depends on the request alone. */
function counting(script: Script = (request) => `SCORE: ${request.step?.length ?? 0}`) {
  const seen: TextRequest[] = [];
  const model = scriptedModel((request, call) => {
    seen.push(request);
    return script(request, call);
  });
  return { model, seen };
}
/** The document that a request is about. */
const documentOf = (request: TextRequest): string => request.step?.replace('passage ', '') ?? '';
const linesOf = (folder: string, file: string): unknown[] =>
  readFileSync(path.join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('a run', () => {
  test('asks what was planned, writes it down and scores it', async () => {
    const { model, seen } = counting();
    const { folder, results, shown } = await temporaryRun({ folder: fresh(), model, limit: 4 });
    const [result] = results;
    expect(shown).toBe(false);
    expect(result).toMatchObject({
      tool: 'quadrat',
      task: 'birco/relic',
      source: path.basename(folder),
      complete: true,
      coverage: 1,
      data: { name: 'birco/relic/test', items: 4, kind: 'sample' },
      model: { id: 'script/test', kind: expect.stringContaining('not a language model') },
      counts: { planned: 4, scored: 4, unparsed: 0, stopped: 0, failed: 0 },
      calls: { planned: seen.length, made: seen.length, fromCache: 0 },
      errors: [],
    });
    expect(result?.warnings.map(({ code }) => code)).toEqual(['sample-data']);
    expect(linesOf(folder, 'calls.jsonl')).toHaveLength(seen.length);
    expect(linesOf(folder, 'items.jsonl')).toHaveLength(4);
    expect(JSON.parse(readFileSync(path.join(folder, 'scores.json'), 'utf8'))).toEqual(results);
    expect(existsSync(path.join(folder, 'lock'))).toBe(false);
  });

  test('gives the same scores however many calls are in flight', async () => {
    const slow: Script = (request) => ({
      text: `SCORE: ${documentOf(request).length}`,
      delayMs: documentOf(request).length % 5,
    });
    const scores = [];
    for (const concurrency of [1, 7, 'auto'] as const) {
      const { results } = await temporaryRun({
        folder: fresh(),
        model: counting(slow).model,
        limit: 6,
        concurrency,
      });
      scores.push(scoresOf(results[0]));
    }
    expect(scores[1]).toEqual(scores[0]);
    expect(scores[2]).toEqual(scores[0]);
  });

  test('never has more calls in flight than it may', async () => {
    let running = 0;
    let most = 0;
    const { model } = counting(async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return 'SCORE: 1';
    });
    const tasks = ['birco/relic', 'birco/wtb'];
    await temporaryRun({ folder: fresh(), model, tasks, limit: 6, concurrency: 5 });
    expect(most).toBe(5);
  });

  test('asks each repeat for itself', async () => {
    const { model, seen } = counting((_, { index }) => `SCORE: ${index % 7}`);
    const { results } = await temporaryRun({ folder: fresh(), model, limit: 3, repeats: 3 });
    expect(results[0]?.counts).toMatchObject({ planned: 9, scored: 9 });
    expect(results[0]?.calls).toMatchObject({ planned: seen.length, made: seen.length });
    const headline = results[0]?.metrics.find((metric) => metric.headline);
    expect(headline?.repeats?.values).toHaveLength(3);
    expect(headline?.repeats?.sdSample).toBeGreaterThan(0);
  });

  test('tells how far it is', async () => {
    const told: string[] = [];
    await temporaryRun({
      folder: fresh(),
      model: counting().model,
      limit: 3,
      onProgress: ({ task, stage, done, total, failed }) =>
        told.push(`${task} ${stage} ${done}/${total} ${failed}`),
    });
    expect(told).toEqual([1, 2, 3].map((done) => `birco/relic items ${done}/3 0`));
  });

  test('of all five sets has the mean over them', async () => {
    const tasks = ['doris-mae', 'arguana', 'wtb', 'clinical-trial', 'relic'].map((set) => `birco/${set}`);
    const outcome = await temporaryRun({ folder: fresh(), model: counting().model, tasks, limit: 3 });
    expect(outcome.results.map(({ task }) => task)).toEqual([...tasks, 'birco']);
    const values = tasks.map((task) => headlineOf(outcome, task) ?? Number.NaN);
    expect(headlineOf(outcome, 'birco')).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / 5, 12);
  });
});

describe('every planned item ends in one outcome', () => {
  const reply = (request: TextRequest): ScriptReply => {
    const [query = ''] = /fate|ship|house|garden|war|letter|child|sea/i.exec(
      request.messages[0]?.content ?? '',
    ) ?? [''];
    return KINDS[query.toLowerCase().length % KINDS.length]!;
  };
  const KINDS: readonly ScriptReply[] = [
    { text: 'SCORE: 4' },
    { text: 'I cannot say.' },
    { text: '', stop: 'filtered-input', finish: 'filtered' },
    { error: { kind: 'server', status: 500 } },
    { text: 'SCORE: 2', finish: 'length' },
    { text: '', stop: 'refusal', finish: 'refusal' },
  ];

  test('and the counts add up', async () => {
    const { folder, results } = await temporaryRun({ folder: fresh(), model: counting(reply).model });
    const [result] = results;
    expect(result?.counts.planned).toBe(24);
    expect(countsAddUp(result!.counts)).toBe(true);
    const outcomes = [...readItems(path.join(folder, 'items.jsonl')).values()].map(({ outcome }) => outcome);
    expect(outcomes).toHaveLength(24 - result!.counts.failed);
    expect(result?.complete).toBe(result?.counts.failed === 0);
  });

  const cases: [string, ScriptReply, Record<string, number>, string | null][] = [
    ['a score', { text: 'SCORE: 3' }, { scored: 4 }, null],
    ['no score', { text: 'no idea' }, { unparsed: 4 }, 'invalid'],
    ['nothing', { text: '' }, { stopped: 4 }, 'empty'],
    [
      'a filtered answer',
      { text: 'SCORE: 9', stop: 'filtered-output', finish: 'filtered' },
      { stopped: 4 },
      'filtered-output',
    ],
    ['a refusal', { text: '', stop: 'refusal', finish: 'refusal' }, { stopped: 4 }, 'refusal'],
    [
      'too long an input',
      { text: '', stop: 'input-too-long', finish: 'other' },
      { stopped: 4 },
      'input-too-long',
    ],
    ['half an answer', { text: 'First I', finish: 'length' }, { stopped: 4 }, 'truncated'],
    ['a refused call', { error: { kind: 'bad-request' } }, { failed: 4 }, 'call-refused'],
    ['a server that fails', { error: { kind: 'server' } }, { failed: 4 }, 'retries-exhausted'],
  ];
  test.each(cases)('%s', async (_, given, counts, reason) => {
    const { folder, results } = await temporaryRun({
      folder: fresh(),
      model: counting(() => given).model,
      limit: 4,
      maxAttempts: 3,
    });
    const [result] = results;
    expect(result?.counts).toEqual({ planned: 4, scored: 0, unparsed: 0, stopped: 0, failed: 0, ...counts });
    expect(result?.coverage).toBe((counts.scored ?? 0) / 4);
    expect(result?.complete).toBe(counts.failed === undefined);
    for (const line of linesOf(folder, 'items.jsonl')) expect(line).toMatchObject({ reason });
    const headline = result?.metrics.find((metric) => metric.headline);
    const ofAnswered = result?.metrics.find(
      (metric) => metric.id === 'ndcg@10' && metric.slice?.answered === 'yes',
    );
    if (counts.scored === undefined) {
      // Not the value of the first order: nothing was read.
      expect(headline).toMatchObject({ value: 0, n: 4 });
      expect(ofAnswered).toMatchObject({ value: null, n: 0 });
    } else expect(ofAnswered).toMatchObject({ value: headline?.value, n: 4 });
    expect(headline?.bounds).toEqual(counts.failed === undefined ? null : { low: 0, high: 1 });
  });

  test('a listwise model that never answers readably gets 0, not the value of its first order', async () => {
    const { results } = await temporaryRun({
      folder: fresh(),
      model: counting(() => 'I would rather not.').model,
      settings: { method: 'listwise', initial: 'bm25' },
    });
    expect(headlineOf({ folder: '', results, shown: false })).toBe(0);
    const fallbacks = results[0]?.diagnostics.find(({ id }) => id === 'fallback-windows');
    expect(fallbacks?.value).toBe(results[0]?.calls?.made);
    expect(fallbacks?.value).toBe(fallbacks?.n);
  });
});

describe('a model that copies', () => {
  const windows = { method: 'listwise', window: 4, step: 2 };
  const warned = async (script: Script, settings: Readonly<Record<string, unknown>> = windows) => {
    const { results } = await temporaryRun({ folder: fresh(), model: counting(script).model, settings });
    return results[0]?.warnings.find(({ code }) => code === 'copied-order')?.message;
  };

  test('the order that is shown is flagged', async () => {
    expect(await warned(() => '[1] > [2] > [3] > [4]')).toMatch(/^24 of 24 first windows repeat/);
  });

  test('is not one that turns it over, nor one that is shown no shuffled order', async () => {
    expect(await warned(() => '[4] > [3] > [2] > [1]')).toBeUndefined();
    expect(await warned(() => '[1] > [2] > [3] > [4]', { ...windows, initial: 'bm25' })).toBeUndefined();
  });
});

describe('an empty answer', () => {
  test('is asked for once more', async () => {
    const { model, seen } = counting((_, { attempt }) => (attempt === 1 ? '' : 'SCORE: 1'));
    const { results } = await temporaryRun({ folder: fresh(), model, limit: 2 });
    expect(results[0]?.counts.scored).toBe(2);
    expect(results[0]?.calls?.made).toBe(seen.length / 2);
  });

  test('twice is an outcome, and is paid twice', async () => {
    const { model, seen } = counting(() => ({ text: '', usage: { inputTokens: 10, outputTokens: 0 } }));
    const { folder, results } = await temporaryRun({ folder: fresh(), model, limit: 1 });
    expect(results[0]?.counts.stopped).toBe(1);
    expect(
      new Set(linesOf(folder, 'calls.jsonl').map((line) => (line as { attempts: number }).attempts)),
    ).toEqual(new Set([2]));
    expect(seen.length).toBe(2 * (results[0]?.calls?.made ?? 0));
  });
});
