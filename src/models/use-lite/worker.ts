import { parentPort, workerData } from 'node:worker_threads';
import type { Request, Start } from './helper-thread.ts';
import { attach } from './shared-model.ts';

// What a thread runs: one answer to each request, in order.
const { model, thread } = workerData as Start;
const run = attach(model, thread);
parentPort?.on('message', ({ batch, withStates }: Request) => {
  const encoded = run(batch, withStates);
  parentPort?.postMessage(encoded, [encoded.vectors.buffer, encoded.states.buffer]);
});
