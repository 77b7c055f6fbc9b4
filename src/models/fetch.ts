import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { AttemptError } from './attempt-error.ts';
import { createBodyProgress } from './body-progress.ts';
import { BufferedResponse } from './buffered-response.ts';

/** One request and what came of it. Request headers, which hold the key, are no part of it. */
export interface Exchange {
  readonly url: string;
  readonly requestBody: string;
  /** Null where no response came. */
  readonly status: number | null;
  readonly headers: ReadonlyMap<string, string>;
  /** Decoded when it is asked for. */
  readonly responseBody: string;
  /** What went wrong below HTTP; null where a whole response came. */
  readonly error: unknown;
}

export interface FetchOptions {
  /** The time for one exchange, from its start to the last byte, in ms. A body that stalls does not escape it. */
  readonly timeoutMs: number;
  /** The longest silence within a body, in ms; what only keeps the connection open does not count. Absent: none. */
  readonly idleMs?: number;
  /** A larger body is refused, also once it is decoded; by default {@link MAX_BODY_BYTES}. */
  readonly maxBytes?: number;
  /** Hears of every exchange that ended by itself, with the signal that the caller gave. */
  readonly onExchange?: (exchange: Exchange, signal: AbortSignal | undefined) => void;
}

/** A fetch whose exchanges are seen. */
export interface OwnFetch {
  /** For the AI SDK's `fetch` option. The body has arrived when it resolves; redirects are not followed. */
  readonly fetch: typeof globalThis.fetch;
  /** Closes the connections, also those in use. */
  close(): Promise<void>;
}

/**
 * The largest body of a response: some ten times what a long answer with its log-probabilities, or a full batch of
 * vectors, takes, and still little enough to hold as many as there are calls in flight.
 */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;
const NO_HEADERS: ReadonlyMap<string, string> = new Map();

/**
 * A fetch over undici's connection pools: kept-alive connections, as many as are needed at once, no proxy. It costs
 * about a third of what the global `fetch` costs, since bodies are short and are buffered.
 */
export async function createFetch(options: FetchOptions): Promise<OwnFetch> {
  const { Agent } = await import('undici');
  // Our own timer covers the whole exchange; those of undici would only cover parts of it.
  const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: options.timeoutMs } });
  const fetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    if (input instanceof Request) throw new TypeError('a Request object is not taken, give an address');
    const url = new URL(input);
    const requestBody = bodyText(init.body);
    const report = (rest: Pick<Exchange, 'status' | 'headers' | 'error'>, bytes: Uint8Array | null) =>
      options.onExchange?.(
        {
          url: url.href,
          requestBody,
          ...rest,
          get responseBody() {
            return bytes === null ? '' : new TextDecoder().decode(bytes);
          },
        },
        init.signal ?? undefined,
      );
    try {
      const { status, headers, bytes } = await exchange(agent, url, requestBody, init, options);
      report({ status, headers, error: null }, bytes);
      return new BufferedResponse(status, headers, bytes) as unknown as Response;
    } catch (error) {
      if (init.signal?.aborted !== true) report({ status: null, headers: NO_HEADERS, error }, null);
      throw error;
    }
  };
  return { fetch, close: () => agent.destroy() };
}

interface Arrived {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: Uint8Array;
}

