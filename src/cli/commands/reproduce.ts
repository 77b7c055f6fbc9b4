import path from 'node:path';
import { type Benchmark, type PublishedOutputs, QuadratError } from '../../core/index.ts';
import { readTextFile } from '../../data/text-file.ts';
import type { PrintedFile, PrintedReport } from '../../report/printed/index.ts';
import type { ReproduceTable } from '../../report/reproduce.ts';
import type { ScoredOutput } from '../../report/reproduce-tables.ts';
import type { Action, AddCommand, CommandContext } from '../command.ts';
import { EXIT, exitCodeOfScores } from '../exit-codes.ts';
import { benchmarkFrom } from '../options.ts';
import { listFolder, NO_FOLDER, scorePublished } from '../published-scores.ts';

interface ReproduceFlags {
  readonly published?: string;
  readonly printed?: string;
  readonly data?: string;
  readonly output?: string;
  readonly times100?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
Without --published it says which values of the authors come with the program.

A file of printed values is CSV or JSONL with table, task, model, metric, value, scale (unit or percent), source
(page and table number), and, where wanted, protocol and slice (label=Political;shot=zero).

Example:
  quadrat reproduce birco --published BIRCO/evaluation
  quadrat reproduce birco --published BIRCO/evaluation --printed table-2.csv`;

export const add: AddCommand = (program, run) => {
  program
    .command('reproduce')
    .description('score published outputs: the authors’ values beside ours, with what is faulty')
    .argument('<benchmark>', 'a benchmark')
    .option('--published <dir>', 'folder with the published outputs')
    .option('--printed <file>', 'values typed from a paper, set beside ours')
    .option('--data <where>', 'gold: full (installed), a folder or a file; by default that folder, else full')
    .option('-o, --output <file>', 'also write the tables as Markdown')
    .option('--times100', 'print proportions × 100')
    .option('--json', 'print one JSON document')
    .addHelpText('after', EXAMPLES)
    .action((name: string, flags: ReproduceFlags) => run(reproduce(name, flags)));
};

/** What published outputs look like, by benchmark. */
const OUTPUT_FORMS: ReadonlyMap<string, string> = new Map([
  ['birco', 'Rank files lie below folders named by their set, e.g. relic/ranks/e5_rank.pickle.'],
  ['wximpactbench', 'Prediction files are named like gpt-4o_LongCTX_zeroshot.csv.'],
  ['climaqa', 'Predictions lie below folders named by their task, e.g. mcq/gpt-4o.jsonl.'],
  ['cpsdbench', 'LawBench’s outputs are named like lawbench_pred_GPT4_2-6.json or GPT4/2-6.json.'],
]);

/** The document of `--json`. */
interface Reproduction {
  readonly benchmark: string;
  /** The folder as it was given; null: none. */
  readonly published: string | null;
  /** Published outputs with our values and the authors’; without a folder, what is held of the authors’ alone. */
  readonly tables: readonly ReproduceTable[];
  /** Null without --printed. */
  readonly printed: PrintedReport | null;
}

function reproduce(name: string, flags: ReproduceFlags): Action {
  return async (context) => {
    const benchmark = benchmarkFrom(name);
    const folder = flags.published === undefined ? null : path.resolve(context.cwd, flags.published);
    const published = await findPublished(benchmark, folder, flags.published);
    const printed = await readPrintedFile(context, benchmark, published, flags.printed);
    const scored =
      folder === null ? [] : await scorePublished(context, benchmark, published, folder, flags.data);
    const held = (published.held ?? []).map((output): ScoredOutput => ({ output, file: null, result: null }));
    const { reproduceTables } = await import('../../report/reproduce-tables.ts');
    const { comparePrinted } = await import('../../report/printed/index.ts');
    const reproduction: Reproduction = {
      benchmark: benchmark.id,
      published: flags.published ?? null,
      // Printed values alone are asked for: they stand beside what is held.
      tables:
        folder === null && printed !== null
          ? []
          : reproduceTables(benchmark, published, folder === null ? held : scored, folder),
      printed:
        printed === null || flags.printed === undefined
          ? null
          : comparePrinted(flags.printed, printed, [...scored, ...held]),
    };
    await print(context, reproduction, flags);
    if (printed !== null && printed.faults.length > 0) return EXIT.refused;
    return exitCodeOfScores(scored.flatMap(({ result }) => result ?? []));
  };
}

async function findPublished(
  benchmark: Benchmark,
  folder: string | null,
  given: string | undefined,
): Promise<PublishedOutputs> {
  if (benchmark.published === undefined) {
    throw new QuadratError('usage', `${benchmark.id} has no published outputs that could be scored`);
  }
  const published = await benchmark.published(folder === null ? NO_FOLDER : await listFolder(folder));
  if (folder !== null && published.outputs.length === 0) {
    throw new QuadratError('file-not-found', 'there is no published output of this benchmark in the folder', {
      ...(given === undefined ? {} : { file: given }),
      next: OUTPUT_FORMS.get(benchmark.id) ?? `docs/benchmarks/${benchmark.id}.md says what is read.`,
    });
  }
  return published;
}

async function readPrintedFile(
  context: CommandContext,
  { tasks }: Benchmark,
  { facets }: PublishedOutputs,
  file: string | undefined,
): Promise<PrintedFile | null> {
  if (file === undefined) return null;
  const { readPrinted } = await import('../../report/printed/index.ts');
  const text = await readTextFile(path.resolve(context.cwd, file));
  return readPrinted(text, file, { tasks, facets: facets ?? {} });
}

async function print(context: CommandContext, made: Reproduction, flags: ReproduceFlags): Promise<void> {
  const { terminal } = context;
  const { reproduceTerminal, reproduceMarkdown } = await import('../../report/reproduce.ts');
  const { printedTerminal, printedMarkdown } = await import('../../report/printed/index.ts');
  const options = { times100: flags.times100 === true };
  const width = { color: terminal.color, width: terminal.columns };
  const { tables, printed } = made;
  if (flags.json === true) terminal.out(JSON.stringify(made, null, 2));
  else {
    const parts = [
      ...tables.map((table) => reproduceTerminal(table, { ...options, ...width })),
      ...(printed === null ? [] : [printedTerminal(printed, width)]),
    ];
    terminal.out(parts.join('\n'));
  }
  if (flags.output !== undefined) {
    const { writeFileWhole } = await import('../../data/text-file.ts');
    const parts = [
      ...tables.map((table) => reproduceMarkdown(table, options)),
      ...(printed === null ? [] : [printedMarkdown(printed)]),
    ];
    await writeFileWhole(path.resolve(context.cwd, flags.output), parts.join('\n'));
  }
}
