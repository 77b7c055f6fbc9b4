import { messageOf, QuadratError } from '../core/index.ts';
import { AttemptError } from './attempt-error.ts';
import { type HeaderSource, headerValue } from './headers.ts';

/** What an attempt ended with. */
export interface RetryInput {
  readonly status?: number | null;
  /** Code of an error below HTTP: `ECONNRESET`, `UND_ERR_SOCKET`, … */
  readonly error?: string;
  readonly headers?: HeaderSource;
  /** Number of the attempt that failed, from 1. */
  readonly attempt: number;
  readonly nowMs: number;
  /** The longest wait. A server that asks for more is an error for the user, never a shorter wait. */
  readonly maxDelayMs: number;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}

export interface RetryDecision {
  readonly retry: boolean;
  /** 0 where `retry` is false. */
  readonly delayMs: number;
}

const FIRST_DELAY_MS = 1000;
const LONGEST_OWN_DELAY_MS = 60_000;
const NO_RETRY: RetryDecision = { retry: false, delayMs: 0 };

/** Below 500 only these; from 500 all but 501. */
const RETRIED_STATUS: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Errors of TLS and of addresses: waiting does not mend them. */
const HOPELESS_ERROR =
  /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|ERR_INVALID|UND_ERR_INVALID|UND_ERR_NOT_SUPPORTED|UNABLE_TO_/;

/** Whether a status may pass by itself. */
export function isRetryableStatus(status: number): boolean {
  return RETRIED_STATUS.has(status) || (status >= 500 && status !== 501);
}

/** Whether an error code below HTTP may pass by itself. */
export function isRetryableErrorCode(code: string): boolean {
  return !HOPELESS_ERROR.test(code);
}

/**
 * How long a server asks to wait, in ms: `retry-after-ms`, else `retry-after` in seconds or as an HTTP date (a date in
 * the past is 0). Null where it does not say or cannot be read.
 */
export function retryAfterMs(headers: HeaderSource | undefined, nowMs: number): number | null {
  const ms = readNumber(headerValue(headers, 'retry-after-ms'));
  if (ms !== null) return ms;
  const text = headerValue(headers, 'retry-after');
  const seconds = readNumber(text);
  if (seconds !== null) return seconds * 1000;
  // A date names its month; "-3" and "soon" are neither number nor date.
  if (text === null || !/[a-z]{3}/i.test(text)) return null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}

function readNumber(text: string | null): number | null {
  if (text === null || !/^\s*\d+(\.\d+)?\s*$/.test(text)) return null;
  return Number(text);
}

/** Whether to try again after a failed attempt, and when. */
export function retryDecision(input: RetryInput): RetryDecision {
  const asked = headerValue(input.headers, 'x-should-retry');
  const status = input.status ?? null;
  const passing =
    status === null
      ? input.error !== undefined && isRetryableErrorCode(input.error)
      : asked === 'true' || isRetryableStatus(status);
  if (!passing || asked === 'false') return NO_RETRY;
  return waitDecision(retryAfterMs(input.headers, input.nowMs), input);
}

/**
 * The wait before the next attempt. Without a word from the server: full jitter, evenly between 1 ms and a bound that
 * starts at 1 s, doubles with each attempt and ends at 60 s. With one: at least that, and jitter on top, so that
 * requests that were refused together do not come back together.
 */
export function waitDecision(
  askedMs: number | null,
  input: Pick<RetryInput, 'attempt' | 'maxDelayMs' | 'random'>,
): RetryDecision {
  if (askedMs !== null && askedMs > input.maxDelayMs) return NO_RETRY;
  const bound = Math.min(FIRST_DELAY_MS * 2 ** (input.attempt - 1), LONGEST_OWN_DELAY_MS, input.maxDelayMs);
  const jitter = Math.max(1, Math.round(input.random() * bound));
  if (askedMs === null) return { retry: true, delayMs: jitter };
  return { retry: true, delayMs: Math.min(Math.ceil(askedMs) + jitter, input.maxDelayMs) };
}

/** The outside world, passed in. */
export interface RetryTools {
  readonly now: () => number;
  readonly random: () => number;
  /** Resolves after the time, or rejects with the signal's reason. */
  readonly sleep: (delayMs: number, signal: AbortSignal) => Promise<void>;
}

/** What the caller hears of each failed attempt, before the wait. */
export interface FailedAttempt {
  readonly attempt: number;
  readonly error: AttemptError;
  /** The wait before the next attempt; null: there is none. */
  readonly delayMs: number | null;
}

export interface RetryOptions extends RetryTools {
  readonly maxAttempts: number;
  readonly maxDelayMs: number;
  readonly signal: AbortSignal;
  readonly onAttempt?: (failed: FailedAttempt) => void;
  /** A value that is worth asking for once more, such as an empty answer. The second one is taken as it is. */
  readonly askAgain?: (value: unknown) => boolean;
  /** Hears of the value that was not taken: it is paid, too. */
  readonly onDiscard?: (value: unknown, attempt: number) => void;
}

/**
 * Runs an attempt until it succeeds, until it fails in a way that waiting does not mend, or until the attempts are
 * used up.
 *
 * @param attempt gets the number of the attempt, from 1
 * @returns the value and how many attempts were made
 * @throws QuadratError `retries-exhausted` or `call-refused`, with the last {@link AttemptError} as its cause and
 *   `data: {kind, status, attempts, fatal}`; the signal's reason; any other error of the attempt as it is
 */
export async function withRetry<T>(
  attempt: (number: number) => Promise<T>,
  options: RetryOptions,
): Promise<{ value: T; attempts: number }> {
  let askedAgain = false;
  for (let number = 1; ; number += 1) {
    options.signal.throwIfAborted();
    try {
      const value = await attempt(number);
      if (!askedAgain && number < options.maxAttempts && options.askAgain?.(value) === true) {
        askedAgain = true;
        options.onDiscard?.(value, number);
        continue;
      }
      return { value, attempts: number };
    } catch (error) {
      if (!(error instanceof AttemptError) || options.signal.aborted) throw error;
      const decision = error.retryable
        ? waitDecision(error.retryAfterMs, { ...options, attempt: number })
        : NO_RETRY;
      const retry = decision.retry && number < options.maxAttempts;
      options.onAttempt?.({ attempt: number, error, delayMs: retry ? decision.delayMs : null });
      if (!retry) throw failure(error, number, options);
      await options.sleep(decision.delayMs, options.signal);
    }
  }
}

function failure(error: AttemptError, attempts: number, options: RetryOptions): QuadratError {
  const data = { kind: error.kind, status: error.status, attempts, fatal: error.fatal };
  const what = messageOf(error);
  if (!error.retryable) return new QuadratError('call-refused', what, { data, cause: error });
  if (attempts >= options.maxAttempts) {
    return new QuadratError('retries-exhausted', `no answer after ${attempts} attempts: ${what}`, {
      data,
      cause: error,
      next: 'Run the same command again: only what is missing is asked for.',
    });
  }
  return new QuadratError(
    'retries-exhausted',
    `the server asks to wait ${Math.ceil((error.retryAfterMs ?? 0) / 1000)} s, longer than the limit of ${Math.round(options.maxDelayMs / 1000)} s: ${what}`,
    { data, cause: error, next: 'Run the same command again later: only what is missing is asked for.' },
  );
}