function exchange(
  agent: Dispatcher,
  url: URL,
  body: string,
  init: RequestInit,
  { timeoutMs, idleMs, maxBytes = MAX_BODY_BYTES }: FetchOptions,
): Promise<Arrived> {
  const signal = init.signal ?? null;
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const chunks: Buffer[] = [];
    let size = 0;
    let status = 0;
    let headers: ReadonlyMap<string, string> = NO_HEADERS;
    let controller: Dispatcher.DispatchController | null = null;
    let stopped: Error | null = null;

    const progress = createBodyProgress();
    let idle: NodeJS.Timeout | undefined;

    const settle = () => {
      clearTimeout(timer);
      clearTimeout(idle);
      signal?.removeEventListener('abort', onAbort);
    };
    const stop = (reason: Error) => {
      if (stopped !== null) return;
      stopped = reason;
      settle();
      reject(reason);
      controller?.abort(reason);
    };
    const onAbort = () => stop(signal?.reason);
    const timer = setTimeout(() => stop(timeoutError(url, timeoutMs, status)), timeoutMs);
    signal?.addEventListener('abort', onAbort, { once: true });

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (stopped !== null) started.abort(stopped);
      },
      onResponseStart(_controller, code, received) {
        if (code < 200) return;
        status = code;
        headers = new Map(Object.entries(received).map(([name, value]) => [name, firstValue(value)]));
        if (idleMs !== undefined && stopped === null)
          idle = setTimeout(() => stop(silenceError(url, idleMs)), idleMs);
      },
      onResponseData(_controller, chunk) {
        size += chunk.length;
        if (size > maxBytes) return stop(tooLarge(url.href, maxBytes));
        if (progress(chunk)) idle?.refresh();
        if (stopped === null) chunks.push(chunk);
      },
      onResponseEnd() {
        if (stopped !== null) return;
        settle();
        const joined = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
        chunks.length = 0;
        try {
          const bytes = decoded(joined, headers.get('content-encoding'), url, maxBytes);
          resolve({ status, headers, bytes });
        } catch (error) {
          reject(error);
        }
      },
      onResponseError(_controller, error) {
        if (stopped !== null) return;
        stopped = error;
        settle();
        reject(error);
      },
    };
    try {
      agent.dispatch(
        {
          origin: url.origin,
          path: `${url.pathname}${url.search}`,
          method: (init.method ?? 'GET') as Dispatcher.HttpMethod,
          headers: { ...headerRecord(init.headers), 'user-agent': 'quadrat' },
          body: body === '' ? null : body,
        },
        handler,
      );
    } catch (error) {
      settle();
      reject(error);
    }
  });
}

function timeoutError(url: URL, timeoutMs: number, status: number): AttemptError {
  const stage = status === 0 ? 'no response' : 'no complete response';
  return new AttemptError('timeout', `${stage} from ${url.origin} within ${timeoutMs} ms`);
}

function silenceError(url: URL, idleMs: number): AttemptError {
  return new AttemptError('timeout', `${url.origin} fell silent within its response for ${idleMs} ms`);
}

/** The same request would most likely bring it again: it is not sent again. */
export function tooLarge(url: string, maxBytes: number): AttemptError {
  const limit = maxBytes % 2 ** 20 === 0 ? `${maxBytes / 2 ** 20} MiB` : `${maxBytes} bytes`;
  return new AttemptError(
    'invalid-body',
    `${url} sends more than ${limit}, the most that a response may have`,
    {
      retryable: false,
    },
  );
}

function firstValue(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}

function bodyText(body: RequestInit['body']): string {
  if (body === undefined || body === null) return '';
  if (typeof body === 'string') return body;
  throw new TypeError('only text is sent as a request body');
}

function headerRecord(headers: RequestInit['headers']): Record<string, string> {
  const record: Record<string, string> = {};
  if (headers === undefined) return record;
  const plain = !(headers instanceof Headers) && !Array.isArray(headers);
  const entries = plain ? Object.entries(headers as Record<string, string>) : new Headers(headers);
  for (const [name, value] of entries) record[name.toLowerCase()] = value;
  return record;
}

/** Servers may compress although nobody asked for it. */
function decoded(bytes: Buffer, encoding: string | undefined, url: URL, maxBytes: number): Uint8Array {
  if (encoding === undefined || encoding === 'identity' || bytes.length === 0) return bytes;
  const options = { maxOutputLength: maxBytes };
  try {
    if (/^(?:x-)?gzip$/i.test(encoding)) return gunzipSync(bytes, options);
    if (/^br$/i.test(encoding)) return brotliDecompressSync(bytes, options);
    if (/^deflate$/i.test(encoding)) return inflateSync(bytes, options);
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(url.href, maxBytes);
    throw error;
  }
  throw new AttemptError('invalid-body', `a body in the unknown encoding ${encoding}`);
}
