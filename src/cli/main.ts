import { VERSION } from '../run/version.ts';

/**
 * The program. Sets the exit code; never throws.
 *
 * @param argv arguments without the interpreter and the script
 */
export async function main(argv: readonly string[]): Promise<void> {
  // The commonest question needs none of the rest.
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    process.stdout.write(`${VERSION}\n`);
    return;
  }
  if (process.listenerCount('uncaughtException') === 0) process.on('uncaughtException', endWithMessage);
  const { runProgram } = await import('./program.ts');
  await runProgram(argv);
}

/** The last one to hear of a throw that nobody caught: says it without Node's own trace, and ends the process. */
function endWithMessage(error: unknown): void {
  // A command that is at work and listens too ends in its own way.
  if (process.listenerCount('uncaughtException') > 1) return;
  void Promise.all([import('./describe.ts'), import('./redactor.ts'), import('./exit-codes.ts')]).then(
    ([{ describeError }, { redactorOf }, { exitCodeOf }]) => {
      process.stderr.write(`${describeError(error, redactorOf(process.env))}\n`);
      process.exit(exitCodeOf(error));
    },
  );
}
