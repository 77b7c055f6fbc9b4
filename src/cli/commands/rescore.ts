import path from 'node:path';
import { benchmarks } from '../../benchmarks/index.ts';
import { readFileBytes } from '../../data/text-file.ts';
import type { Action, AddCommand } from '../command.ts';
import { exitCodeOfRun } from '../exit-codes.ts';
import { benchmarkOf, tasksFrom } from '../options.ts';
import { sourceOf } from '../places.ts';
import { printResults } from './score.ts';

interface RescoreFlags {
  readonly baselines?: string;
  readonly data?: string;
  readonly write?: boolean;
  readonly json?: boolean;
}

export const add: AddCommand = (program, run) => {
  program
    .command('rescore')
    .description('new scores from the stored answers of a run; no call')
    .argument('<run>', 'a run folder')
    .option('--data <where>', 'where the data are now, if not where they were')
    .option('--baselines <names>', 'further baselines, separated by commas (BIRCO: bm25)')
    .option('--write', 'put the new scores into the run’s scores.json')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  quadrat rescore runs/birco-relic-local-use-lite-1a2b3c4d')
    .action((folder: string, flags: RescoreFlags) => run(rescoreRun(folder, flags)));
};

function rescoreRun(run: string, flags: RescoreFlags): Action {
  return async (context) => {
    const { rescore } = await import('../../run/rescore.ts');
    const { ALL_ABILITIES, prepare } = await import('../../run/prepare.ts');
    const { recordedAnswers } = await import('../../log/recorded.ts');
    const folder = path.resolve(context.cwd, run);
    const { results, kept } = await rescore({
      folder,
      lookup: await recordedAnswers(folder),
      benchmarks,
      baselines: flags.baselines?.split(',').map((text) => text.trim()) ?? [],
      prepare: async (id, { spec, deciding }) => {
        const [task] = tasksFrom([id]);
        if (task === undefined) throw new Error(`no task ${id}`);
        return prepare(task, {
          source: sourceOf(context, benchmarkOf(task).id, flags.data ?? spec.data),
          // The spec has the split of its first task; tasks of another benchmark may not know it.
          split: task.splits.includes(spec.split) ? spec.split : undefined,
          given: new Map(Object.entries(spec.tasks.find((entry) => entry.task === id)?.settings ?? {})),
          abilities: ALL_ABILITIES,
          limit: spec.limit,
          seed: spec.seed,
          repeats: deciding.find((entry) => entry.task === id)?.repeats,
          read: readFileBytes,
        });
      },
    });
    if (kept > 0)
      context.terminal.say(
        `${kept} items have no complete record of answers and keep the end that was written.`,
      );
    if (flags.write === true) {
      const { writeFileWhole } = await import('../../data/text-file.ts');
      await writeFileWhole(path.join(folder, 'scores.json'), `${JSON.stringify(results, null, 2)}\n`);
    }
    await printResults(context, results, flags.json === true);
    // Items that failed in the run have failed here, too; how many were answered is not this command's question.
    return exitCodeOfRun(results, 0);
  };
}
