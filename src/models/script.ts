import { setMaxListeners } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf, QuadratError, type TextRequest } from '../core/index.ts';
import { AttemptError } from './attempt-error.ts';
import { requestHash } from './request-key.ts';
import { answerOf, checkReply, failure, type ScriptReply } from './script-reply.ts';
import { sleep } from './sleep.ts';
import type { TextModel } from './types.ts';

/** What a script is told of a request. */
export interface ScriptCall {
  /** Number of this try of the same request, from 1. */
  readonly attempt: number;
  /** Running number of the call, from 0. */
  readonly index: number;
  readonly signal: AbortSignal;
}

export type Script = (
  request: TextRequest,
  call: ScriptCall,
) => string | ScriptReply | Promise<string | ScriptReply>;

const DEFAULT_TIMEOUT_MS = 300_000;

/**
 * A text model that asks a function.
 *
 * @param timeoutMs the time that the function may take for one answer, its `delayMs` not counted
 */
export function scriptModel(
  id: string,
  script: Script,
  description = 'a function of the user, not a language model',
  timeoutMs = DEFAULT_TIMEOUT_MS,
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
      const reply = await run(script, request, call, timeoutMs);
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
export async function loadScript(file: string, directory: string, timeoutMs?: number): Promise<TextModel> {
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
  return scriptModel(`script/${file}`, exported as Script, undefined, timeoutMs);
}

async function run(
  script: Script,
  request: TextRequest,
  call: ScriptCall,
  timeoutMs: number,
): Promise<ScriptReply> {
  let reply: unknown;
  try {
    const work: unknown = script(request, call);
    reply = isThenable(work) ? await within(timeoutMs, work, call.signal) : work;
  } catch (error) {
    if (error instanceof AttemptError || call.signal.aborted) throw error;
    throw new AttemptError('bad-request', `the script threw: ${messageOf(error)}`, { cause: error });
  }
  return checkReply(reply);
}

function isThenable(work: unknown): work is PromiseLike<unknown> {
  return typeof work === 'object' && work !== null && 'then' in work && typeof work.then === 'function';
}

/** A script may never answer: neither an interruption nor the limit waits for it. */
async function within(timeoutMs: number, work: PromiseLike<unknown>, signal: AbortSignal): Promise<unknown> {
  // One signal stops a whole run: hundreds of calls listen to it, and that is no leak.
  setMaxListeners(0, signal);
  return new Promise<unknown>((resolve, reject) => {
    const onAbort = () => settle(() => reject(signal.reason));
    const onTimeout = () =>
      settle(() => reject(new AttemptError('timeout', `the script gave no answer within ${timeoutMs} ms`)));
    const timer = setTimeout(onTimeout, timeoutMs);
    const settle = (end: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      end();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    work.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
  });
}
