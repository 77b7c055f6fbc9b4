import path from 'node:path';
import { benchmarks } from '../../benchmarks/index.ts';
import { type Comparison, QuadratError } from '../../core/index.ts';
import type { Action, AddCommand, CommandContext } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { protocolsFrom, repeatable, tasksFrom, wholeNumber, withSettings } from '../options.ts';
import { sourceOf } from '../places.ts';

interface CompareFlags {
  readonly task?: string;
  readonly data?: string;
  readonly set: string[];
  readonly split?: string;
  readonly seed: number;
  readonly resamples?: number;
  readonly measure: string[];
  readonly protocol: string[];
  readonly allPairs?: boolean;
  readonly gate?: boolean;
  readonly output?: string;
  readonly all?: boolean;
  readonly json?: boolean;
}

export const add: AddCommand = (program, run) => {
  withSettings(program.command('compare'))
    .description('paired differences of runs or predictions, and whether they may be compared at all')
    .argument(
      '<inputs...>',
      'run folders, files of predictions (with --task), or TASK=FILE,…; first the reference',
    )
    .option('--task <task>', 'the task of files of predictions')
    .option(
      '--data <where>',
      'gold of predictions: full, sample, a folder or a file; by default that of the first run, else full',
    )
    .addOption(
      repeatable(
        '--measure <id>',
        'only this measure beside the headline; may be repeated',
        'all of the whole set',
      ),
    )
    .addOption(
      repeatable(
        '--protocol <name>',
        'only this protocol beside the headline; may be repeated',
        'that of the headline',
      ),
    )
    .option('--all-pairs', 'compare every pair, not each with the first alone')
    .option('--resamples <n>', 'resamples of intervals, and drawn patterns of tests', wholeNumber(100))
    .option('--gate', 'exit with 2 where a headline is significantly below that of the first')
    .option('-o, --output <file>', 'also write the comparison: .md, .csv or .json')
    .option('--all', 'print every column, also where the terminal is narrow')
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLE)
    .action((inputs: string[], flags: CompareFlags) => run(compareInputs(inputs, flags)));
};

const EXAMPLE = `
Example:
  quadrat compare runs/birco-relic-local-lexical-1a2b3c4d runs/birco-relic-local-use-lite-5e6f7a8b --gate
  quadrat compare e5_rank.pickle monot5.pickle --task birco/relic --data BIRCO/datasets`;

const FORMS = ['.md', '.csv', '.json'];

function compareInputs(inputs: readonly string[], flags: CompareFlags): Action {
  return async (context) => {
    const { terminal } = context;
    const { compare } = await import('../../run/compare.ts');
    const { readFileBytes } = await import('../../data/text-file.ts');
    const { parsePairs } = await import('../../run/settings.ts');
    if (flags.output !== undefined) refuseForm(flags.output);
    if (flags.task !== undefined) needTask(flags.task);
    const protocols = protocolsFrom(flags.protocol);
    const ids = flags.measure.flatMap((text) => text.split(',')).map((text) => text.trim());
    const progress = terminal.progress();
    const comparison = await compare({
      inputs,
      tasks: benchmarks.flatMap((benchmark) => benchmark.tasks),
      task: flags.task,
      data: flags.data,
      otherwise: 'full',
      split: flags.split,
      settings: parsePairs(flags.set),
      seed: flags.seed,
      sourceOf: (benchmark, data) => sourceOf(context, benchmark, data),
      read: readFileBytes,
      directory: context.cwd,
      choice: {
        ...(ids.length === 0 ? {} : { ids }),
        ...(protocols === undefined ? {} : { protocols }),
      },
      allPairs: flags.allPairs === true,
      gate: flags.gate === true,
      statistics: {
        seed: flags.seed,
        ...(flags.resamples === undefined ? {} : { resamples: flags.resamples }),
      },
      onProgress: ({ done, total }) => progress.update({ label: 'pairs', done, total }),
    }).finally(() => progress.done());
    await print(context, comparison, flags);
    return exitCodeOf(comparison);
  };
}

/** A drop fails the gate; a headline that could not be judged is a mistake of use: it cannot be a pass. */
function exitCodeOf({ gate, pairs, inputs }: Comparison): number {
  if (gate !== null && gate.drops.length > 0) return EXIT.gate;
  if (inputs.some(({ refused = [] }) => refused.length > 0)) return EXIT.refused;
  if (gate !== null && !gate.passed) return EXIT.usage;
  return pairs.some(({ errors }) => errors.length > 0) ? EXIT.refused : EXIT.done;
}

async function print(context: CommandContext, comparison: Comparison, flags: CompareFlags): Promise<void> {
  const { terminal } = context;
  const { redactorOf } = await import('../redactor.ts');
  const { safeLine } = await import('../../report/safe.ts');
  const { maskNumbers } = await import('../../text/mask.ts');
  const { compareCsv, compareJson, compareMarkdown, compareTerminal } = await import(
    '../../report/compare.ts'
  );
  const redact = redactorOf(context.env);
  for (const { source, refused = [] } of comparison.inputs) {
    for (const { task, message } of refused) {
      const what = `${source} is left out${task === null ? '' : ` of ${task}`}: ${message}`;
      terminal.error(safeLine(maskNumbers(redact(what))));
    }
  }
  if (flags.json === true) terminal.out(compareJson(comparison, { redact }));
  else {
    const { color, columns: width } = terminal;
    terminal.out(compareTerminal(comparison, { redact, color, width, all: flags.all === true }));
  }
  if (flags.output === undefined) return;
  const { writeFileWhole } = await import('../../data/text-file.ts');
  const rendered = flags.output.endsWith('.md')
    ? compareMarkdown(comparison, { redact })
    : flags.output.endsWith('.csv')
      ? compareCsv(comparison, { redact })
      : compareJson(comparison, { redact });
  await writeFileWhole(path.resolve(context.cwd, flags.output), rendered);
  terminal.say(`comparison: ${flags.output}`);
}

function refuseForm(file: string): void {
  if (FORMS.includes(path.extname(file))) return;
  throw new QuadratError('usage', 'the form of this file is not known', {
    file,
    next: `Name a file that ends in ${FORMS.slice(0, -1).join(', ')} or ${FORMS.at(-1)}.`,
  });
}

/** A benchmark has several tasks, and a file is for one. */
function needTask(name: string): void {
  const tasks = tasksFrom([name]);
  if (tasks.length === 1 && tasks[0]?.id === name) return;
  throw new QuadratError('usage', `--task names one task, and "${name}" is a benchmark`, {
    next: `For several tasks name TASK=FILE,TASK=FILE. Tasks: ${tasks.map(({ id }) => id).join(', ')}.`,
  });
}
