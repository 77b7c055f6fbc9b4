import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { afterEach, describe, expect, test } from 'vitest';
import type { TextRequest } from '../core/index.ts';
import { type FaultReply, type FaultServer, startFaultServer } from '../testing/fault-server.ts';
import type { AiGenerateResult, AiLanguageModel } from './ai-sdk-types.ts';
import { wrapEmbeddingModel, wrapLanguageModel } from './wrap.ts';

const servers: FaultServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
async function serve(reply: FaultReply) {
  const server = await startFaultServer({ reply: () => reply });
  servers.push(server);
  return server;
}
const signal = new AbortController().signal;
const REQUEST: TextRequest = { role: 'candidate', messages: [{ role: 'user', content: 'Hi' }], decoding: {} };

describe('models of the AI SDK that the user made', () => {
  test('OpenAI: id, answer, log-probabilities', async () => {
    const firstToken = [
      { token: 'B', logprob: -0.2 },
      { token: 'A', logprob: -1.7 },
    ];
    const server = await serve({ text: 'B', firstToken });
    const model = wrapLanguageModel(createOpenAI({ baseURL: server.url, apiKey: 'x' }).chat('gpt-4o'));
    expect(model).toMatchObject({ kind: 'text', id: 'openai/gpt-4o', endpoint: null });
    const result = await model.generate({ ...REQUEST, topLogprobs: 2 }, signal);
    expect(result).toMatchObject({ answer: { text: 'B', firstToken }, wire: null, servedModel: 'gpt-4o' });
    expect(server.requests[0]?.body).toMatchObject({ logprobs: true, top_logprobs: 2 });
  });

  test('the Responses API', async () => {
    const server = await serve({
      body: {
        id: 'resp_1',
        created_at: 1,
        model: 'gpt-4o',
        output: [
          {
            type: 'message',
            role: 'assistant',
            id: 'msg_1',
            content: [
              {
                type: 'output_text',
                text: 'B',
                annotations: [],
                logprobs: [{ token: 'B', logprob: -0.2, top_logprobs: [{ token: 'A', logprob: -1.7 }] }],
              },
            ],
          },
        ],
        usage: { input_tokens: 4, output_tokens: 1 },
      },
    });
    const model = wrapLanguageModel(createOpenAI({ baseURL: server.url, apiKey: 'x' })('gpt-4o'), {
      id: 'mine',
    });
    const { answer } = await model.generate({ ...REQUEST, topLogprobs: 2 }, signal);
    expect(model.id).toBe('mine');
    expect(answer).toMatchObject({
      text: 'B',
      finish: 'stop',
      firstToken: [{ token: 'A', logprob: -1.7 }],
      usage: { inputTokens: 4, outputTokens: 1 },
    });
  });

  test('Anthropic and compatible servers', async () => {
    const server = await serve({ text: 'No.', finish: 'refusal' });
    const claude = wrapLanguageModel(
      createAnthropic({ baseURL: server.url, apiKey: 'x' })('claude-3-haiku-20240307'),
    );
    expect((await claude.generate(REQUEST, signal)).answer).toMatchObject({ stop: 'refusal', text: 'No.' });
    const other = wrapLanguageModel(createOpenAICompatible({ name: 'mine', baseURL: server.url })('m'));
    expect((await other.generate({ ...REQUEST, topLogprobs: 3 }, signal)).answer.stop).toBe('refusal');
    expect(server.requests[1]?.body).toMatchObject({ logprobs: true, top_logprobs: 3 });
  });

  test.each<[FaultReply, object]>([
    [
      { status: 429, headers: { 'retry-after': '3' } },
      { kind: 'rate-limit', status: 429, retryAfterMs: 3000 },
    ],
    [{ status: 401 }, { kind: 'auth', retryable: false }],
    [{ bodyText: '<html>' }, { kind: 'invalid-body', retryable: true }],
    [{ cut: 'before' }, { kind: 'network', retryable: true }],
    [{ stall: 'body' }, { kind: 'timeout', retryable: true }],
  ])('a failed attempt: %j', async (reply, expected) => {
    const server = await serve(reply);
    const model = wrapLanguageModel(createOpenAI({ baseURL: server.url, apiKey: 'x' }).chat('m'), {
      timeoutMs: 150,
    });
    await expect(model.generate(REQUEST, signal)).rejects.toMatchObject({
      name: 'AttemptError',
      ...expected,
    });
    expect(server.requests).toHaveLength(1);
  });

  test('a filter is a stop here, too', async () => {
    const server = await serve({
      status: 400,
      body: { error: { code: 'content_filter', message: 'Filtered.' } },
    });
    const model = wrapLanguageModel(createOpenAI({ baseURL: server.url, apiKey: 'x' }).chat('m'));
    expect((await model.generate(REQUEST, signal)).answer.stop).toBe('filtered-input');
  });

  test('embeddings', async () => {
    const server = await serve({});
    const model = await wrapEmbeddingModel(
      createOpenAI({ baseURL: server.url, apiKey: 'x' }).embeddingModel('text-embedding-3-small'),
    );
    const { vectors, usage } = await model.embed(['a', 'b'], signal);
    expect([vectors.length, vectors[0]?.length, usage.inputTokens]).toEqual([2, 8, 2]);
  });
});

describe('a model without a body', () => {
  const fake = (result: Partial<AiGenerateResult>): AiLanguageModel => ({
    specificationVersion: 'v2',
    provider: 'fake',
    modelId: 'm',
    doGenerate: async () => ({ content: [], finishReason: 'stop', usage: {}, ...result }),
  });
  const answer = async (result: Partial<AiGenerateResult>) =>
    (await wrapLanguageModel(fake(result)).generate(REQUEST, signal)).answer;
  const text = (value: string) => [{ type: 'text', text: value }];

  test('both forms of finish reason and usage', async () => {
    expect(
      await answer({
        content: [{ type: 'reasoning', text: 'hm' }, ...text('B')],
        usage: { inputTokens: 3, outputTokens: 2, reasoningTokens: 1, cachedInputTokens: 0 },
      }),
    ).toEqual({
      text: 'B',
      finish: 'stop',
      stop: null,
      firstToken: null,
      usage: { inputTokens: 3, outputTokens: 2, reasoningTokens: 1, cachedInputTokens: 0 },
    });
    expect(
      await answer({
        content: text('B'),
        finishReason: { unified: 'length', raw: 'max_tokens' },
        usage: { inputTokens: { total: 3, cacheRead: 1 }, outputTokens: { total: 2, reasoning: undefined } },
      }),
    ).toMatchObject({
      finish: 'length',
      usage: { inputTokens: 3, outputTokens: 2, reasoningTokens: null, cachedInputTokens: 1 },
    });
  });

  test('stops', async () => {
    expect((await answer({})).stop).toBe('empty');
    expect((await answer({ finishReason: { unified: 'length', raw: undefined } })).stop).toBe('truncated');
    expect((await answer({ content: text('x'), finishReason: 'content-filter' })).stop).toBe(
      'filtered-output',
    );
    expect(
      (await answer({ content: text('x'), finishReason: { unified: 'content-filter', raw: 'refusal' } }))
        .stop,
    ).toBe('refusal');
  });

  test('an error that is none of HTTP is not tried again', async () => {
    const broken: AiLanguageModel = {
      ...fake({}),
      doGenerate: async () => {
        throw new TypeError('a fault of the program');
      },
    };
    await expect(wrapLanguageModel(broken).generate(REQUEST, signal)).rejects.toMatchObject({
      name: 'AttemptError',
      retryable: false,
      message: 'a fault of the program',
    });
  });
});
