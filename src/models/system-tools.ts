import type { RetryTools } from './retry.ts';

/** The system's clock, chance and waiting. */
export const SYSTEM_TOOLS: RetryTools = { now: () => Date.now(), random: () => Math.random(), sleep };

function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, delayMs);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
