import { Command, CommanderError } from 'commander';
import { QuadratError } from '../core/index.ts';
import { VERSION } from '../run/version.ts';
import type { Action, AddCommand } from './command.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';
import { openTerminal } from './terminal.ts';

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
    const context = { terminal, offline: offline === true, env: process.env, cwd: process.cwd() };
    try {
      process.exitCode = await work(context);
    } catch (error) {
      const { describeError, isRefusedPath } = await import('./describe.ts');
      const { redactorOf } = await import('./redactor.ts');
      process.exitCode = isRefusedPath(error) ? EXIT.usage : exitCodeOf(error);
      terminal.error(describeError(error, redactorOf(process.env)));
      if (isStopped(error)) endNow();
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
