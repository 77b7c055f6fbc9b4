import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Answer,
  messageOf,
  QuadratError,
  type TextRequest,
  type TokenLogprob,
  type Usage,
} from '../core/index.ts';
import { AttemptError, type AttemptErrorKind } from './attempt-error.ts';
import { requestHash } from './request-key.ts';
import { finishAnswer } from './response-text.ts';
import { sleep } from './sleep.ts';
import { NO_USAGE, type TextModel } from './types.ts';

/** What a script is told of a request. */
export interface ScriptCall {
  /** Number of this try of the same request, from 1. */
  readonly attempt: number;
  /** Running number of the call, from 0. */
  readonly index: number;
  readonly signal: AbortSignal;
}

/** An answer with its circumstances, or a failed attempt. */
export interface ScriptReply {
  readonly text?: string;
  readonly finish?: Answer['finish'];
  readonly stop?: Answer['stop'];
  readonly firstToken?: readonly TokenLogprob[];
  readonly usage?: Partial<Usage>;
  /** Waited for before the reply. */
  readonly delayMs?: number;
  readonly error?: {
    readonly kind: AttemptErrorKind;
    readonly message?: string;
    readonly status?: number;
    readonly retryAfterMs?: number;
    readonly retryable?: boolean;
  };
}

export type Script = (
  request: TextRequest,
  call: ScriptCall,
) => string | ScriptReply | Promise<string | ScriptReply>;

/** A text model that asks a function. */
export function scriptModel(
  id: string,
  script: Script,
  description = 'a function of the user, not a language model',
): TextModel {
  let index = 0;
  const tries = new Map<string, number>();
  const countTry = (request: TextRequest) => {
    const hash = requestHash(request);
    const count = (tries.get(hash) ?? 0) + 1;
    tries.set(hash, count);
    return count;
  };
  return {
    kind: 'text',
    id,
    description,
    endpoint: null,
    abilities: new Set(['text'] as const),
    parameters: {},
    close: async () => {},
    async generate(request, signal, context) {
      signal.throwIfAborted();
      const call = { attempt: context?.attempt ?? countTry(request), index, signal };
      index += 1;
      const given = await run(script, request, call);
      const reply: ScriptReply = typeof given === 'string' ? { text: given } : given;
      signal.throwIfAborted();
      if (reply.delayMs !== undefined) await sleep(reply.delayMs, signal);
      if (reply.error !== undefined) throw failure(reply.error);
      return { answer: answerOf(reply), status: null, servedModel: null, warnings: [], wire: null };
    },
  };
}

/**
 * Loads `script/FILE`: an ES module whose default export is a {@link Script}.
 *
 * @param file relative to `directory`
 * @throws QuadratError `file-not-found`, `invalid-format`
 */
export async function loadScript(file: string, directory: string): Promise<TextModel> {
  const full = path.resolve(directory, file);
  if (!existsSync(full)) {
    throw new QuadratError('file-not-found', 'there is no such script', {
      file,
      next: 'Give the path of an ES module, such as script/answers.mjs.',
    });
  }
  let exported: unknown;
  try {
    exported = ((await import(pathToFileURL(full).href)) as { default?: unknown }).default;
  } catch (error) {
    throw new QuadratError('invalid-format', `the script cannot be loaded: ${messageOf(error)}`, {
      file,
      cause: error,
    });
  }
  if (typeof exported !== 'function') {
    throw new QuadratError('invalid-format', 'the script has no function as its default export', {
      file,
      next: 'Write: export default (request) => "the answer".',
    });
  }
  return scriptModel(`script/${file}`, exported as Script);
}

async function run(script: Script, request: TextRequest, call: ScriptCall): Promise<string | ScriptReply> {
  let reply: unknown;
  try {
    reply = await unlessAborted(script(request, call), call.signal);
  } catch (error) {
    if (error instanceof AttemptError || call.signal.aborted) throw error;
    throw new AttemptError('bad-request', `the script threw: ${messageOf(error)}`, { cause: error });
  }
  if (typeof reply === 'string' || (typeof reply === 'object' && reply !== null))
    return reply as string | ScriptReply;
  throw new AttemptError(
    'bad-request',
    `the script returned ${reply === null ? 'null' : typeof reply}, not a text`,
  );
}

/** A script may never answer: an interruption does not wait for it. */
async function unlessAborted<T>(work: T | Promise<T>, signal: AbortSignal): Promise<T> {
  if (!(work instanceof Promise)) return work;
  // One signal stops a whole run: hundreds of calls listen to it, and that is no leak.
  setMaxListeners(0, signal);
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    const settled = () => signal.removeEventListener('abort', onAbort);
    work.then(resolve, reject).finally(settled);
  });
}

function failure(error: NonNullable<ScriptReply['error']>): AttemptError {
  return new AttemptError(error.kind, error.message ?? `the script says ${error.kind}`, {
    status: error.status ?? null,
    retryAfterMs: error.retryAfterMs ?? null,
    ...(error.retryable === undefined ? {} : { retryable: error.retryable }),
  });
}

function answerOf(reply: ScriptReply): Answer {
  return finishAnswer({
    text: reply.text ?? '',
    finish: reply.finish ?? 'stop',
    stop: reply.stop ?? null,
    firstToken: reply.firstToken ?? null,
    usage: { ...NO_USAGE, ...reply.usage },
  });
}
