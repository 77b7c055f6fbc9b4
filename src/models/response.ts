import type { Answer, StopReason } from '../core/index.ts';
import { asArray, member, parseJson } from './json.ts';
import { readAnthropic } from './response-anthropic.ts';
import { errorInBody, readError } from './response-error.ts';
import { readGoogle } from './response-google.ts';
import { readOpenAI } from './response-openai.ts';
import type {
  BodyFamily,
  BodyReading,
  ReadResponse,
  ResponseError,
  ResponseInput,
  ResponseKind,
} from './response-types.ts';
import { NO_USAGE } from './types.ts';

const KINDS: Readonly<Record<StopReason, ResponseKind>> = {
  empty: 'empty',
  refusal: 'refusal',
  'filtered-input': 'filtered',
  'filtered-output': 'filtered',
  'input-too-long': 'input-too-long',
  truncated: 'truncated',
};

/**
 * Reads the response to a chat completion: what it says, or why it says nothing.
 *
 * Status 200 with an error in the body is an error; a body without choices is empty; a cut answer keeps its text.
 */
export function readResponse(input: ResponseInput): ReadResponse {
  const whole = input.body === undefined ? parseJson(input.bodyText ?? '') : input.body;
  // Some gateways wrap an error in a list of one.
  const body = Array.isArray(whole) && asArray(whole).length === 1 ? asArray(whole)[0] : whole;
  const wrong = input.status < 200 || input.status > 299;
  if (wrong || errorInBody(body)) {
    const reading = readError(input, body);
    return reading.stop === null
      ? failed('provider-error', reading.error, reading.retryable)
      : stopped(reading.stop);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return invalidBody(input);
  const { answer, failure } = READERS[input.family ?? 'openai'](body);
  const served = member(body, 'model') ?? member(body, 'modelVersion');
  const servedModel = typeof served === 'string' ? served : null;
  if (failure !== undefined) {
    const error = { kind: 'server', message: failure, retryAfterMs: null } as const;
    return { ...failed('provider-error', error, true), servedModel };
  }
  return { ...answered(answer), servedModel };
}

const READERS: Readonly<Record<BodyFamily, (body: unknown) => BodyReading>> = {
  openai: readOpenAI,
  anthropic: readAnthropic,
  google: readGoogle,
};

function answered(answer: Answer): ReadResponse {
  const kind = answer.stop === null ? (answer.finish === 'length' ? 'truncated' : 'ok') : KINDS[answer.stop];
  return {
    kind,
    ok: kind === 'ok',
    text: answer.text,
    cacheable: isCacheable(answer),
    retryable: kind === 'empty',
    answer,
    error: null,
    servedModel: null,
  };
}

/** Whether an answer may be stored and served again: neither stopped nor filtered nor cut. */
export function isCacheable(answer: Answer): boolean {
  return answer.stop === null && (answer.finish === 'stop' || answer.finish === 'other');
}

function stopped(stop: StopReason): ReadResponse {
  const finish = stop === 'refusal' ? 'refusal' : stop.startsWith('filtered') ? 'filtered' : 'other';
  return answered({ text: '', finish, stop, firstToken: null, usage: NO_USAGE });
}

function failed(kind: ResponseKind, error: ResponseError, retryable: boolean): ReadResponse {
  return { kind, ok: false, text: '', cacheable: false, retryable, answer: null, error, servedModel: null };
}

function invalidBody(input: ResponseInput): ReadResponse {
  const text = (input.bodyText ?? '').trim();
  const what = text === '' ? 'an empty body' : `a body that is no JSON object (“${text.slice(0, 80)}”)`;
  const where = input.url === undefined ? 'the server' : input.url;
  return failed(
    'invalid-body',
    { kind: 'invalid-body', message: `${where} answered with ${what}`, retryAfterMs: null },
    true,
  );
}
