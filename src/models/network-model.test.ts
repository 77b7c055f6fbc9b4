import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import type { TextRequest } from '../core/index.ts';
import { type FaultReply, type FaultServer, startFaultServer } from '../testing/fault-server.ts';
import { sharedPath } from '../testing/shared.ts';
import { createModel, type ModelOptions } from './create.ts';
import type { EmbeddingModel, Model, TextModel } from './types.ts';

const KEY = 'a-very-secret-key-0123456789';
const ENV = {
  OPENAI_API_KEY: KEY,
  ANTHROPIC_API_KEY: KEY,
  GEMINI_API_KEY: KEY,
  MISTRAL_API_KEY: KEY,
  DEEPSEEK_API_KEY: KEY,
};
const open: (FaultServer | Model)[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

const signal = new AbortController().signal;
const REQUEST: TextRequest = {
  role: 'candidate',
  messages: [
    { role: 'system', content: 'Answer with a letter.' },
    { role: 'user', content: ' Which one? ' },
  ],
  decoding: { temperature: 0, maxOutputTokens: 16 },
};

async function setUp(
  id: string,
  reply: (index: number) => string | FaultReply,
  options: Partial<ModelOptions> = {},
) {
  const server = await startFaultServer({ reply: ({ index }) => reply(index) });
  const model = await createModel(id, { env: ENV, baseUrl: server.url, timeoutMs: 2000, ...options });
  open.push(server, model);
  return { server, model };
}

async function setUpText(...args: Parameters<typeof setUp>) {
  const { server, model } = await setUp(...args);
  if (model.kind !== 'text') throw new Error(`${model.id} is no text model`);
  return { server, model: model satisfies TextModel };
}

async function setUpEmbedding(...args: Parameters<typeof setUp>) {
  const { server, model } = await setUp(...args);
  if (model.kind !== 'embedding') throw new Error(`${model.id} is no embedding model`);
  return { server, model: model satisfies EmbeddingModel };
}

const IDS = [
  'openai/gpt-4o-mini',
  'anthropic/claude-3-5-haiku-latest',
  'google/gemini-2.0-flash',
  'mistral/mistral-small-latest',
  'deepseek/deepseek-chat',
  'openai-compatible/org/some-model',
];

describe.each(IDS)('%s', (id) => {
  test('asks once and reads the answer, its usage and what crossed the wire', async () => {
    const { server, model } = await setUpText(id, () => ({
      text: 'B',
      reasoning: 'hm',
      inputTokens: 12,
      outputTokens: 3,
    }));
    const result = await model.generate(REQUEST, signal);
    expect(result.answer).toMatchObject({
      text: 'B',
      finish: 'stop',
      stop: null,
      usage: { inputTokens: 12, outputTokens: 3 },
    });
    expect(result).toMatchObject({ status: 200, warnings: [] });
    expect(server.requests).toHaveLength(1);
    expect(result.wire?.requestBody).toBe(server.requests[0]?.bodyText);
    expect(JSON.parse(result.wire?.responseBody ?? '')).toBeTypeOf('object');
    expect(model).toMatchObject({ kind: 'text', id, endpoint: server.url, abilities: new Set(['text']) });
    expect(model.description).toContain('language model');
    // Texts are sent as they are, white space included.
    expect(server.requests[0]?.bodyText).toContain('" Which one? "');
  });

  test('a key that the server repeats in its answer is masked, and nothing else is', async () => {
    const { model } = await setUpText(id, () => `SCORE: 5 for Bearer ${KEY} and sk-abcdefghijklmnopqrst`);
    expect((await model.generate(REQUEST, signal)).answer.text).toBe(
      'SCORE: 5 for Bearer [redacted] and sk-abcdefghijklmnopqrst',
    );
  });

  test('cut, filtered and empty answers', async () => {
    const replies: FaultReply[] = [
      { text: 'The warm', finish: 'length' },
      { text: '', finish: 'length' },
      { text: 'Half', finish: 'filtered' },
      { text: '' },
    ];
    const { model } = await setUpText(id, (index) => replies[index] ?? 'ok');
    const answers = [];
    for (const _ of replies) answers.push((await model.generate(REQUEST, signal)).answer);
    const filtered = id.startsWith('anthropic') ? 'refusal' : 'filtered-output';
    expect(answers.map(({ finish, stop }) => [finish, stop])).toEqual([
      ['length', null],
      ['length', 'truncated'],
      [id.startsWith('anthropic') ? 'refusal' : 'filtered', filtered],
      ['stop', 'empty'],
    ]);
    expect(answers[0]?.text).toBe('The warm');
  });

  test.each<[string, FaultReply, object]>([
    [
      '429',
      { status: 429, headers: { 'retry-after': '7' } },
      { kind: 'rate-limit', status: 429, retryAfterMs: 7000, retryable: true },
    ],
    ['529', { status: 529 }, { kind: 'server', status: 529, retryable: true }],
    ['500 without a body', { status: 500, bodyText: '' }, { kind: 'server', status: 500, retryable: true }],
    [
      '401',
      { status: 401, text: `wrong key ${KEY}` },
      { kind: 'auth', status: 401, retryable: false, fatal: true },
    ],
    [
      '400',
      { status: 400, text: 'no such parameter' },
      { kind: 'bad-request', status: 400, retryable: false, fatal: false },
    ],
    ['404', { status: 404, bodyText: 'nothing here' }, { kind: 'not-found', status: 404, fatal: true }],
    ['a page of HTML', { bodyText: '<html>Bad gateway</html>' }, { kind: 'invalid-body', retryable: true }],
    ['half a body', { bodyText: '{"choices":[{"message":{"con' }, { kind: 'invalid-body', retryable: true }],
    [
      'an error in status 200',
      { body: { error: { message: 'upstream is gone' } } },
      { kind: 'server', retryable: true },
    ],
    ['a connection that ends', { cut: 'body' }, { kind: 'network', status: null, retryable: true }],
  ])('%s is a failed attempt', async (_, reply, expected) => {
    const { server, model } = await setUpText(id, () => reply);
    const error = await model.generate(REQUEST, signal).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'AttemptError', ...expected });
    expect(String(error)).not.toContain(KEY);
    // Neither the SDK nor the fetch tries again.
    expect(server.requests).toHaveLength(1);
  });

  test('a body without an answer is empty, one that names a filter or a limit is a stop', async () => {
    const replies: FaultReply[] = [
      { body: {} },
      { status: 400, body: { error: { code: 'content_filter', message: 'The prompt was filtered.' } } },
      { status: 400, body: { error: { code: 'context_length_exceeded', message: 'too long' } } },
    ];
    const { model } = await setUpText(id, (index) => replies[index] ?? 'ok');
    const stops = [];
    for (const _ of replies) stops.push((await model.generate(REQUEST, signal)).answer.stop);
    expect(stops).toEqual(['empty', 'filtered-input', 'input-too-long']);
  });

  test('a time limit and an abort', async () => {
    const { server, model } = await setUpText(id, () => ({ stall: 'body' }), { timeoutMs: 800 });
    await expect(model.generate(REQUEST, signal)).rejects.toMatchObject({ kind: 'timeout', retryable: true });
    const controller = new AbortController();
    const pending = model.generate(REQUEST, controller.signal);
    await expect.poll(() => server.requests.length).toBe(2);
    controller.abort(new Error('stopped by hand'));
    await expect(pending).rejects.toThrow('stopped by hand');
  });

  test('answers find their own requests when many are in flight', async () => {
    const server = await startFaultServer({
      reply: ({ bodyText, index }) => ({
        text: /item \d+/.exec(bodyText)?.[0] ?? '',
        delayMs: (index * 7) % 20,
      }),
    });
    const model = await createModel(id, { env: ENV, baseUrl: server.url });
    open.push(server, model);
    if (model.kind !== 'text') throw new Error('no text model');
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, item) =>
        model.generate({ ...REQUEST, messages: [{ role: 'user', content: `item ${item}` }] }, signal),
      ),
    );
    expect(answers.map(({ answer }) => answer.text)).toEqual(answers.map((_, item) => `item ${item}`));
    for (const [item, { wire }] of answers.entries()) expect(wire?.requestBody).toContain(`"item ${item}"`);
  });
});

