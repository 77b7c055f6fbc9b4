import path from 'node:path';
import type { Command } from 'commander';
import { QuadratError } from '../../core/index.ts';
import type { Action, CommandContext } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { benchmarkFrom } from '../options.ts';
import { sourceOf } from '../places.ts';

interface ExportFlags {
  readonly split: string;
  readonly format: string;
  readonly task?: string;
  readonly data: string;
  readonly output?: string;
  readonly json?: boolean;
}

/** Adds `data export`. */
export function addDataExport(data: Command, run: (work: Action) => Promise<void>): void {
  data
    .command('export')
    .description('write training pairs from a split for training; what stands in the test data is left out')
    .argument('<benchmark>', 'a benchmark')
    .requiredOption('--split <name>', 'the split (ClimaQA: silver)')
    .option('--format <name>', 'chat: one JSON line {id, messages} a pair', 'chat')
    .option('--task <task>', 'only this task')
    .option('--data <where>', 'full (installed), sample or a folder', 'full')
    .option('-o, --output <file>', 'write there instead of to stdout')
    .option('--json', 'print one JSON document instead: pairs and what was left out')
    .addHelpText(
      'after',
      '\nExample:\n  quadrat data export climaqa --split silver --format chat -o silver.jsonl',
    )
    .action((name: string, flags: ExportFlags) => run(exportPairs(name, flags)));
}

function exportPairs(name: string, flags: ExportFlags): Action {
  return async (context) => {
    const [id = name, own] = name.split('/');
    const benchmark = benchmarkFrom(id);
    if (benchmark.trainingPairs === undefined) {
      throw new QuadratError('usage', `${id} has no split to train on`);
    }
    if (flags.format !== 'chat') {
      throw new QuadratError('usage', `there is no format "${flags.format}"`, { next: 'There is: chat.' });
    }
    const tasks = tasksOf(
      benchmark.tasks.map((task) => task.id),
      id,
      flags.task ?? own,
    );
    const source = sourceOf(context, id, flags.data);
    const { pairs, leftOut } = await benchmark.trainingPairs(source, flags.split, tasks);
    const lines = pairs.map((pair) => `${JSON.stringify(pair)}\n`).join('');
    if (flags.output !== undefined) {
      const { writeFileWhole } = await import('../../data/text-file.ts');
      await writeFileWhole(path.resolve(context.cwd, flags.output), lines);
    }
    say(context, pairs.length, leftOut);
    if (flags.json === true) {
      const shown = flags.output === undefined ? { pairs } : { file: flags.output, count: pairs.length };
      context.terminal.out(JSON.stringify({ ...shown, leftOut }, null, 2));
    } else if (flags.output === undefined) context.terminal.out(lines.trimEnd());
    return EXIT.done;
  };
}

function tasksOf(all: readonly string[], benchmark: string, wanted: string | undefined): readonly string[] {
  if (wanted === undefined) return all;
  const id = wanted.includes('/') ? wanted : `${benchmark}/${wanted}`;
  if (all.includes(id)) return [id];
  throw new QuadratError('unknown-task', `there is no task "${wanted}"`, {
    next: `There are: ${all.join(', ')}.`,
  });
}

function say(
  { terminal }: CommandContext,
  count: number,
  leftOut: readonly { readonly id: string; readonly like: string; readonly why: string }[],
): void {
  terminal.say(`${count} pairs; ${leftOut.length} left out, as they stand in the test data:`);
  for (const { id, like, why } of leftOut) terminal.say(`  ${id} is like ${like} (${why})`);
}
