import { Worker } from 'node:worker_threads';
import type { Batch, Encoded } from './network.ts';
import type { SharedModel } from './shared-model.ts';

/** What a thread gets when it starts. */
export interface Start {
  readonly model: SharedModel;
  readonly thread: number;
}

/** What it is asked. It answers with {@link Encoded}. */
export interface Request {
  readonly batch: Batch;
  readonly withStates: boolean;
}

/** A thread that runs the network beside the main one. It does not keep the process alive while it has nothing to do. */
export interface HelperThread {
  /** Rejects if the thread cannot be started or dies; then `alive` is false. */
  encode(batch: Batch, withStates: boolean): Promise<Encoded>;
  readonly alive: boolean;
  close(): Promise<void>;
}

/** The worker's file, beside this one; only compiled code can be started. */
const workerFile = new URL('./worker.js', import.meta.url);

/** Whether threads can be started: not from TypeScript files, which Node 20 does not read. */
export const threadsAvailable: boolean = !import.meta.url.endsWith('.ts');

interface Waiting {
  readonly resolve: (encoded: Encoded) => void;
  readonly reject: (error: Error) => void;
}

export function startThread(start: Start): HelperThread {
  const worker = new Worker(workerFile, { workerData: start, name: `use-lite-${start.thread}` });
  const waiting: Waiting[] = [];
  let alive = true;

  const fail = (error: Error): void => {
    alive = false;
    for (const { reject } of waiting.splice(0)) reject(error);
  };
  worker.unref();
  worker.on('message', (encoded: Encoded) => {
    waiting.shift()?.resolve(encoded);
    if (waiting.length === 0) worker.unref();
  });
  worker.on('error', fail);
  worker.on('messageerror', fail);
  worker.on('exit', (code) => fail(new Error(`the thread ended with code ${code}`)));

  return {
    encode(batch, withStates) {
      return new Promise((resolve, reject) => {
        if (!alive) {
          reject(new Error('the thread has ended'));
          return;
        }
        waiting.push({ resolve, reject });
        worker.ref();
        worker.postMessage({ batch, withStates } satisfies Request);
      });
    },
    get alive() {
      return alive;
    },
    async close() {
      await worker.terminate();
    },
  };
}
