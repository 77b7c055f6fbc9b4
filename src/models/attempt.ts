import { setMaxListeners } from 'node:events';
import { AttemptError } from './attempt-error.ts';
import type { Exchange } from './fetch.ts';
import { asArray, member } from './json.ts';
import { readResponse } from './response.ts';
import type { BodyFamily, ReadResponse } from './response-types.ts';
import { isRetryableErrorCode } from './retry.ts';

/** Exchanges by the signal of their call: how a call finds what its own fetch saw among many in flight. */
export type Exchanges = WeakMap<AbortSignal, Exchange>;

/** What the SDK gave for one attempt, and what our fetch saw of it. */
export interface Attempt<T> {
  readonly value: T | undefined;
  readonly error: unknown;
  /** Undefined where no request was made, or not through our fetch. */
  readonly exchange: Exchange | undefined;
}

/**
 * Runs one call with a signal of its own.
 *
 * @param timeoutMs a limit for calls that do not go through our fetch; null: none
 * @throws the signal's reason when it was aborted, `timeout` when the limit was reached
 */
export async function runAttempt<T>(
  call: (signal: AbortSignal) => PromiseLike<T>,
  signal: AbortSignal,
  exchanges: Exchanges,
  timeoutMs: number | null,
): Promise<Attempt<T>> {
  signal.throwIfAborted();
  // One signal stops a whole run: hundreds of calls listen to it, and that is no leak.
  setMaxListeners(0, signal);
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  const timer =
    timeoutMs === null
      ? undefined
      : setTimeout(() => {
          controller.abort(new AttemptError('timeout', `no answer within ${timeoutMs} ms`));
        }, timeoutMs);
  try {
    const value = await call(controller.signal);
    return { value, error: null, exchange: exchanges.get(controller.signal) };
  } catch (error) {
    if (controller.signal.aborted) throw controller.signal.reason;
    return { value: undefined, error, exchange: exchanges.get(controller.signal) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Reads a response that our fetch saw. */
export function readExchange(
  exchange: Exchange,
  family: BodyFamily,
  nowMs: number,
  body: unknown = undefined,
): ReadResponse {
  const { status, headers, url } = exchange;
  const content = body === undefined ? { bodyText: exchange.responseBody } : { body };
  return readResponse({ family, status: status ?? 0, headers, url, nowMs, ...content });
}

/** The error for a response without an answer. */
export function responseFailure(
  read: ReadResponse,
  status: number | null,
  redact: (text: string) => string,
): AttemptError {
  const { kind, message, retryAfterMs } = read.error ?? {
    kind: 'bad-request' as const,
    message: `the provider stopped (${read.answer?.stop ?? read.kind})`,
    retryAfterMs: null,
  };
  return new AttemptError(kind, redact(message), { status, retryAfterMs, retryable: read.retryable });
}

/** The error for an exchange that ended below HTTP. */
export function networkFailure(error: unknown, url: string, redact: (text: string) => string): AttemptError {
  if (error instanceof AttemptError) return error;
  const code = codeOf(error);
  const said = error instanceof Error && error.message !== '' ? error.message : (code ?? String(error));
  const kind = code !== null && /TIMEOUT|TIMEDOUT/.test(code) ? 'timeout' : 'network';
  return new AttemptError(kind, redact(`${new URL(url).origin}: ${said}`), {
    retryable: code !== null && isRetryableErrorCode(code),
    cause: error,
  });
}

/** What an error of the AI SDK says when our fetch saw nothing of the call. */
export function foreignFailure(
  error: unknown,
  nowMs: number,
  redact: (text: string) => string,
): AttemptError {
  if (error instanceof AttemptError) return error;
  const status = member(error, 'statusCode');
  const message = redact(error instanceof Error ? error.message : String(error));
  if (typeof status === 'number') {
    const bodyText = member(error, 'responseBody');
    const headers = member(error, 'responseHeaders');
    const read = readResponse({
      status,
      nowMs,
      bodyText: typeof bodyText === 'string' ? bodyText : '',
      headers: typeof headers === 'object' && headers !== null ? (headers as Record<string, string>) : {},
    });
    if (read.error !== null) return responseFailure(read, status, redact);
    return new AttemptError('bad-request', message, { status, cause: error });
  }
  const code = codeOf(error);
  if (code !== null)
    return new AttemptError('network', message, { retryable: isRetryableErrorCode(code), cause: error });
  return new AttemptError('bad-request', message, {
    retryable: member(error, 'isRetryable') === true,
    cause: error,
  });
}

/** The first code in an error and its causes. */
function codeOf(error: unknown): string | null {
  const seen = new Set<unknown>();
  const queue: unknown[] = [error];
  for (const current of queue) {
    if (!(current instanceof Error) || seen.has(current)) continue;
    seen.add(current);
    const code: unknown = 'code' in current ? current.code : undefined;
    if (typeof code === 'string') return code;
    queue.push(current.cause, ...(current instanceof AggregateError ? asArray(current.errors) : []));
  }
  return null;
}
