import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Answer, TextRequest } from '../core/index.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { createModel } from './create.ts';
import { replayModel } from './replay.ts';
import { requestHash } from './request-key.ts';
import { type ScriptCall, scriptModel } from './script.ts';
import { NO_USAGE, type TextModel } from './types.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'quadrat-script-'));
afterAll(() => rmSync(directory, { recursive: true }));
const signal = new AbortController().signal;
const request = (content: string): TextRequest => ({
  role: 'candidate',
  messages: [{ role: 'user', content }],
  decoding: {},
});

describe('a model from a function', () => {
  test('a text, or an answer with its circumstances', async () => {
    const model = scriptedModel(({ messages }) =>
      messages[0]?.content === 'plain'
        ? 'B'
        : { text: 'C', finish: 'length', usage: { outputTokens: 1 }, delayMs: 1 },
    );
    expect((await model.generate(request('plain'), signal)).answer).toEqual({
      text: 'B',
      finish: 'stop',
      stop: null,
      firstToken: null,
      usage: NO_USAGE,
    });
    expect((await model.generate(request('other'), signal)).answer).toMatchObject({
      text: 'C',
      finish: 'length',
      usage: { inputTokens: null, outputTokens: 1 },
    });
    expect(model.description).toContain('not a language model');
  });

  test('empty and cut texts are stops as with any model', async () => {
    const model = scriptedModel((_, { index }) => (index === 0 ? ' ' : { text: '', finish: 'length' }));
    expect((await model.generate(request('a'), signal)).answer.stop).toBe('empty');
    expect((await model.generate(request('a'), signal)).answer.stop).toBe('truncated');
  });

  test.each([
    [{ text: 5 }, /wrong `text`/],
    [{ text: 'A', usage: { inputTokens: 'many' } }, /wrong `usage.inputTokens`/],
    [{ text: 'A', firstToken: 'A' }, /wrong `firstToken`/],
    [{ text: 'A', stop: 'tired' }, /wrong `stop`/],
    [{ error: { kind: 'odd' } }, /wrong `error.kind`/],
    [null, /returned null, not a text/],
    [5, /returned number, not a text/],
  ])('what is no reply fails the call: %j', async (reply, message) => {
    const model = scriptedModel(() => reply as never);
    await expect(model.generate(request('a'), signal)).rejects.toMatchObject({
      name: 'AttemptError',
      kind: 'bad-request',
      retryable: false,
      message: expect.stringMatching(message) as string,
    });
  });

  test('that never answers has a limit in time', async () => {
    const model = scriptModel('script/x', () => new Promise<string>(() => {}), undefined, 5);
    await expect(model.generate(request('a'), signal)).rejects.toMatchObject({
      kind: 'timeout',
      message: 'the script gave no answer within 5 ms',
    });
  });

  test('is told the try and the running number', async () => {
    const calls: ScriptCall[] = [];
    const model = scriptedModel((_, call) => {
      calls.push(call);
      return 'ok';
    });
    for (const content of ['a', 'b', 'a']) await model.generate(request(content), signal);
    await model.generate(request('a'), signal, { attempt: 9 });
    expect(calls.map(({ attempt, index }) => [attempt, index])).toEqual([
      [1, 0],
      [1, 1],
      [2, 2],
      [9, 3],
    ]);
  });

  test('failed attempts, faults of the script, and aborts', async () => {
    const failing = (reply: Parameters<typeof scriptedModel>[0]) =>
      scriptedModel(reply).generate(request('a'), signal);
    await expect(
      failing(() => ({ error: { kind: 'rate-limit', status: 429, retryAfterMs: 5 } })),
    ).rejects.toMatchObject({
      name: 'AttemptError',
      kind: 'rate-limit',
      status: 429,
      retryAfterMs: 5,
      retryable: true,
    });
    await expect(failing(() => ({ error: { kind: 'server', retryable: false } }))).rejects.toMatchObject({
      retryable: false,
    });
    await expect(
      failing(() => {
        throw new Error('oh');
      }),
    ).rejects.toMatchObject({ kind: 'bad-request', message: 'the script threw: oh', retryable: false });
    await expect(failing(() => 7 as unknown as string)).rejects.toThrow('the script returned number');
    const controller = new AbortController();
    const slow = scriptedModel(() => ({ text: 'late', delayMs: 60_000 })).generate(
      request('a'),
      controller.signal,
    );
    controller.abort(new Error('stopped by hand'));
    await expect(slow).rejects.toThrow('stopped by hand');
  });
});

describe('script/FILE', () => {
  const write = (name: string, text: string) => writeFileSync(path.join(directory, name), text);
  const load = (name: string) => createModel(`script/${name}`, { env: {}, directory });

  test('asks the default export', async () => {
    write(
      'answers.mjs',
      'export default async (request, { attempt }) => request.messages[0].content + " " + attempt;',
    );
    const model = await load('answers.mjs');
    expect(model).toMatchObject({ kind: 'text', id: 'script/answers.mjs' });
    expect((await (model as TextModel).generate(request('Hi'), signal)).answer.text).toBe('Hi 1');
  });

  test.each([
    ['absent.mjs', null, 'file-not-found'],
    ['nothing.mjs', 'export const answer = 1;', 'invalid-format'],
    ['broken.mjs', 'export default (', 'invalid-format'],
  ])('%s: %s', async (name, text, code) => {
    if (text !== null) write(name, text);
    await expect(load(name)).rejects.toMatchObject({ code, place: { file: name } });
  });
});

describe('replay/RUN', () => {
  const answer = (text: string): Answer => ({
    text,
    finish: 'stop',
    stop: null,
    firstToken: null,
    usage: NO_USAGE,
  });
  const recorded = new Map([
    [`${requestHash(request('a'))} 0`, answer('first')],
    [`${requestHash(request('a'))} 1`, answer('second')],
  ]);
  const lookup = async (hash: string, ordinal: number) => recorded.get(`${hash} ${ordinal}`);

  test('gives recorded answers in their order, or those asked for by number', async () => {
    const model = await createModel('replay/runs/x', { env: {}, openRun: async () => lookup });
    if (model.kind !== 'text') throw new Error('no text model');
    const text = async (context?: { ordinal: number }) =>
      (await model.generate(request('a'), signal, context)).answer.text;
    expect([await text(), await text()]).toEqual(['first', 'second']);
    expect([await text({ ordinal: 1 }), await text({ ordinal: 0 })]).toEqual(['second', 'first']);
    await expect(text()).rejects.toMatchObject({ kind: 'bad-request', retryable: false });
  });

  test('another request is not there', async () => {
    await expect(replayModel('replay/x', lookup).generate(request('b'), signal)).rejects.toThrow(
      'holds no answer',
    );
    await expect(createModel('replay/x', { env: {} })).rejects.toMatchObject({ code: 'unknown-model' });
  });
});
