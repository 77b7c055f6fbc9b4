import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { sharedPath } from '../testing/shared.ts';
import { readResponse } from './response.ts';

function chat(
  message: Record<string, unknown>,
  finish: string | null = 'stop',
  more: Record<string, unknown> = {},
) {
  return {
    choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: finish }],
    ...more,
  };
}
const ok = (body: unknown, family?: 'openai' | 'anthropic' | 'google') =>
  readResponse({ status: 200, body, ...(family === undefined ? {} : { family }) });

describe('a chat completion', () => {
  test('text, usage and the model that answered', () => {
    const read = ok(
      chat({ content: ' B\n' }, 'stop', {
        model: 'm-2026',
        usage: {
          prompt_tokens: 100,
          completion_tokens: 7,
          completion_tokens_details: { reasoning_tokens: 5 },
          prompt_tokens_details: { cached_tokens: 64 },
        },
      }),
    );
    expect(read).toMatchObject({
      kind: 'ok',
      ok: true,
      cacheable: true,
      retryable: false,
      servedModel: 'm-2026',
    });
    expect(read.answer).toEqual({
      text: ' B\n',
      finish: 'stop',
      stop: null,
      firstToken: null,
      usage: { inputTokens: 100, outputTokens: 7, reasoningTokens: 5, cachedInputTokens: 64 },
    });
  });

  test('a count that is no count is null: it would spoil every sum and every budget', () => {
    const usage = (prompt: unknown, completion: unknown) =>
      ok(chat({ content: 'B' }, 'stop', { usage: { prompt_tokens: prompt, completion_tokens: completion } }))
        .answer?.usage;
    for (const odd of [-5, 1e308, 2.5, '7', true, {}]) {
      expect(usage(odd, 7)).toMatchObject({ inputTokens: null, outputTokens: 7 });
      expect(usage(7, odd)).toMatchObject({ inputTokens: 7, outputTokens: null });
    }
    expect(usage(0, 0)).toMatchObject({ inputTokens: 0, outputTokens: 0 });
  });

  test('usage that is not said is null, not 0', () => {
    expect(ok(chat({ content: 'B' })).answer?.usage).toEqual({
      inputTokens: null,
      outputTokens: null,
      reasoningTokens: null,
      cachedInputTokens: null,
    });
    expect(
      ok(chat({ content: 'B' }, 'stop', { usage: { prompt_cache_hit_tokens: 3 } })).answer?.usage,
    ).toMatchObject({
      inputTokens: null,
      cachedInputTokens: 3,
    });
  });

  test('reasoning is never the answer, in a field or in parts', () => {
    expect(ok(chat({ content: '', reasoning_content: 'It is B.' }))).toMatchObject({
      kind: 'empty',
      text: '',
    });
    const parts = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
      { type: 'text', text: 'B' },
      { type: 'text', text: '.' },
    ];
    expect(ok(chat({ content: parts })).text).toBe('B.');
  });

  test('cut answers: text is kept and read, none is a stop', () => {
    expect(ok(chat({ content: 'The warming' }, 'length'))).toMatchObject({
      kind: 'truncated',
      cacheable: false,
      retryable: false,
      answer: { text: 'The warming', finish: 'length', stop: null },
    });
    expect(ok(chat({ content: '\n' }, 'length')).answer).toMatchObject({
      finish: 'length',
      stop: 'truncated',
    });
    expect(ok(chat({ content: 'x' }, 'model_length')).kind).toBe('truncated');
  });

  test('refusals', () => {
    expect(ok(chat({ content: null, refusal: 'I cannot help.' }))).toMatchObject({
      kind: 'refusal',
      cacheable: false,
      answer: { text: 'I cannot help.', finish: 'refusal', stop: 'refusal' },
    });
  });

  test('filters, on the way in and out', () => {
    expect(ok(chat({ content: 'The first half' }, 'content_filter')).answer).toMatchObject({
      text: 'The first half',
      finish: 'filtered',
      stop: 'filtered-output',
    });
    expect(ok(chat({ content: '' }, 'sensitive'))).toMatchObject({ kind: 'filtered', retryable: false });
    const azure = chat({ content: '' }, 'content_filter', {
      prompt_filter_results: [{ content_filter_results: { violence: { filtered: true, severity: 'high' } } }],
    });
    expect(ok(azure).answer?.stop).toBe('filtered-input');
  });

  test('a provider that broke off is asked again', () => {
    expect(ok(chat({ content: 'Half' }, 'insufficient_system_resource'))).toMatchObject({
      kind: 'provider-error',
      retryable: true,
      answer: null,
      error: { kind: 'server' },
    });
    const choice = {
      message: { content: '' },
      finish_reason: 'error',
      error: { code: 502, message: 'Upstream gone' },
    };
    expect(ok({ choices: [choice] }).error?.message).toBe('Upstream gone');
  });

  test('a finish reason that nobody knows is no obstacle', () => {
    expect(ok(chat({ content: 'B' }, null))).toMatchObject({
      ok: true,
      answer: { finish: 'other', stop: null },
    });
    expect(ok(chat({ content: null }, 'tool_calls')).answer).toMatchObject({
      finish: 'other',
      stop: 'empty',
    });
  });
});

