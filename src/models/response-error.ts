import type { StopReason } from '../core/index.ts';
import { sliceCodePoints } from '../text/code-points.ts';
import type { AttemptErrorKind } from './attempt-error.ts';
import { headerValue } from './headers.ts';
import { asArray, asNumber, asObject, asString, member } from './json.ts';
import type { ResponseError, ResponseInput } from './response-types.ts';
import { isRetryableStatus, retryAfterMs } from './retry.ts';

/** What an error response means: a stop that belongs to the item, or a failed attempt. */
export type ErrorReading =
  | { readonly stop: StopReason; readonly error: null; readonly retryable: false }
  | { readonly stop: null; readonly error: ResponseError; readonly retryable: boolean };

/** The output was judged, not the prompt. */
const OUTPUT_FILTERED = /^(?!.*input or output).*\boutput\b.*(?:inappropriate|sensitive)/is;

/** Codes and phrases of content filters: OpenAI, Azure, DashScope, DeepSeek, Moonshot, Volcengine, Zhipu, xAI. */
const FILTER_CODE =
  /^(?:content_filter|content_policy_violation|responsibleaipolicyviolation|data_?inspection_?failed|(?:input|output)?(?:text)?sensitivecontentdetected.*|invalid_prompt|1301)$/i;
const FILTER_MESSAGE =
  /content exists risk|data_?inspection_?failed|(?:in|out)put(?: text)? data may contain inappropriate|content (?:management|filtering) policy|flagged as potentially violating|violates? (?:our |the )?usage (?:guidelines|polic)|considered high risk|moderation.*flagged|敏感内容|不安全或敏感/i;

const LENGTH_CODE =
  /^(?:context_length_exceeded|context_window_exceeded|exceed_context_size_error|string_above_max_length|request_too_large|tokens_limit_reached|3051|1261)$/i;
const LENGTH_MESSAGE =
  /maximum context length|context (?:length|window|size)|prompt is too long|input is too long|too many (?:input )?tokens|input token count|exceeds? the (?:maximum|max) (?:number of )?(?:input )?tokens|input length|too large for model|maximum allowed (?:input )?length/i;
