import { chatCompletionsUrl } from '../../../models/base-url.ts';
import type { HeaderSource } from '../../../models/headers.ts';
import { createRedactor } from '../../../models/redact.ts';
import { requestKey } from '../../../models/request-key.ts';
import { readResponse } from '../../../models/response.ts';
import { retryDecision } from '../../../models/retry.ts';
import { asList, at, type JsonObject, numberAt, objectAt, textAt, textsAt } from '../json.ts';
import type { Surface, Surfaces } from './surface.ts';

const retry: Surface = (input) => {
  const status = at(input, 'status');
  const error = at(input, 'error');
  return retryDecision({
    ...(typeof status === 'number' ? { status } : {}),
    ...(typeof error === 'string' ? { error } : {}),
    headers: objectAt(input, 'headers') as HeaderSource,
    attempt: numberAt(input, 'attempt'),
    nowMs: Date.parse(textAt(input, 'now')),
    maxDelayMs: numberAt(input, 'maxDelayMs'),
    random: () => 0.5,
  });
};

const response: Surface = (input) => {
  const bodyText = at(input, 'bodyText');
  const body = at(input, 'body');
  const read = readResponse({
    status: numberAt(input, 'status'),
    ...(typeof bodyText === 'string' ? { bodyText } : {}),
    ...(body === undefined ? {} : { body }),
  });
  return { ...read, kind: read.kind.replaceAll('-', '_') };
};

function keyOf(request: JsonObject): string {
  const { baseUrl, model, messages, ...parameters } = request;
  return requestKey({
    provider: 'openai-compatible',
    endpoint: String(baseUrl),
    model: String(model),
    role: 'candidate',
    messages: asList(messages, 'messages') as Parameters<typeof requestKey>[0]['messages'],
    parameters,
    repeat: 0,
  });
}

/** Calls of models. */
export const MODEL_SURFACES: Surfaces = new Map<string, Surface>([
  ['http.retry', retry],
  ['http.response', response],
  ['http.url', (input) => ({ url: chatCompletionsUrl(textAt(input, 'baseUrl')) })],
  ['cache.key', (input) => ({ same: keyOf(objectAt(input, 'a')) === keyOf(objectAt(input, 'b')) })],
  [
    'log.redact',
    (input) => ({
      text: JSON.stringify(createRedactor(textsAt(input, 'secrets')).value(at(input, 'value'))),
    }),
  ],
]);
