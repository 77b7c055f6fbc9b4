import path from 'node:path';
import type { Command } from 'commander';
import { benchmarks } from '../../benchmarks/index.ts';
import type { ServerAddresses } from '../../models/role-models.ts';
import { safeLine } from '../../report/safe.ts';
import type { RunProgress } from '../../run/run.ts';
import type { Action, AddCommand, CommandContext } from '../command.ts';
import { type DataFlags, dataOf } from '../data-flags.ts';
import { describeMessage } from '../describe.ts';
import { exitCodeOfRun } from '../exit-codes.ts';
import { interruptible } from '../interrupt.ts';
import { type OpenModels, openModels } from '../models.ts';
import {
  concurrency,
  positiveNumber,
  seconds,
  share,
  tasksFrom,
  wholeNumber,
  withSettings,
} from '../options.ts';
import { homeOf, SAMPLES } from '../places.ts';
import { ALL_HELP, printResults } from './score.ts';

export interface RunFlags extends DataFlags, ServerAddresses {
  readonly model: string;
  readonly judge?: string;
  readonly embedder?: string;
  readonly scorer?: string;
  readonly allowSelfJudge?: boolean;
  readonly concurrency: number | 'auto';
  readonly maxUsd?: number;
  readonly maxTokens?: number;
  readonly cache?: string;
  readonly fresh?: boolean;
  readonly minCoverage: number;
  readonly out: string;
  readonly new?: boolean;
  readonly baselines?: string;
  readonly report?: string;
  readonly showItems?: boolean;
  readonly maxAttempts: number;
  readonly timeout: number;
  readonly idleTimeout?: number;
  readonly all?: boolean;
  readonly json?: boolean;
}

export const add: AddCommand = (program, run) => {
  withModel(withSettings(program.command('run')))
    .description('run a model on tasks; the same command again goes on where it stopped')
    .argument('<tasks...>', 'tasks, benchmarks or `all`')
    .option('--judge <id>', 'the model that judges, where a task needs one')
    .option('--allow-self-judge', 'let a model of the candidate’s own family judge; results are marked')
    .option('--embedder <id>', 'the model that gives vectors, where a task needs them')
    .option('--scorer <url>', 'a server that gives BERTScores of the answers (climaqa/freeform)')
    .option('--concurrency <n|auto>', 'calls in flight of the whole run', concurrency, 'auto')
    .option('--max-usd <amount>', 'stop before spending more', positiveNumber)
    .option('--max-tokens <n>', 'stop before using more tokens', wholeNumber(1))
    .option('--cache <dir|off>', 'response cache; by default in the user’s cache folder')
    .option('--fresh', 'do not read cached answers (new ones are still kept)')
    .option('--min-coverage <share>', 'exit 4 if fewer items were answered', share, 0.95)
    .option('--out <dir>', 'the folder that takes run folders', 'runs')
    .option('--new', 'start again beside an earlier run of the same command')
    .option('--baselines <names>', 'further baselines, separated by commas (BIRCO: bm25)')
    .option('--report <file>', 'also write a report (.md, .csv, .json)')
    .option('--show-items', 'do not mask mobile, identity and card numbers in prompts and reports')
    .option('--max-attempts <n>', 'attempts at a call', wholeNumber(1), 6)
    .option('--timeout <seconds>', 'longest wait for an answer', seconds, 120)
    .option(
      '--idle-timeout <seconds>',
      'longest silence within an answer that has begun; by default half of --timeout',
      seconds,
    )
    .option('--all', ALL_HELP)
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLE)
    .action((names: string[], flags: RunFlags) => run(runTasks(names, flags)));
};

const EXAMPLE = `
Example:
  quadrat run birco --data sample --model local/default
  quadrat run birco/relic --model openai-compatible/qwen3 --base-url http://127.0.0.1:8000/v1 --set method=score`;

