import path from 'node:path';
import type { Command } from 'commander';
import { benchmarks } from '../../benchmarks/index.ts';
import { QuadratError } from '../../core/index.ts';
import type { ResponseCache } from '../../models/cache.ts';
import { exitCodeOfRun } from '../exit-codes.ts';
import { interruptible } from '../interrupt.ts';
import { type OpenModels, openModels } from '../models.ts';
import { concurrency, positiveNumber, share, tasksFrom, wholeNumber, withSettings } from '../options.ts';
import { homeOf } from '../places.ts';
import type { DataFlags } from '../prepared.ts';
import type { Action, AddCommand, CommandContext } from '../program.ts';
import { printResults } from './score.ts';

export interface RunFlags extends DataFlags {
  readonly model: string;
  readonly baseUrl?: string;
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
  readonly maxAttempts: number;
  readonly timeout: number;
  readonly json?: boolean;
}

export const add: AddCommand = (program, run) => {
  withModel(withSettings(program.command('run')))
    .description('run a model on tasks; the same command again goes on where it stopped')
    .argument('<tasks...>', 'tasks, benchmarks or `all`')
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
    .option('--max-attempts <n>', 'attempts at a call', wholeNumber(1), 6)
    .option('--timeout <seconds>', 'longest wait for an answer', positiveNumber, 120)
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
    .option('--base-url <url>', 'address of an OpenAI-compatible server')
    .option('--data <where>', 'full (installed), sample, a folder or a file', 'full')
    .option(
      '--limit <n>',
      'only so many items, drawn by the seed in proportion to the strata',
      wholeNumber(1),
    )
    .option('--repeats <n>', 'how often each item is asked', wholeNumber(1));
}

function runTasks(names: readonly string[], flags: RunFlags): Action {
  return async (context) => {
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
  const { run } = await import('../../run/run.ts');
  const { runTasksOf, specOf } = await import('../run-spec.ts');
  const { openCache } = await import('../../models/cache.ts');
  const { costUsd, priceOf } = await import('../../models/prices.ts');
  const tasks = await runTasksOf(context, tasksFrom(names), models, flags);
  const home = homeOf(context);
  const off = flags.cache === 'off';
  const folder = flags.cache ?? path.join(home.cache, 'responses');
  const cache = withoutReading(await openCache(off ? 'off' : folder), flags.fresh === true);
  const progress = terminal.progress();
  const { signal, stop } = interruptible((message) => terminal.say(message));
  try {
    const outcome = await run({
      tasks,
      benchmarks,
      spec: specOf(tasks, flags),
      out: path.resolve(context.cwd, flags.out),
      fresh: flags.new === true,
      concurrency: flags.concurrency,
      budget: { maxUsd: flags.maxUsd ?? null, maxTokens: flags.maxTokens ?? null },
      cache,
      vectors: off ? 'off' : path.join(home.cache, 'vectors'),
      retry: {
        now: () => Date.now(),
        random: () => Math.random(),
        sleep,
        maxAttempts: flags.maxAttempts,
        maxDelayMs: 600_000,
      },
      costOf: (model, usage) => {
        const price = priceOf(model.id);
        return price === null ? null : costUsd(usage, price);
      },
      signal,
      baselines: flags.baselines?.split(',').map((text) => text.trim()) ?? [],
      onProgress: (state) =>
        progress.update({ ...state, label: state.stage === 'texts' ? 'texts embedded' : 'items' }),
      say: (message) => terminal.say(message),
    });
    progress.done();
    if (outcome.shown)
      terminal.say('This run was finished before; its results are shown. Start again with --new.');
    await printResults(context, outcome.results, flags.json === true);
    terminal.say(`run: ${path.relative(context.cwd, outcome.folder) || outcome.folder}`);
    if (flags.report !== undefined) await writeReport(context, outcome.results, flags.report);
    return exitCodeOfRun(outcome.results, flags.minCoverage);
  } catch (error) {
    progress.done();
    if (signal.aborted) {
      throw new QuadratError('interrupted', 'interrupted; everything that was answered is kept', {
        next: 'The same command goes on where it stopped.',
      });
    }
    throw error;
  } finally {
    stop();
    await cache.close();
  }
}

async function writeReport(
  context: CommandContext,
  results: readonly import('../../core/index.ts').Result[],
  file: string,
): Promise<void> {
  const { saveReport } = await import('../save-report.ts');
  await saveReport(results, path.resolve(context.cwd, file));
  context.terminal.say(`report: ${file}`);
}

/** With --fresh nothing is taken from the cache; new answers are still kept. */
function withoutReading(cache: ResponseCache, fresh: boolean): ResponseCache {
  return fresh ? { ...cache, get: async () => undefined } : cache;
}

function sleep(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
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
