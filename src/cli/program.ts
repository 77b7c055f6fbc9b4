import { Command, CommanderError } from 'commander';
import { QuadratError } from '../core/index.ts';
import { VERSION } from '../run/version.ts';
import type { Action, AddCommand } from './command.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { openTerminal, type Terminal } from './terminal.ts';

const COMMANDS: readonly (() => Promise<{ add: AddCommand }>)[] = [
  () => import('./commands/list.ts'),
  () => import('./commands/data.ts'),
  () => import('./commands/plan.ts'),
  () => import('./commands/run.ts'),
  () => import('./commands/export.ts'),
  () => import('./commands/score.ts'),
  () => import('./commands/rescore.ts'),
  () => import('./commands/compare.ts'),
  () => import('./commands/reproduce.ts'),
  () => import('./commands/report.ts'),
  () => import('./commands/doctor.ts'),
];

/** Parses the arguments, runs the command, sets the exit code. */
export async function runProgram(argv: readonly string[]): Promise<void> {
  const program = new Command('quadrat')
    .description('Evaluates language models and rankers on WXImpactBench, ClimaQA, CPSDBench and BIRCO.')
    .version(VERSION, '-V, --version', 'print the version')
    .option('--offline', 'never use the network')
    .option('--no-color', 'no colours')
    .option('--quiet', 'no progress and no messages on stderr; errors are still printed')
    .showHelpAfterError('Run with --help to see how it is used.')
    .exitOverride();

  const run = async (work: Action): Promise<void> => {
    const { offline, quiet, color } = program.opts<{ offline?: boolean; quiet?: boolean; color: boolean }>();
    const terminal = openTerminal({ quiet: quiet === true, color });
    const stopWatching = watchForEarlyEnd(terminal);
    const context = { terminal, offline: offline === true, env: process.env, cwd: process.cwd() };
    try {
      process.exitCode = await work(context);
    } catch (error) {
      const { describeError, isRefusedPath } = await import('./describe.ts');
      const { redactorOf } = await import('./redactor.ts');
      process.exitCode = isRefusedPath(error) ? EXIT.usage : exitCodeOf(error);
      terminal.error(describeError(error, redactorOf(process.env)));
      if (isStopped(error)) endNow();
    } finally {
      stopWatching();
    }
  };
  for (const load of COMMANDS) {
    const { add } = await load();
    add(program, run);
  }
  for (const command of program.commands) globalOptions(command, program);
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}

/** What Node ends with where a promise that is waited for can no longer settle. */
const UNSETTLED = 13;

/**
 * Says so, and ends with 5, where the process ends before its command has: a script called `process.exit`, or waits for
 * what can no longer come. The program itself leaves early only with a message and a code of its own.
 *
 * @returns ends the watch
 */
function watchForEarlyEnd(terminal: Terminal): () => void {
  const onExit = (code: number) => {
    if (code === EXIT.interrupted || code === EXIT.infrastructure) return;
    const how = code === UNSETTLED ? '' : `, with exit code ${code}`;
    const error = new QuadratError('internal', `the program was ended before its work was done${how}`, {
      next: 'A script must neither call process.exit nor wait for what never comes. Nothing is lost: the same command goes on where it stopped.',
    });
    terminal.error(`quadrat: ${error.describe()}`);
    process.exitCode = EXIT.infrastructure;
  };
  process.once('exit', onExit);
  return () => process.off('exit', onExit);
}

/**
 * Ends a program that was stopped as soon as its message is out. A script whose timers still run must not keep it; and
 * where Node ends by itself it takes its signal handlers down first, so that another Ctrl-C would kill it without its
 * exit code.
 */
function endNow(): void {
  process.stderr.write('', () => process.exit());
}

function isStopped(error: unknown): boolean {
  return error instanceof QuadratError && (error.code === 'interrupted' || error.data.fatal === true);
}

/** Global options are accepted behind the command as well. */
function globalOptions(command: Command, program: Command): void {
  command
    .option('--offline', 'never use the network')
    .option('--no-color', 'no colours')
    .option('--quiet', 'no progress and no messages on stderr')
    .exitOverride()
    .hook('preAction', (_, action) => {
      for (const key of ['offline', 'quiet'] as const) {
        if (action.opts<Record<string, unknown>>()[key] === true) program.setOptionValue(key, true);
      }
      if (action.opts<Record<string, unknown>>().color === false) program.setOptionValue('color', false);
    });
  for (const inner of command.commands) globalOptions(inner, program);
}
