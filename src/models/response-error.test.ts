import { describe, expect, test } from 'vitest';
import { readResponse } from './response.ts';

const error = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  readResponse({ status, body, headers, url: 'https://api.example.com/v1/chat/completions', nowMs: 0 });

describe('what belongs to the item is a stop, never sent again', () => {
  test.each([
    [400, { error: { code: 'content_filter', message: 'The response was filtered.' } }],
    [
      400,
      { error: { code: null, innererror: { code: 'ResponsibleAIPolicyViolation' }, message: 'Filtered.' } },
    ],
    [
      400,
      { error: { code: 'data_inspection_failed', message: 'Input data may contain inappropriate content.' } },
    ],
    [
      400,
      { code: 'DataInspectionFailed', message: 'Input or output data may contain inappropriate content.' },
    ],
    [
      400,
      {
        error: {
          message: 'Content Exists Risk',
          type: 'invalid_request_error',
          code: 'invalid_request_error',
        },
      },
    ],
    [400, { detail: 'Content Exists Risk' }],
    [400, { error: { code: '1301', message: '系统检测到输入或生成内容可能包含不安全或敏感内容' } }],
    [
      400,
      {
        error: {
          type: 'content_filter',
          message: 'The request was rejected because it was considered high risk',
        },
      },
    ],
    [400, { error: { code: 'SensitiveContentDetected', message: 'The request failed' } }],
    [
      403,
      {
        error: {
          code: 403,
          message: 'This model requires moderation and your input was flagged for "violence"',
        },
      },
    ],
    [200, { error: { code: 'content_filter', message: 'Filtered.' } }],
  ])('filtered input: %i %j', (status, body) => {
    const read = error(status, body);
    expect(read).toMatchObject({ kind: 'filtered', retryable: false, cacheable: false, error: null });
    expect(read.answer).toMatchObject({ text: '', finish: 'filtered', stop: 'filtered-input' });
  });

  test.each([
    { error: { code: 'data_inspection_failed', message: 'Output data may contain inappropriate content.' } },
    { error: { code: 'OutputTextSensitiveContentDetected', message: 'The request failed' } },
  ])('filtered output: %j', (body) => {
    expect(error(400, body).answer?.stop).toBe('filtered-output');
  });

  test.each([
    [400, { error: { code: 'context_length_exceeded', message: 'Your messages resulted in 9000 tokens.' } }],
    [
      400,
      {
        object: 'error',
        message:
          "This model's maximum context length is 4096 tokens. However, your request has 5000 input tokens.",
        code: 400,
      },
    ],
    [
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'prompt is too long: 211033 tokens > 200000 maximum',
        },
      },
    ],
    [
      413,
      { type: 'error', error: { type: 'request_too_large', message: 'Request exceeds the maximum size' } },
    ],
    [
      400,
      {
        error: {
          code: 400,
          status: 'INVALID_ARGUMENT',
          message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        },
      },
    ],
    [
      400,
      {
        error: {
          code: 400,
          type: 'exceed_context_size_error',
          message: 'the request exceeds the available context',
        },
      },
    ],
    [
      400,
      {
        object: 'error',
        type: 'invalid_request_prompt',
        code: '3051',
        message: 'Prompt contains 40000 tokens, too large for model with 32768 maximum',
      },
    ],
    [
      400,
      {
        error: {
          message:
            "'max_tokens' is too large: 500. This model's maximum context length is 4096 tokens and your request has 3900 input tokens",
        },
      },
    ],
  ])('too long: %i %j', (status, body) => {
    expect(error(status, body)).toMatchObject({
      kind: 'input-too-long',
      retryable: false,
      answer: { stop: 'input-too-long', finish: 'other' },
    });
  });
});