describe('log-probabilities of the first token', () => {
  const entry = (token: string, logprob: number, others: [string, number][] = []) => ({
    token,
    logprob,
    top_logprobs: others.map(([name, value]) => ({ token: name, logprob: value })),
  });
  const read = (message: Record<string, unknown>, logprobs: unknown) =>
    ok({ choices: [{ message, finish_reason: 'stop', logprobs }] }).answer?.firstToken;

  test('best first, though the sampled one may be another', () => {
    const content = [
      entry('B', -1.2, [
        ['B', -1.2],
        ['A', -0.4],
      ]),
      entry('.', -0.1),
    ];
    expect(read({ content: 'B.' }, { content })).toEqual([
      { token: 'A', logprob: -0.4 },
      { token: 'B', logprob: -1.2 },
    ]);
  });

  test('only the sampled token where no others are given; null where nothing is', () => {
    expect(read({ content: 'B' }, { content: [entry('B', -0.5)] })).toEqual([{ token: 'B', logprob: -0.5 }]);
    for (const logprobs of [null, undefined, {}, { content: [] }, { content: null }])
      expect(read({ content: 'B' }, logprobs)).toBeNull();
  });

  test('the tokens of reasoning are passed over, or nothing is said', () => {
    const content = [
      entry('Is', -9),
      entry(' B', -9),
      entry('</think>', -9),
      entry('\n\n', -9),
      entry('B', -0.5),
      entry('<|end|>', 0),
    ];
    expect(read({ content: 'B', reasoning_content: 'Is B' }, { content })).toEqual([
      { token: 'B', logprob: -0.5 },
    ]);
    expect(read({ content: '\n\nB', reasoning_content: 'Is B' }, { content })).toEqual([
      { token: '\n\n', logprob: -9 },
    ]);
    expect(read({ content: 'C', reasoning_content: 'Is B' }, { content })).toBeNull();
    expect(read({ content: '<think>Is B</think>B' }, { content })).toBeNull();
    // DeepSeek keeps the two lists apart, so that the answer's tokens stand alone.
    expect(
      read(
        { content: 'B', reasoning_content: 'Is' },
        { content: [entry('B', -0.5)], reasoning_content: [entry('Is', -1)] },
      ),
    ).toEqual([{ token: 'B', logprob: -0.5 }]);
  });
});

describe("Anthropic's messages", () => {
  const message = (content: unknown, stop: string) => ({
    type: 'message',
    model: 'claude-x',
    content,
    stop_reason: stop,
    usage: {
      input_tokens: 10,
      cache_read_input_tokens: 90,
      cache_creation_input_tokens: 5,
      output_tokens: 4,
    },
  });

  test('text blocks alone are the answer', () => {
    const read = ok(
      message(
        [
          { type: 'thinking', thinking: 'hm' },
          { type: 'text', text: 'B' },
        ],
        'end_turn',
      ),
      'anthropic',
    );
    expect(read).toMatchObject({ kind: 'ok', text: 'B', servedModel: 'claude-x' });
    expect(read.answer?.usage).toEqual({
      inputTokens: 105,
      outputTokens: 4,
      reasoningTokens: null,
      cachedInputTokens: 90,
    });
  });

  test.each([
    ['max_tokens', 'truncated', 'length'],
    ['model_context_window_exceeded', 'truncated', 'length'],
    ['refusal', 'refusal', 'refusal'],
    ['stop_sequence', 'ok', 'stop'],
  ])('%s', (reason, kind, finish) => {
    expect(ok(message([{ type: 'text', text: 'B' }], reason), 'anthropic')).toMatchObject({
      kind,
      answer: { finish },
    });
  });

  test('nothing said is empty', () => {
    expect(ok(message([], 'end_turn'), 'anthropic').answer?.stop).toBe('empty');
  });
});

describe("Google's generated content", () => {
  const candidate = (parts: unknown, reason: string) => ({
    candidates: [{ content: { parts, role: 'model' }, finishReason: reason }],
    usageMetadata: { promptTokenCount: 8, candidatesTokenCount: 2, thoughtsTokenCount: 30 },
    modelVersion: 'gemini-x',
  });

  test('thoughts are paid, but not read', () => {
    const read = ok(
      candidate([{ text: 'hm', thought: true }, { text: 'B' }, { text: '.' }], 'STOP'),
      'google',
    );
    expect(read).toMatchObject({ kind: 'ok', text: 'B.', servedModel: 'gemini-x' });
    expect(read.answer?.usage).toMatchObject({ inputTokens: 8, outputTokens: 32, reasoningTokens: 30 });
  });

  test('blocked prompts and answers', () => {
    expect(ok({ promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } }, 'google').answer).toMatchObject({
      finish: 'filtered',
      stop: 'filtered-input',
    });
    for (const reason of ['SAFETY', 'RECITATION', 'SPII', 'BLOCKLIST'])
      expect(ok({ candidates: [{ finishReason: reason }] }, 'google').answer?.stop).toBe('filtered-output');
    expect(ok(candidate([], 'MAX_TOKENS'), 'google').answer).toMatchObject({
      finish: 'length',
      stop: 'truncated',
    });
  });
});

const cases = sharedPath('field-cases/cases.jsonl');
describe.runIf(cases !== undefined)('reported trouble with responses', () => {
  type Pair = {
    input: { status: number; body?: unknown; bodyText?: string };
    expected: Record<string, unknown>;
  };
  const found = readFileSync(cases ?? '', 'utf8')
    .split('\n')
    .filter((line) => line.includes('"http.response"'))
    .map((line) => JSON.parse(line) as Pair & { more: Pair[] });
  const pairs = found.flatMap((one) => [one, ...one.more]);

  test.each(pairs)('$input', ({ input, expected }) => {
    const read = readResponse(input);
    expect({ ...read, kind: read.kind.replace('-', '_') }).toMatchObject(expected);
  });

  test('there are some', () => expect(pairs.length).toBeGreaterThan(8));
});
