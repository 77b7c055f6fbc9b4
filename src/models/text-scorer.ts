import { z } from 'zod';
import { QuadratError, type ReferencePair, type TextScore, type TextScorer } from '../core/index.ts';
import { AttemptError } from './attempt-error.ts';
import { createFetch, MAX_BODY_BYTES } from './fetch.ts';
import { isRetryableStatus, type RetryTools, retryAfterMs, withRetry } from './retry.ts';
import { SYSTEM_TOOLS } from './system-tools.ts';

export interface TextScorerOptions {
  /** Pairs of one request; 64 by default. */
  readonly batch?: number;
  /** Longest wait for an answer; ten minutes by default. */
  readonly timeoutMs?: number;
  /** Longest silence within an answer that has begun; by default half of `timeoutMs`. */
  readonly idleMs?: number;
  /** A larger answer is refused; by default as large as one of a model may be. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal;
  /** Attempts at a request, while the server is busy or does not answer; 4 by default. */
  readonly maxAttempts?: number;
  /** Clock, chance and waiting; by default the system's. */
  readonly tools?: RetryTools;
  /** Hears of each failed attempt that is made again. */
  readonly onRetry?: (message: string) => void;
}

const MAX_DELAY_MS = 60_000;
const DEFAULT_TIMEOUT_MS = 600_000;

/** The address, and how it is asked. */
interface Server extends TextScorerOptions {
  readonly url: string;
  readonly fetch: typeof globalThis.fetch;
}

const part = z.number().min(-1.01).max(1.01).nullable();
const answerSchema = z.object({
  scorer: z.string().min(1),
  scores: z.array(z.object({ precision: part, recall: part, f1: part })),
});
type ScorerAnswer = z.infer<typeof answerSchema>;

/**
 * A scorer of text pairs behind an address, for BERTScore by the model that papers use (roberta-large, layer 17). It
 * gets `POST {"pairs": [{"candidate", "reference"}]}` and answers `{"scorer": "name and hash", "scores": [{"precision",
 * "recall", "f1"}]}`; no pairs ask for its name alone.
 *
 * @param url http on this machine, or https, without a user name and password. Redirects are not followed
 * @throws QuadratError `usage` for another address; `retries-exhausted` where it does not answer; `call-refused` for an
 *   answer in another form, or of another scorer than the first one
 */
export async function openTextScorer(url: string, options: TextScorerOptions = {}): Promise<TextScorer> {
  checkAddress(url);
  const { batch = 64, timeoutMs = DEFAULT_TIMEOUT_MS, idleMs = Math.ceil(timeoutMs / 2) } = options;
  const { maxBytes = MAX_BODY_BYTES } = options;
  const { fetch } = await createFetch({ timeoutMs, idleMs, maxBytes });
  const server: Server = { ...options, url, fetch };
  const { scorer: id } = await ask(server, []);
  return {
    id,
    async score(pairs) {
      const scores: TextScore[] = [];
      for (let at = 0; at < pairs.length; at += batch) {
        const some = pairs.slice(at, at + batch);
        const answer = await ask(server, some);
        if (answer.scorer !== id) throw refused(url, `it was ${id} and is now ${answer.scorer}`);
        if (answer.scores.length !== some.length)
          throw refused(url, `it gave ${answer.scores.length} scores for ${some.length} pairs`);
        scores.push(...answer.scores);
      }
      return scores;
    },
  };
}

function checkAddress(url: string): void {
  const found = URL.canParse(url) ? new URL(url) : undefined;
  const local = found !== undefined && ['127.0.0.1', 'localhost', '[::1]'].includes(found.hostname);
  if (found !== undefined && (found.username !== '' || found.password !== '')) {
    throw new QuadratError(
      'usage',
      `the address of the scorer, ${shown(url)}, has a user name or a password`,
      {
        next: 'Leave them out: a scorer is asked without.',
      },
    );
  }
  if (found?.protocol === 'https:' || (found?.protocol === 'http:' && local)) return;
  throw new QuadratError('usage', `“${url}” is no address of a scorer`, {
    next: 'Give http on this machine, such as http://127.0.0.1:8085/score, or https.',
  });
}

/** One request, made again while waiting may help. */
async function ask(server: Server, pairs: readonly ReferencePair[]): Promise<ScorerAnswer> {
  const { maxAttempts = 4, tools = SYSTEM_TOOLS, signal = new AbortController().signal } = server;
  const { value } = await withRetry(() => attempt(server, pairs, tools), {
    ...tools,
    maxAttempts,
    maxDelayMs: MAX_DELAY_MS,
    signal,
    onAttempt: ({ error, delayMs }) => {
      if (delayMs !== null) server.onRetry?.(`${error.message}; again in ${Math.ceil(delayMs / 1000)} s`);
    },
  });
  return value;
}

async function attempt(
  { url, fetch, signal }: Server,
  pairs: readonly ReferencePair[],
  { now }: RetryTools,
): Promise<ScorerAnswer> {
  const said = (what: string) => `the scorer at ${shown(url)}: ${what}`;
  let body: string;
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pairs }),
      signal: signal ?? null,
    });
    if (!response.ok) {
      const { status, headers } = response;
      const kind = status === 429 ? 'rate-limit' : status >= 500 ? 'server' : 'bad-request';
      const more = status >= 300 && status < 400 ? ', a redirect, which is not followed' : '';
      throw new AttemptError(kind, said(`status ${status}${more}`), {
        status,
        retryable: isRetryableStatus(status),
        retryAfterMs: retryAfterMs(headers, now()),
      });
    }
    body = await response.text();
  } catch (cause) {
    if (signal?.aborted === true) throw signal.reason;
    if (!(cause instanceof AttemptError))
      throw new AttemptError('network', said('it does not answer'), { cause });
    if (cause.status !== null) throw cause;
    // The message of our own fetch may hold the whole address.
    const what = cause.message.replaceAll(new URL(url).href, 'it');
    throw new AttemptError(cause.kind, said(what), { retryable: cause.retryable, cause });
  }
  try {
    return answerSchema.parse(JSON.parse(body));
  } catch (cause) {
    throw refused(url, 'its answer has another form', cause);
  }
}

/** An address without what may be a secret in it. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function refused(url: string, what: string, cause?: unknown): QuadratError {
  return new QuadratError('call-refused', `the scorer at ${shown(url)}: ${what}`, {
    next: 'See docs/benchmarks/climaqa.md for what it is asked and must answer.',
    cause,
  });
}