describe('what does not is a failed attempt', () => {
  test.each([
    [429, { error: { message: 'Rate limit reached' } }, 'rate-limit', true],
    [
      429,
      { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } },
      'auth',
      false,
    ],
    [
      429,
      { error: { message: 'Request too large for m on tokens per min: Limit 10000, Requested 12000' } },
      'rate-limit',
      false,
    ],
    [401, { error: { code: 'invalid_api_key', message: 'Incorrect API key' } }, 'auth', false],
    [403, { error: { message: 'No access' } }, 'auth', false],
    [402, { error: { message: 'Insufficient Balance' } }, 'auth', false],
    [
      400,
      { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low' } },
      'auth',
      false,
    ],
    [
      400,
      { error: { code: 400, message: 'API key not valid.', details: [{ reason: 'API_KEY_INVALID' }] } },
      'auth',
      false,
    ],
    [
      400,
      { error: { message: 'max_tokens is too large: 40000. This model supports at most 16384' } },
      'bad-request',
      false,
    ],
    [
      400,
      {
        error: {
          message: "'max_tokens' is too large: 5000. This model's maximum context length is 4096 tokens",
        },
      },
      'bad-request',
      false,
    ],
    [422, { detail: [{ msg: 'field required' }] }, 'bad-request', false],
    [404, { error: { message: 'No such model' } }, 'not-found', false],
    [500, { error: { message: 'Internal' } }, 'server', true],
    [529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'server', true],
    [503, { error: { message: 'output is sensitive to load' } }, 'server', true],
    [408, {}, 'server', true],
    [501, {}, 'server', false],
    [200, { error: { message: 'rate limit exceeded' } }, 'rate-limit', true],
    [200, { error: { code: 502, message: 'Upstream' } }, 'server', true],
    [200, { error: { code: 402, message: 'Pay first' } }, 'auth', false],
    [200, { error: 'model is loading' }, 'server', true],
    [200, [{ error: { code: 503, message: 'Wrapped in a list' } }], 'server', true],
    [200, { base_resp: { status_code: 1002, status_msg: 'too many requests' } }, 'rate-limit', true],
    [200, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'server', true],
  ])('%i %j is %s', (status, body, kind, retryable) => {
    const read = error(status, body);
    expect(read).toMatchObject({
      kind: 'provider-error',
      ok: false,
      retryable,
      cacheable: false,
      answer: null,
    });
    expect(read.error?.kind).toBe(kind);
  });

  test('a daily or minute limit of Google is no empty account', () => {
    const body = {
      error: {
        code: 429,
        status: 'RESOURCE_EXHAUSTED',
        message: 'You exceeded your current quota, please check your plan and billing details.',
        details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '38.5s' }],
      },
    };
    const read = error(429, body);
    expect(read).toMatchObject({ retryable: true, error: { kind: 'rate-limit', retryAfterMs: 38_500 } });
  });

  test('waits are read from headers first', () => {
    expect(error(429, {}, { 'retry-after': '7' }).error?.retryAfterMs).toBe(7000);
    expect(error(503, {}, { 'retry-after': 'Thu, 01 Jan 1970 00:00:30 GMT' }).error?.retryAfterMs).toBe(
      30_000,
    );
    expect(error(503, {}).error?.retryAfterMs).toBeNull();
  });

  test('x-should-retry has the last word', () => {
    expect(error(503, {}, { 'x-should-retry': 'false' }).retryable).toBe(false);
    expect(error(400, { error: { message: 'busy' } }, { 'x-should-retry': 'true' }).retryable).toBe(true);
  });

  test('an address that is not there, or has moved, is named', () => {
    expect(error(404, { error: { message: 'No such path' } }).error?.message).toBe(
      'status 404 at https://api.example.com/v1/chat/completions: No such path',
    );
    expect(error(301, {}, { location: 'https://example.org/' }).error?.message).toContain(
      'moved to https://example.org/',
    );
  });

  test('a server that repeats the prompt is cut short, after what it says was read', () => {
    const said = `Too long: ${'𠮷'.repeat(600)} maximum context length is 10`;
    expect(error(500, { error: { message: said } }).error?.message).toBe(
      `status 500: Too long: ${'𠮷'.repeat(490)}…`,
    );
    expect(error(400, { error: { message: said } }).kind).toBe('input-too-long');
  });

  test('an answer beside an error that says nothing is an answer', () => {
    const choices = [{ message: { content: 'B' }, finish_reason: 'stop' }];
    for (const nothing of [null, {}, ''])
      expect(error(200, { choices, error: nothing })).toMatchObject({ text: 'B' });
  });

  test('bodies that are no JSON', () => {
    const html = readResponse({ status: 200, bodyText: '<html>Bad gateway</html>' });
    expect(html).toMatchObject({ kind: 'invalid-body', retryable: true, error: { kind: 'invalid-body' } });
    expect(readResponse({ status: 200, bodyText: '{"choices":[{"mess' }).kind).toBe('invalid-body');
    expect(readResponse({ status: 200, bodyText: '' }).error?.message).toContain('an empty body');
    expect(readResponse({ status: 502, bodyText: '<html>Bad gateway</html>' })).toMatchObject({
      kind: 'provider-error',
      retryable: true,
      error: { message: 'status 502: <html>Bad gateway</html>' },
    });
  });
});