/** Options that say what is worked on and by which model. */
export function withModel(command: Command): Command {
  return command
    .requiredOption(
      '--model <id>',
      'provider/model, local/use-lite, local/lexical, script/FILE, replay/RUN, …',
    )
    .option('--base-url <url>', 'address of the server of openai-compatible/… models')
    .option('--judge-base-url <url>', 'the same for the judge, where it has a server of its own')
    .option('--embedder-base-url <url>', 'the same for the embedder')
    .option('--data <where>', 'full (installed), sample, a folder or a file', 'full')
    .option('--prompts <dir>', 'prompts of your own: BENCHMARK.json in this folder')
    .option(
      '--limit <n>',
      'only so many items, drawn by the seed in proportion to the strata',
      wholeNumber(1),
    )
    .option('--repeats <n>', 'how often each item is asked', wholeNumber(1));
}

function runTasks(names: readonly string[], flags: RunFlags): Action {
  return async (context) => {
    if (flags.report !== undefined) {
      // A report that cannot be written is refused before anything is paid.
      const { reportFormat } = await import('../../report/write.ts');
      reportFormat(flags.report);
    }
    const models = openModels(context, flags);
    try {
      return await runWith(context, names, flags, models);
    } finally {
      await models.close();
    }
  };
}

async function runWith(
  context: CommandContext,
  names: readonly string[],
  flags: RunFlags,
  models: OpenModels,
): Promise<number> {
  const { terminal } = context;
  const { evaluate } = await import('../../run/evaluate.ts');
  const home = homeOf(context);
  const progress = terminal.progress();
  const named = [flags.model, flags.judge, flags.embedder].filter((name) => name !== undefined);
  const { signal, stop } = interruptible((message) => progress.message(message), named);
  try {
    const { scorerAt } = await import('../text-scores.ts');
    const limits = { timeout: flags.timeout, idleTimeout: flags.idleTimeout, signal };
    const scorer = flags.scorer === undefined ? undefined : await scorerAt(context, flags.scorer, limits);
    const outcome = await evaluate({
      ...dataOf(flags),
      tasks: tasksFrom(names),
      benchmarks,
      modelName: flags.model,
      modelOf: models.of,
      others: othersOf(flags, models),
      scorer,
      allowSelfJudge: flags.allowSelfJudge === true,
      places: {
        data: home.data,
        samples: SAMPLES,
        cache: flags.cache ?? home.cache,
        out: path.resolve(context.cwd, flags.out),
      },
      fresh: flags.fresh === true,
      showItems: flags.showItems === true,
      startAgain: flags.new === true,
      concurrency: flags.concurrency,
      maxUsd: flags.maxUsd,
      maxTokens: flags.maxTokens,
      maxAttempts: flags.maxAttempts,
      baselines: flags.baselines?.split(',').map((text) => text.trim()) ?? [],
      signal,
      onProgress: (state) => progress.update({ ...state, label: progressLabel(state) }),
      onMessage: (message) => progress.message(describeMessage(message)),
    });
    progress.done();
    if (outcome.shown)
      terminal.say('This run was finished before; its results are shown. Start again with --new.');
    await printResults(context, outcome.results, flags);
    const print = flags.json === true ? terminal.say : terminal.out;
    print(`run: ${safeLine(path.relative(context.cwd, outcome.folder) || outcome.folder)}`);
    if (flags.report !== undefined) {
      await writeReport(context, outcome.results, flags.report, flags.showItems === true);
      print(`report: ${safeLine(flags.report)}`);
    }
    return exitCodeOfRun(outcome.results, flags.minCoverage);
  } finally {
    progress.done();
    stop();
  }
}

/** Models in other roles, by the flags that name them. */
function othersOf(flags: RunFlags, models: OpenModels) {
  const named = [
    ['judge', flags.judge],
    ['embedder', flags.embedder],
  ] as const;
  return new Map(
    named.flatMap(([role, name]) =>
      name === undefined ? [] : [[role, { name, open: () => models.named(name, role) }] as const],
    ),
  );
}

const STAGES = { texts: 'texts with a vector', items: 'items', pairs: 'pairs of texts' } as const;

function progressLabel(state: RunProgress): string {
  return `${state.task}: ${STAGES[state.stage]}`;
}

async function writeReport(
  context: CommandContext,
  results: readonly import('../../core/index.ts').Result[],
  file: string,
  showItems: boolean,
): Promise<void> {
  const { redactorOf } = await import('../redactor.ts');
  const { saveReport } = await import('../save-report.ts');
  await saveReport(results, path.resolve(context.cwd, file), {
    redact: redactorOf(context.env),
    showItems,
  });
}
