import { messageOf, QuadratError } from '../core/index.ts';

/** What can end a run from outside of its calls. */
export interface Interruptible {
  /** Aborted by Ctrl-C, SIGTERM or a throw that nobody caught; its reason is the error to show. */
  readonly signal: AbortSignal;
  stop(): void;
}

/** What an interrupted run still has to do takes less: to write what was answered and say what is missing. */
const GRACE_MS = 1000;

/**
 * A signal that Ctrl-C or SIGTERM aborts; a second Ctrl-C leaves the run a moment to write what it has, a third none. A
 * throw in a timer, or in a promise that nobody waits for, aborts it too, so that the run folder is closed as after any
 * other error.
 *
 * @param models ids of the models in use: a `script/FILE` among them is named if the throw is its own
 */
export function interruptible(say: (message: string) => void, models: readonly string[]): Interruptible {
  const controller = new AbortController();
  let signals = 0;
  const onSignal = () => {
    signals += 1;
    if (signals > 2) process.exit(130);
    if (controller.signal.aborted) return void setTimeout(() => process.exit(130), GRACE_MS);
    say('Stopping: what was answered is kept. Once more to stop at once.');
    controller.abort(interruption());
  };
  const onThrow = (error: unknown) => controller.abort(faultOf(error, models));
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  process.on('uncaughtException', onThrow);
  return {
    signal: controller.signal,
    stop: () => {
      // While an interrupted program ends, another signal must not kill it without its exit code.
      if (controller.signal.aborted) return;
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
      process.off('uncaughtException', onThrow);
    },
  };
}

function interruption(): QuadratError {
  return new QuadratError('interrupted', 'interrupted; everything that was answered is kept', {
    next: 'The same command goes on where it stopped.',
  });
}

/**
 * The error for a throw that nobody caught: of the script whose file its trace names, or of the only script in use where
 * there is no trace; else a fault of the program, with its trace.
 */
export function faultOf(error: unknown, models: readonly string[]): QuadratError {
  const scripts = models.filter((id) => id.startsWith('script/'));
  const trace = error instanceof Error && !isWrapped(error) ? (error.stack ?? '') : '';
  const script =
    trace === ''
      ? scripts[0]
      : scripts.find((id) => trace.includes(`/${id.slice('script/'.length).replace(/^(?:\.{0,2}\/)+/, '')}`));
  if (script === undefined) {
    return new QuadratError(
      'internal',
      `something was thrown that nobody caught: ${trace || messageOf(error)}`,
      {
        cause: error,
      },
    );
  }
  return new QuadratError('call-refused', `${script} threw outside of its answer: ${messageOf(error)}`, {
    next: 'Wait in the script for everything that it starts. Nothing is lost: the same command goes on where it stopped.',
    data: { fatal: true },
    cause: error,
  });
}

/** What Node makes of a rejection with something that is no error: its trace is Node's own. */
function isWrapped(error: Error): boolean {
  return 'code' in error && error.code === 'ERR_UNHANDLED_REJECTION';
}
