import type { Command } from 'commander';
import { type AnyTask, type Benchmark, type Protocol, QuadratError, type Result } from '../../core/index.ts';
import type { TaskFile } from '../../run/score-benchmark.ts';
import type { ScoreOptions } from '../../run/score-predictions.ts';
import type { Action, AddCommand, CommandContext } from '../command.ts';
import { exitCodeOfScores } from '../exit-codes.ts';
import {
  benchmarkFrom,
  benchmarkOf,
  isScoreOnly,
  protocolsFrom,
  repeatable,
  seconds,
  share,
  tasksFrom,
  withSettings,
} from '../options.ts';
import { sourceOf } from '../places.ts';

interface ScoreFlags {
  readonly predictions: string[];
  readonly data: string;
  readonly set: string[];
  readonly split?: string;
  readonly seed: number;
  readonly protocol: string[];
  readonly perItem?: boolean;
  readonly baselines?: string;
  readonly verdicts?: string;
  readonly scorer?: string;
  readonly embedder?: string;
  readonly timeout: number;
  readonly minCoverage?: number;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** What `--all` does wherever results are printed. */
export const ALL_HELP = 'print every value, baseline, published figure and slice';

export const add: AddCommand = (program, run) => {
  withSettings(program.command('score'))
    .description('score predictions made elsewhere')
    .argument('<task>', 'a task, or a benchmark with --predictions TASK=FILE…')
    .requiredOption('--predictions <file...>', 'files of predictions; `-` (standard input) is not read')
    .option('--data <where>', 'gold: full (installed), sample, a folder or a file', 'full')
    .addOption(repeatable('--protocol <name>', 'only this protocol; may be repeated', 'all'))
    .option(
      '--verdicts <file>',
      'expert verdicts on the predictions: id, verdict, reviewer (climaqa/freeform)',
    )
    .option('--scorer <url>', 'a server that gives BERTScores of the answers (climaqa/freeform)')
    .option('--timeout <seconds>', 'longest wait for an answer of the scorer', seconds, 120)
    .option('--embedder <id>', 'a local model for measures that need vectors (climaqa/cloze: local/use-lite)')
    .option('--per-item', 'add the values of every item')
    .option('--baselines <names>', 'further baselines, separated by commas (BIRCO: bm25)')
    .option(
      '--min-coverage <share>',
      'exit 4 if fewer items were answered; by default there is no floor',
      share,
    )
    .option('--all', ALL_HELP)
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLE)
    .action((task: string, flags: ScoreFlags, command: Command) => run(score(task, flags, command)));
};

const EXAMPLE = `
Example:
  quadrat score birco/relic --predictions ranks.json --data samples/birco
  quadrat score birco --predictions birco/relic=relic.run birco/wtb=wtb.run.gz`;

function score(name: string, flags: ScoreFlags, _command: Command): Action {
  return async (context) => {
    const { scoreBenchmark, parseTaskFile } = await import('../../run/score-benchmark.ts');
    const { scoreFiles } = await import('../../run/score-predictions.ts');
    const protocols = protocolsFrom(flags.protocol);
    let results: Result[];
    if (name.includes('/')) {
      const [task] = tasksFrom([name]);
      if (task === undefined) throw new QuadratError('unknown-task', `there is no task "${name}"`);
      const plain = await optionsFor(context, benchmarkOf(task).id, flags, protocols);
      const { withHelpers } = await import('../text-scores.ts');
      const options = await withHelpers(context, task, flags.predictions, flags, plain);
      results = holdsGold(task, flags)
        ? await scoreWithOwnGold(context, task, flags.predictions, options)
        : await scoreFiles(task, flags.predictions, options);
    } else {
      const benchmark = benchmarkFrom(name);
      const files = flags.predictions.map((text) => parseTaskFile(text, benchmark));
      const options = await optionsFor(context, benchmark.id, flags, protocols);
      const helped = await helpedTasks(context, benchmark, files, flags, options);
      const own = files.filter(({ task }) =>
        holdsGold(
          benchmark.tasks.find(({ id }) => id === task),
          flags,
        ),
      );
      results = await scoreBenchmark(
        benchmark,
        files.filter((entry) => !own.includes(entry)),
        (task) => helped.get(task.id) ?? options,
      );
      for (const { task, file } of own) {
        const [found] = tasksFrom([task]);
        if (found !== undefined) results.push(...(await scoreWithOwnGold(context, found, [file], options)));
      }
    }
    await printResults(context, results, flags);
    return exitCodeOfScores(results, flags.minCoverage ?? 0);
  };
}

