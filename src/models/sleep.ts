import { setMaxListeners } from 'node:events';

/** Waits; the signal ends it early. Rejects with the signal's reason. */
export function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
  // One signal stops a whole run: hundreds of calls listen to it, and that is no leak.
  setMaxListeners(0, signal);
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
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