describe('what is sent', () => {
  const bodyOf = async (
    id: string,
    decoding: TextRequest['decoding'],
    options: Partial<ModelOptions> = {},
  ) => {
    const { server, model } = await setUpText(id, () => 'B', options);
    const { warnings } = await model.generate({ ...REQUEST, decoding }, signal);
    return { body: server.requests[0]?.body as Record<string, unknown>, warnings };
  };

  test('zero is a value, and what is absent is not sent', async () => {
    const zeros = { temperature: 0, seed: 0, topP: 1, frequencyPenalty: 0, presencePenalty: 0 };
    const { body } = await bodyOf('openai-compatible/m1', zeros);
    expect(body).toEqual({
      model: 'm1',
      temperature: 0,
      seed: 0,
      top_p: 1,
      frequency_penalty: 0,
      presence_penalty: 0,
      messages: REQUEST.messages,
    });
    expect((await bodyOf('openai-compatible/m1', {})).body).toEqual({
      model: 'm1',
      messages: REQUEST.messages,
    });
  });

  test('each decoding field under the name of the provider', async () => {
    const decoding = { maxOutputTokens: 5, temperature: 0.5, topP: 0.9, stop: ['\n'] };
    expect((await bodyOf('openai/gpt-4o', decoding)).body).toMatchObject({
      max_tokens: 5,
      temperature: 0.5,
      top_p: 0.9,
      stop: ['\n'],
    });
    expect((await bodyOf('mistral/m', { ...decoding, seed: 3 })).body).toMatchObject({
      max_tokens: 5,
      random_seed: 3,
    });
    expect(
      (await bodyOf('anthropic/claude-3-haiku-20240307', { maxOutputTokens: 5, stop: ['\n'] })).body,
    ).toMatchObject({
      max_tokens: 5,
      stop_sequences: ['\n'],
      system: [{ type: 'text', text: 'Answer with a letter.' }],
    });
    expect((await bodyOf('google/gemini-2.0-flash', decoding)).body).toMatchObject({
      generationConfig: { maxOutputTokens: 5, temperature: 0.5, topP: 0.9, stopSequences: ['\n'] },
    });
  });

  test('what a provider cannot take is left out and said', async () => {
    const { body, warnings } = await bodyOf('openai/o3-mini', { temperature: 0, maxOutputTokens: 9 });
    expect(body).not.toHaveProperty('temperature');
    expect(body).toMatchObject({ max_completion_tokens: 9 });
    expect(warnings).toEqual(['temperature is not supported for reasoning models']);
    expect((await bodyOf('deepseek/deepseek-chat', { seed: 1 })).warnings).toEqual([
      'seed is not supported by this model and was left out',
    ]);
  });

  test('further parameters, as members of the body or as options of the provider', async () => {
    const compatible = { parameters: { logprobs: false, chat_template_kwargs: { enable_thinking: false } } };
    expect((await bodyOf('openai-compatible/m1', {}, compatible)).body).toMatchObject(compatible.parameters);
    const openai = { parameters: { reasoningEffort: 'low' } };
    expect((await bodyOf('openai/o3-mini', {}, openai)).body).toMatchObject({ reasoning_effort: 'low' });
  });

  test('keys are in their header and nowhere else; without one no Authorization is sent', async () => {
    const headers: Record<string, string> = {
      openai: 'authorization',
      anthropic: 'x-api-key',
      google: 'x-goog-api-key',
      mistral: 'authorization',
      deepseek: 'authorization',
    };
    for (const id of IDS.slice(0, 5)) {
      const { server, model } = await setUpText(id, () => 'B');
      await model.generate(REQUEST, signal);
      const [request] = server.requests;
      expect(request?.headers[headers[id.split('/')[0] ?? ''] ?? '']).toContain(KEY);
      expect(`${request?.path}${request?.bodyText}`).not.toContain(KEY);
    }
    const { server, model } = await setUpText('openai-compatible/m1', () => 'B');
    await model.generate(REQUEST, signal);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    const keyed = await createModel('openai-compatible/m1', {
      env: { OPENAI_COMPATIBLE_API_KEY: ` ${KEY}\n` },
      baseUrl: `${server.url}/chat/completions?api-version=7`,
    });
    open.push(keyed);
    if (keyed.kind === 'text') await keyed.generate(REQUEST, signal);
    expect(server.requests[1]?.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(server.requests[1]?.path).toBe('/v1/chat/completions?api-version=7');
    expect(keyed.endpoint).toBe(`${server.url}?api-version=7`);
  });
});

describe('log-probabilities of the first token', () => {
  const firstToken = [
    { token: 'B', logprob: -0.1 },
    { token: 'A', logprob: -2.5 },
  ];
  const ask = async (id: string) => {
    const { server, model } = await setUpText(id, () => ({ text: 'B', firstToken }));
    const { answer } = await model.generate({ ...REQUEST, topLogprobs: 5 }, signal);
    return { body: server.requests[0]?.body, found: answer.firstToken };
  };

  test.each(['openai/gpt-4o', 'openai-compatible/m1', 'deepseek/deepseek-chat'])(
    '%s gives them',
    async (id) => {
      const { body, found } = await ask(id);
      expect(body).toMatchObject({ logprobs: true, top_logprobs: 5 });
      expect(found).toEqual(firstToken);
    },
  );

  test.each(['anthropic/claude-3-haiku-20240307', 'google/gemini-2.0-flash', 'mistral/m'])(
    '%s has none',
    async (id) => {
      const { body, found } = await ask(id);
      expect(JSON.stringify(body)).not.toContain('ogprobs');
      expect(found).toEqual(id.startsWith('mistral') ? firstToken : null);
    },
  );
});

describe('embeddings', () => {
  test.each([
    'openai/text-embedding-3-small',
    'google/gemini-embedding-001',
    'mistral/mistral-embed',
    'openai-compatible/nomic-embed-text',
  ])('%s: one vector a text, in order, of length 1', async (id) => {
    const { server, model } = await setUpEmbedding(id, () => ({}));
    const { vectors, status } = await model.embed(['one', 'two', 'one'], signal);
    expect(status).toBe(200);
    expect(vectors).toHaveLength(3);
    expect(vectors[0]).toEqual(vectors[2]);
    expect(vectors[0]).not.toEqual(vectors[1]);
    for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
    expect(server.requests).toHaveLength(1);
    expect((await model.embed([], signal)).vectors).toEqual([]);
    await expect(model.embed(new Array(model.maxTextsPerCall + 1).fill('x'), signal)).rejects.toThrow(
      RangeError,
    );
    expect([...model.abilities]).toEqual(['embed', 'rank']);
  });

  test('a compatible server is taken at its word about the order', async () => {
    const data = [
      { index: 1, embedding: [0, 2] },
      { index: 0, embedding: [3, 4] },
    ];
    const { model } = await setUpEmbedding('openai-compatible/bge-m3', () => ({ body: { data } }), {
      ability: 'embed',
    });
    const { vectors, usage } = await model.embed(['a', 'b'], signal);
    expect(vectors.map((vector) => [...vector])).toEqual([
      [Math.fround(0.6), Math.fround(0.8)],
      [0, 1],
    ]);
    expect(usage.inputTokens).toBeNull();
  });

  test.each<[string, FaultReply, object]>([
    ['too few vectors', { vectors: [[1, 0]] }, { kind: 'invalid-body', retryable: true }],
    ['vectors of two sizes', { vectors: [[1, 0], [1]] }, { kind: 'invalid-body' }],
    [
      'a vector of zeros',
      {
        vectors: [
          [0, 0],
          [1, 0],
        ],
      },
      { kind: 'invalid-body' },
    ],
    ['no vectors', { body: {} }, { kind: 'invalid-body' }],
    ['429', { status: 429, headers: { 'retry-after-ms': '9' } }, { kind: 'rate-limit', retryAfterMs: 9 }],
    [
      'too long',
      { status: 400, body: { error: { code: 'context_length_exceeded', message: 'x' } } },
      { kind: 'bad-request' },
    ],
    ['a cut connection', { cut: 'before' }, { kind: 'network', retryable: true }],
  ])('%s is a failed attempt', async (_, reply, expected) => {
    const { server, model } = await setUpEmbedding('openai/text-embedding-3-small', () => reply);
    await expect(model.embed(['a', 'b'], signal)).rejects.toMatchObject(expected);
    expect(server.requests).toHaveLength(1);
  });
});

describe('ids and settings that do not fit', () => {
  test.each([
    ['gpt-4o', {}, 'unknown-model'],
    ['openai/', {}, 'unknown-model'],
    ['nobody/model', {}, 'unknown-model'],
    ['openai/gpt-4o', { env: {} }, 'missing-key'],
    ['google/gemini-2.0-flash', { env: { GEMINI_API_KEY: ' ' } }, 'missing-key'],
    ['openai-compatible/m', {}, 'usage'],
    ['openai-compatible/m', { baseUrl: 'localhost:11434' }, 'usage'],
    ['anthropic/claude-3-haiku-20240307', { ability: 'embed' as const }, 'unsuitable-model'],
  ])('%s %j: %s', async (id, options, code) => {
    await expect(createModel(id, { env: ENV, ...options })).rejects.toMatchObject({ code });
  });

  test('messages say what to do', async () => {
    const error = await createModel('google/gemini-2.0-flash', { env: {} }).catch(
      (thrown: unknown) => thrown,
    );
    expect(String(error)).toContain('GOOGLE_GENERATIVE_AI_API_KEY');
    const unknown = await createModel('nobody/m', { env: {} }).catch((thrown: unknown) => thrown);
    expect(unknown).toMatchObject({
      next: expect.stringMatching(/openai\/NAME.*openai-compatible\/NAME.*local\/use-lite/),
    });
  });

  test('an embedding name can be asked for text', async () => {
    const { model } = await setUp('openai-compatible/embed-chat', () => 'B', { ability: 'text' });
    expect(model.kind).toBe('text');
  });
});

test('a fetch that the caller brings is used in the place of ours', async () => {
  const urls: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    urls.push(`${input} ${typeof init?.body}`);
    return Response.json({ choices: [{ message: { content: 'B', refusal: 'No.' }, finish_reason: 'stop' }] });
  };
  const { model } = await setUpText('openai-compatible/m', () => 'unused', {
    fetch,
    baseUrl: 'http://example.com',
  });
  const result = await model.generate(REQUEST, signal);
  expect(result.answer).toMatchObject({ stop: 'refusal', text: 'B' });
  expect(result.wire?.responseBody).toContain('"refusal":"No."');
  expect(urls).toEqual(['http://example.com/v1/chat/completions string']);
});

