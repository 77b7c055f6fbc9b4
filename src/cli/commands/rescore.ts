import path from 'node:path';
import { benchmarks } from '../../benchmarks/index.ts';
import { type AnyTask, QuadratError, type TextScorer } from '../../core/index.ts';
import { readFileBytes } from '../../data/text-file.ts';
import type { Lock } from '../../log/lock.ts';
import type { Action, AddCommand, CommandContext } from '../command.ts';
import { exitCodeOfRun } from '../exit-codes.ts';
import { benchmarkOf, seconds, tasksFrom } from '../options.ts';
import { sourceOf } from '../places.ts';
import { scorerAt } from '../text-scores.ts';
import { ALL_HELP, printResults } from './score.ts';

interface RescoreFlags {
  readonly baselines?: string;
  readonly data?: string;
  readonly scorer?: string;
  readonly timeout: number;
  readonly write?: boolean;
  readonly all?: boolean;
  readonly json?: boolean;
}

export const add: AddCommand = (program, run) => {
  program
    .command('rescore')
    .description('new scores from the stored answers of a run; no call to a model')
    .argument('<run>', 'a run folder')
    .option('--data <where>', 'where the data are now, if not where they were')
    .option('--scorer <url>', 'a server that gives BERTScores of the answers (climaqa/freeform)')
    .option('--timeout <seconds>', 'longest wait for an answer of the scorer', seconds, 120)
    .option('--baselines <names>', 'further baselines, separated by commas (BIRCO: bm25)')
    .option('--write', 'put the new scores into the run’s scores.json')
    .option('--all', ALL_HELP)
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  quadrat rescore runs/birco-relic-local-use-lite-1a2b3c4d')
    .action((folder: string, flags: RescoreFlags) => run(rescoreRun(folder, flags)));
};

/** Opens a scorer and the run's folder for what it will say. */
async function openScoring(
  context: CommandContext,
  folder: string,
  { scorer: url, timeout }: Pick<RescoreFlags, 'scorer' | 'timeout'>,
) {
  if (url === undefined) return undefined;
  const { interruptible } = await import('../interrupt.ts');
  const { openScoreWriter } = await import('../../log/text-scores.ts');
  const { readRunFile } = await import('../../log/run-folder.ts');
  const tasks = tasksFrom(readRunFile(folder).spec.tasks.map(({ task }) => task));
  if (!tasks.some(({ scoredTexts }) => scoredTexts !== undefined)) {
    const names = tasks.map(({ id }) => id).join(', ');
    throw new QuadratError('usage', `${names}: no answers for a scorer of texts`);
  }
  const progress = context.terminal.progress();
  const { signal, stop } = interruptible((message) => progress.message(message), []);
  let scorer: TextScorer;
  try {
    scorer = await scorerAt(context, url, { timeout, signal });
  } catch (error) {
    stop();
    throw error;
  }
  const writer = openScoreWriter(folder);
  return {
    scorer,
    write: writer.writeCall,
    now: Date.now,
    signal,
    onProgress: (done: number, total: number) => progress.update({ label: 'pairs of texts', done, total }),
    close() {
      progress.done();
      writer.close();
      stop();
    },
  };
}

/** The scorer asked now; else that of the run; else the last one that was asked about it afterwards. */
function scorerSetting(
  task: AnyTask,
  now: string | undefined,
  last: string | undefined,
  given: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  const scorer = now ?? given?.scorer ?? last;
  return task.scoredTexts === undefined || scorer === undefined ? {} : { scorer };
}

function rescoreRun(run: string, flags: RescoreFlags): Action {
  return async (context) => {
    const folder = path.resolve(context.cwd, run);
    const lock = flags.write === true || flags.scorer !== undefined ? await lockOf(folder) : undefined;
    try {
      return await rescoreFolder(context, folder, flags);
    } finally {
      lock?.release();
    }
  };
}

/** Nobody else may write a run while its scores are replaced or what a scorer says is added. */
async function lockOf(folder: string): Promise<Lock> {
  const { readRunFile } = await import('../../log/run-folder.ts');
  const { takeLock } = await import('../../log/lock.ts');
  // A folder that is no run is refused before anything is put into it.
  readRunFile(folder);
  return takeLock(folder, Date.now);
}

async function rescoreFolder(context: CommandContext, folder: string, flags: RescoreFlags): Promise<number> {
  const { rescore } = await import('../../run/rescore.ts');
  const { ALL_ABILITIES, prepare } = await import('../../run/prepare.ts');
  const { recordedAnswers } = await import('../../log/recorded.ts');
  const { recordedScores } = await import('../../log/text-scores.ts');
  const scoring = await openScoring(context, folder, flags);
  const recorded = recordedScores(path.join(folder, 'calls.jsonl'));
  const { results, kept } = await rescore({
    folder,
    ...(scoring === undefined ? {} : { scoring }),
    lookup: await recordedAnswers(folder),
    benchmarks,
    baselines: flags.baselines?.split(',').map((text) => text.trim()) ?? [],
    prepare: async (id, { spec, deciding }) => {
      const [task] = tasksFrom([id]);
      if (task === undefined) throw new Error(`no task ${id}`);
      const settings = spec.tasks.find((entry) => entry.task === id)?.settings;
      const scorer = scorerSetting(task, scoring?.scorer.id, recorded.last(id), settings);
      return prepare(task, {
        source: sourceOf(context, benchmarkOf(task).id, flags.data ?? spec.data),
        // The spec has the split of its first task; tasks of another benchmark may not know it.
        split: task.splits.includes(spec.split) ? spec.split : undefined,
        given: new Map(Object.entries({ ...settings, ...scorer })),
        abilities: ALL_ABILITIES,
        limit: spec.limit,
        seed: spec.seed,
        repeats: deciding.find((entry) => entry.task === id)?.repeats,
        read: readFileBytes,
      });
    },
  }).finally(() => scoring?.close());
  if (kept > 0)
    context.terminal.say(
      `${kept} items have no complete record of answers and keep the end that was written.`,
    );
  if (flags.write === true) {
    const { writeFileWhole } = await import('../../data/text-file.ts');
    await writeFileWhole(path.join(folder, 'scores.json'), `${JSON.stringify(results, null, 2)}\n`);
  }
  await printResults(context, results, flags);
  // Items that failed in the run have failed here, too; how many were answered is not this command's question.
  return exitCodeOfRun(results, 0);
}
