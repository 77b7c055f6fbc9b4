/** A signal that Ctrl-C or SIGTERM aborts; a second Ctrl-C ends the process at once. */
export function interruptible(say: (message: string) => void): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(130);
    say('Stopping: what was answered is kept. Once more to stop at once.');
    controller.abort(new Error('interrupted'));
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    stop: () => {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