const cases = sharedPath('field-cases/cases.jsonl');
describe.runIf(cases !== undefined)('reported trouble with requests', () => {
  type Config = Record<string, unknown> & { model: string };
  type Pair = { input: { config: Config }; expected: { body: Record<string, unknown>; absent?: string[] } };
  const NAMES = new Map([
    ['top_p', 'topP'],
    ['frequency_penalty', 'frequencyPenalty'],
    ['temperature', 'temperature'],
    ['seed', 'seed'],
  ]);
  const found = readFileSync(cases ?? '', 'utf8')
    .split('\n')
    .filter((line) => line.includes('"http.request"'))
    .map((line) => JSON.parse(line) as Pair & { more: Pair[] });

  test.each(found.flatMap((one) => [one, ...one.more]))('$input.config', async ({ input, expected }) => {
    const { model: name, ...rest } = input.config;
    const entries = Object.entries(rest);
    const decoding = entries.flatMap(([key, value]) => (NAMES.has(key) ? [[NAMES.get(key), value]] : []));
    const parameters = Object.fromEntries(entries.filter(([key]) => !NAMES.has(key)));
    const { server, model } = await setUpText(`openai-compatible/${name}`, () => 'B', { parameters });
    await model.generate({ ...REQUEST, decoding: Object.fromEntries(decoding) }, signal);
    expect(server.requests[0]?.body).toMatchObject(expected.body);
    for (const absent of expected.absent ?? []) expect(server.requests[0]?.body).not.toHaveProperty(absent);
  });
});