const OUTPUT_LIMIT =
  /max(?:_completion|_output)?_?tokens['"`]?[^.]{0,80}(?:too large|exceeds?|at most|must be|invalid)(?:: (\d+))?/i;

/** Whether the limit asked for is wrong, not the prompt. A limit that the model has, but not after this prompt, is not. */
function isOutputLimit(message: string): boolean {
  const found = OUTPUT_LIMIT.exec(message);
  if (found === null) return false;
  const context = /maximum context length is (\d+)/i.exec(message)?.[1];
  return found[1] === undefined || context === undefined || Number(found[1]) >= Number(context);
}

/** The account, not the request: no money left, no such key. */
const ACCOUNT_CODE =
  /^(?:insufficient_quota|billing_not_active|arrearage|invalid_api_key|api_key_invalid|unauthenticated)$/i;
const ACCOUNT_MESSAGE =
  /credit balance|insufficient (?:balance|quota|funds|credits)|exceeded your current quota|api key not valid|billing/i;

/** Google says the same of a limit per minute: with status 429 only the codes tell. */
function isAccount(status: number, codes: readonly string[], message: string): boolean {
  return codes.some((code) => ACCOUNT_CODE.test(code)) || (status !== 429 && ACCOUNT_MESSAGE.test(message));
}

/** A limit per minute that the request alone exceeds. */
const NEVER_FITS = /request too large/i;

/** Whether a body says that something went wrong, whatever its status. */
export function errorInBody(body: unknown): boolean {
  if (asObject(body) === null) return false;
  const error = member(body, 'error');
  if (Object.keys(asObject(error) ?? {}).length > 0 || (typeof error === 'string' && error !== ''))
    return true;
  if (member(body, 'type') === 'error' || member(body, 'object') === 'error') return true;
  const code = asNumber(member(body, 'base_resp', 'status_code'));
  if (code !== null && code !== 0) return true;
  const answered = ['choices', 'candidates', 'content'].some((name) => member(body, name) !== undefined);
  return !answered && ['message', 'detail', 'msg'].some((name) => asString(member(body, name)) !== null);
}

/** Reads an error response. */
export function readError(input: ResponseInput, body: unknown): ErrorReading {
  const { codes, message } = wordsOf(body, input.bodyText);
  const status = effectiveStatus(input.status, codes);
  const account = isAccount(status, codes, message);
  const has = (code: RegExp, phrase: RegExp) => codes.some((one) => code.test(one)) || phrase.test(message);

  if (status !== 401 && status !== 429 && status < 500) {
    if (has(FILTER_CODE, FILTER_MESSAGE)) {
      const output =
        OUTPUT_FILTERED.test(message) ||
        codes.some((one) => /^output/i.test(one)) ||
        onlyAnswerFiltered(body);
      return { stop: output ? 'filtered-output' : 'filtered-input', error: null, retryable: false };
    }
    const tooLong = status === 413 || (has(LENGTH_CODE, LENGTH_MESSAGE) && !isOutputLimit(message));
    if (tooLong && !account) return { stop: 'input-too-long', error: null, retryable: false };
  }
  const kind = errorKind(status, message, account);
  const word = input.headers === undefined ? null : headerValue(input.headers, 'x-should-retry');
  const passing = kind !== 'auth' && !(status === 429 && NEVER_FITS.test(message)) && isPassing(status);
  const retryable = word === 'true' || (word !== 'false' && passing);
  const waitMs = retryAfterMs(input.headers, input.nowMs ?? 0) ?? retryDelayOf(body);
  return {
    stop: null,
    error: { kind, message: describe(input, status, kind, message), retryAfterMs: waitMs },
    retryable,
  };
}

/** Zhipu says whose words were filtered. */
function onlyAnswerFiltered(body: unknown): boolean {
  const roles = asArray(member(body, 'contentFilter')).map((entry) => member(entry, 'role'));
  return roles.includes('assistant') && !roles.includes('user');
}

/** An error inside status 200 carries no status of its own: it passes like a failure of the server. */
function isPassing(status: number): boolean {
  return status === 200 || isRetryableStatus(status);
}

function errorKind(status: number, message: string, account: boolean): AttemptErrorKind {
  if (account || status === 401 || status === 402 || status === 403) return 'auth';
  if (status === 429) return 'rate-limit';
  if (status === 404 || status === 405) return 'not-found';
  if (status === 200) return /rate.?limit|too many requests/i.test(message) ? 'rate-limit' : 'server';
  return isRetryableStatus(status) || status >= 500 ? 'server' : 'bad-request';
}

/** Every code and the message of an error body, wherever a provider puts them. */
function wordsOf(body: unknown, bodyText: string | undefined): { codes: string[]; message: string } {
  const error = member(body, 'error');
  const places = [error, member(error, 'innererror'), body, member(body, 'base_resp')];
  const codes = places.flatMap((place) =>
    ['code', 'type', 'status', 'status_code'].flatMap((name) => {
      const value = member(place, name);
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
    }),
  );
  for (const detail of asArray(member(error, 'details'))) {
    const reason = asString(member(detail, 'reason'));
    if (reason !== null) codes.push(reason);
  }
  const texts = [
    asString(error),
    ...places.flatMap((place) =>
      ['message', 'detail', 'msg', 'status_msg'].map((name) => asString(member(place, name))),
    ),
  ].filter((text): text is string => text !== null && text !== '');
  const raw = asString(member(error, 'metadata', 'raw'));
  const message = texts[0] ?? (bodyText ?? '').trim().slice(0, 300);
  return { codes, message: raw === null ? message : `${message}: ${raw.slice(0, 300)}` };
}

/** Zhipu's codes for too many requests, whatever the status. */
const RATE_CODES: ReadonlySet<string> = new Set(['1302', '1303', '1305']);

/** Gateways put the status of the provider behind them into a 200. */
function effectiveStatus(status: number, codes: readonly string[]): number {
  if (codes.some((code) => RATE_CODES.has(code))) return 429;
  if (status < 200 || status > 299) return status;
  const inner = codes.map(Number).find((code) => Number.isInteger(code) && code >= 400 && code <= 599);
  return inner ?? 200;
}

/** Google asks for a wait in the body: `{"@type": "…RetryInfo", "retryDelay": "38s"}`. */
function retryDelayOf(body: unknown): number | null {
  for (const detail of asArray(member(body, 'error', 'details'))) {
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(asString(member(detail, 'retryDelay')) ?? '')?.[1];
    if (seconds !== undefined) return Number(seconds) * 1000;
  }
  return null;
}

/** Longest message of a server that is passed on, in code points: some repeat the whole prompt. */
const MESSAGE_LIMIT = 500;

function describe(input: ResponseInput, status: number, kind: AttemptErrorKind, message: string): string {
  const short = sliceCodePoints(message, 0, MESSAGE_LIMIT);
  const said = message === '' ? 'no message' : short === message ? message : `${short}…`;
  const what = status === 200 ? 'error in the body of status 200' : `status ${status}`;
  const where = (kind === 'not-found' || status < 400) && input.url !== undefined ? ` at ${input.url}` : '';
  const moved = status >= 300 && status < 400 ? headerValue(input.headers, 'location') : null;
  return `${what}${where}: ${moved === null ? said : `the address has moved to ${moved}`}`;
}
