import { expect, test } from 'vitest';
import type { TextRequest } from '../core/index.ts';
import { AttemptError } from './attempt-error.ts';
import { withLogprobsRefused } from './logprobs-refused.ts';
import { type GenerateResult, NO_USAGE } from './types.ts';

const REQUEST: TextRequest = { role: 'candidate', messages: [], decoding: {}, topLogprobs: 5 };
const RESULT: GenerateResult = {
  answer: { text: 'b', finish: 'stop', stop: null, firstToken: null, usage: NO_USAGE },
  status: 200,
  servedModel: null,
  warnings: [],
  wire: null,
};
const { signal } = new AbortController();

/** A model that fails with this error where log-probabilities are asked for, or always. */
function model(error: AttemptError, always = false) {
  const asked: (number | undefined)[] = [];
  const generate = withLogprobsRefused(async (request) => {
    asked.push(request.topLogprobs);
    if (always || request.topLogprobs !== undefined) throw error;
    return RESULT;
  });
  return { asked, ask: () => generate(REQUEST, signal) };
}

test.each([
  "this model does not support the 'logprobs' parameter",
  'Extra inputs are not permitted: top_logprobs',
  'log probabilities are not available for this model',
])('a refusal of log-probabilities asks without them, from then on: %s', async (message) => {
  const { asked, ask } = model(new AttemptError('bad-request', message, { status: 400 }));
  const first = await ask();
  expect(first.notice).toContain(message);
  expect((await ask()).notice).toBeUndefined();
  expect(asked).toEqual([5, undefined, undefined]);
});

test.each([
  new AttemptError('bad-request', 'temperature must be 1', { status: 400 }),
  new AttemptError('rate-limit', 'too many requests with logprobs', { status: 429 }),
  new AttemptError('auth', 'no right to logprobs', { status: 403 }),
  new AttemptError('network', 'connection to logprobs.example lost'),
])('another failure stays as it is: $message', async (error) => {
  const { asked, ask } = model(error);
  await expect(ask()).rejects.toBe(error);
  expect(asked).toEqual([5]);
});

test('a call that fails without them, too, is no refusal', async () => {
  const error = new AttemptError('bad-request', 'bad body: {"logprobs":true}', { status: 400 });
  const { asked, ask } = model(error, true);
  await expect(ask()).rejects.toBe(error);
  await expect(ask()).rejects.toBe(error);
  expect(asked).toEqual([5, undefined, 5, undefined]);
});
