import { createProgress, type Progress } from '../report/progress.ts';

/** Where the program prints, and how. */
export interface Terminal {
  /** The answer: a table or one JSON document. */
  out(text: string): void;
  /** Messages for people, on stderr; silent with --quiet. */
  say(text: string): void;
  /** Errors, on stderr, always. */
  error(text: string): void;
  progress(): Progress;
  readonly color: boolean;
  readonly columns: number;
}

export interface TerminalOptions {
  readonly quiet: boolean;
  readonly color: boolean;
}

export function openTerminal(options: TerminalOptions): Terminal {
  process.stdout.on('error', leaveQuietly);
  process.stderr.on('error', leaveQuietly);
  return {
    out: (text) => {
      process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
    },
    say: (text) => {
      if (!options.quiet) process.stderr.write(`${text}\n`);
    },
    error: (text) => {
      process.stderr.write(`${text}\n`);
    },
    progress: () =>
      createProgress({
        write: (text) => process.stderr.write(text),
        isTty: process.stderr.isTTY === true,
        now: () => Date.now(),
        quiet: options.quiet,
        width: process.stderr.columns ?? 80,
      }),
    color: options.color && process.stdout.isTTY === true && process.env.NO_COLOR === undefined,
    columns: process.stdout.columns ?? 120,
  };
}

/** Nobody reads on, as in `quadrat list | head -1`: that is no fault. */
function leaveQuietly(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}