/** Options of each task that has a use for a scorer or an embedder. */
async function helpedTasks(
  context: CommandContext,
  benchmark: Benchmark,
  files: readonly TaskFile[],
  flags: ScoreFlags,
  options: ScoreOptions,
): Promise<ReadonlyMap<string, ScoreOptions>> {
  const { scorer, embedder, timeout, verdicts } = flags;
  if (verdicts !== undefined) {
    throw new QuadratError('usage', '--verdicts is about the predictions of one task', {
      next: 'Name the task instead of the benchmark: quadrat score climaqa/freeform --verdicts FILE.',
    });
  }
  if (scorer === undefined && embedder === undefined) return new Map();
  const { withHelpers } = await import('../text-scores.ts');
  const tasks = benchmark.tasks.filter(({ id }) => files.some(({ task }) => task === id));
  const idle = [
    ...(scorer !== undefined && !tasks.some((task) => task.scoredTexts !== undefined) ? ['--scorer'] : []),
    ...(embedder !== undefined && !tasks.some((task) => task.withVectors !== undefined)
      ? ['--embedder']
      : []),
  ];
  if (idle.length > 0)
    throw new QuadratError('usage', `none of these tasks has a use for ${idle.join(' and ')}`);
  const helped = new Map<string, ScoreOptions>();
  for (const task of tasks) {
    const own = files.filter((entry) => entry.task === task.id).map(({ file }) => file);
    const helpers = {
      ...(scorer !== undefined && task.scoredTexts !== undefined ? { scorer, timeout } : {}),
      ...(embedder !== undefined && task.withVectors !== undefined ? { embedder } : {}),
    };
    helped.set(task.id, await withHelpers(context, task, own, helpers, options));
  }
  return helped;
}

/** Whether the files of predictions are to be taken as the gold too. */
function holdsGold(task: AnyTask | undefined, flags: ScoreFlags): boolean {
  return task !== undefined && isScoreOnly(task) && flags.data === 'full';
}

/** Each file is its own gold. */
async function scoreWithOwnGold(
  context: CommandContext,
  task: AnyTask,
  files: readonly string[],
  options: ScoreOptions,
): Promise<Result[]> {
  const { scoreOwnGold } = await import('../../run/own-gold.ts');
  return scoreOwnGold(task, files, options, (file) => sourceOf(context, benchmarkOf(task).id, file));
}

async function optionsFor(
  context: CommandContext,
  benchmark: string,
  flags: ScoreFlags,
  protocols: readonly Protocol[] | undefined,
) {
  const { readFileBytes } = await import('../../data/text-file.ts');
  const { parsePairs } = await import('../../run/settings.ts');
  return {
    source: sourceOf(context, benchmark, flags.data),
    split: flags.split,
    given: new Map<string, unknown>([
      ...parsePairs(flags.set),
      ...(flags.verdicts === undefined ? [] : [['verdicts', flags.verdicts] as const]),
    ]),
    seed: flags.seed,
    ...(protocols === undefined ? {} : { protocols }),
    baselines: flags.baselines?.split(',').map((text) => text.trim()) ?? [],
    perItem: flags.perItem === true,
    read: readFileBytes,
  };
}

/** More results than this are shown as a table alone. */
const MOST_DETAILED = 6;

/** One JSON document on stdout, or tables. */
export async function printResults(
  context: CommandContext,
  results: readonly Result[],
  { json = false, all = false }: { readonly json?: boolean; readonly all?: boolean },
): Promise<void> {
  const { terminal } = context;
  const { redactorOf } = await import('../redactor.ts');
  const redact = redactorOf(context.env);
  if (json) {
    const { jsonReport } = await import('../../report/json.ts');
    const { maskNumbers } = await import('../../text/mask.ts');
    // Ids, in details too, stay as they are: they are compared by machines.
    const masked = results.map(({ warnings, errors, ...result }) => ({
      ...result,
      warnings: warnings.map((warning) => ({ ...warning, message: maskNumbers(warning.message) })),
      errors: errors.map((error) => ({ ...error, message: maskNumbers(error.message) })),
    }));
    terminal.out(jsonReport(masked, { redact, showItems: true }));
    return;
  }
  const { renderTerminal } = await import('../../report/terminal.ts');
  const details = all || results.length <= MOST_DETAILED;
  const { color, columns: width } = terminal;
  terminal.out(renderTerminal(results, { redact, color, width, details, all }));
  if (!details)
    terminal.say(
      `Of these ${results.length} results only the table is shown; --all, --json and reports (quadrat report) have every value.`,
    );
}
