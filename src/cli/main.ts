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
  const { runProgram } = await import('./program.ts');
  await runProgram(argv);
}
