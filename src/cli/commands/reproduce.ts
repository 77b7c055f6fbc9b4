import path from 'node:path';
import { type Benchmark, type PublishedOutputs, QuadratError } from '../../core/index.ts';
import { readTextFile } from '../../data/text-file.ts';
import type { PrintedFile, PrintedReport } from '../../report/printed/index.ts';
import type { ReproduceTable } from '../../report/reproduce-cells.ts';
import type { ReproduceSummary } from '../../report/reproduce-summary.ts';
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
  readonly all?: boolean;
  readonly times100?: boolean;
  readonly json?: boolean;
}

const EXAMPLES = `
It prints how many values are equal to the authors', and each difference with
what explains it. --all prints every value, in the paper's layout where that is
known; -o writes both. Without --published it says which values of the authors
come with the program.

A file of printed values is CSV or JSONL with table, task, model, metric, value,
scale (unit or percent), source (page and table number), and, where wanted,
protocol and slice (label=Political;shot=zero).

Example:
  quadrat reproduce birco --published BIRCO/evaluation
  quadrat reproduce birco --published BIRCO/evaluation --all
  quadrat reproduce birco --published BIRCO/evaluation --printed table-2.csv`;

export const add: AddCommand = (program, run) => {
  program
    .command('reproduce')
    .description('score published outputs: the authors’ values beside ours, with what is faulty')
    .argument('<benchmark>', 'a benchmark')
    .option('--published <dir>', 'folder with the published outputs')
    .option('--printed <file>', 'values typed from a paper, set beside ours')
    .option('--data <where>', 'gold: full (installed), a folder or a file; by default that folder, else full')
    .option('-o, --output <file>', 'also write the summary and all tables as Markdown')
    .option('--all', 'print every value, ours beside the authors’')
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
  /** The tables in counts, with each difference. */
  readonly summary: ReproduceSummary;
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
    const { reproduceTables, reproduceTitle, publishedNotes } = await import(
      '../../report/reproduce-tables.ts'
    );
    const { summariseReproduction } = await import('../../report/reproduce-summary.ts');
    const { comparePrinted } = await import('../../report/printed/index.ts');
    const shown = folder === null ? held : scored;
    // Printed values alone are asked for: they stand beside what is held.
    const tables =
      folder === null && printed !== null ? [] : reproduceTables(benchmark, published, shown, folder);
    const reproduction: Reproduction = {
      benchmark: benchmark.id,
      published: flags.published ?? null,
      summary: summariseReproduction(published, tables),
      tables,
      printed:
        printed === null || flags.printed === undefined
          ? null
          : comparePrinted(flags.printed, printed, [...scored, ...held]),
    };
    const text = {
      title: reproduceTitle(benchmark, shown, folder),
      notes: publishedNotes(published, shown, folder),
    };
    await print(context, reproduction, text, flags);
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

async function print(
  context: CommandContext,
  made: Reproduction,
  text: { readonly title: string; readonly notes: readonly string[] },
  flags: ReproduceFlags,
): Promise<void> {
  const { terminal } = context;
  if (flags.json === true) terminal.out(JSON.stringify(made, null, 2));
  else terminal.out(await terminalText(made, text, flags, terminal));
  if (flags.output === undefined) return;
  const { reproduceMarkdown } = await import('../../report/reproduce.ts');
  const { summaryMarkdown } = await import('../../report/reproduce-summary-print.ts');
  const { printedMarkdown } = await import('../../report/printed/index.ts');
  const { writeFileWhole } = await import('../../data/text-file.ts');
  const { tables, printed, summary } = made;
  const options = { times100: flags.times100 === true };
  const parts = [
    ...(printed === null ? [] : [printedMarkdown(printed)]),
    // The tables say the rest.
    ...(saysNothing(made) ? [] : [summaryMarkdown({ ...text, notes: [], summary, tables: [] }, options)]),
    ...tables.map((table) => reproduceMarkdown(table, options)),
  ];
  await writeFileWhole(path.resolve(context.cwd, flags.output), parts.join('\n'));
}

/** Printed values first, then the summary, and with --all every table. */
async function terminalText(
  made: Reproduction,
  text: { readonly title: string; readonly notes: readonly string[] },
  flags: ReproduceFlags,
  { color, columns }: CommandContext['terminal'],
): Promise<string> {
  const { reproduceTerminal } = await import('../../report/reproduce.ts');
  const { summaryTerminal } = await import('../../report/reproduce-summary-print.ts');
  const { printedTerminal } = await import('../../report/printed/index.ts');
  const { tables, printed, summary } = made;
  const options = { times100: flags.times100 === true, color, width: columns };
  // One table without a value to compare is short, and all that there is.
  const whole = flags.all === true || (saysNothing(made) && tables.length === 1);
  const layout = tables.length === 1 ? '' : ` in ${tables.length} tables, as the paper lays them out`;
  const more = `Every value${layout}: --all prints them, -o FILE.md writes them.`;
  const counts = whole
    ? { ...text, summary, tables: [], notes: [] }
    : { ...text, summary, tables, notes: [...text.notes, more] };
  return [
    ...(printed === null ? [] : [printedTerminal(printed, options)]),
    ...(tables.length === 0 || (whole && saysNothing(made)) ? [] : [summaryTerminal(counts, options)]),
    ...(whole ? tables.map((table) => reproduceTerminal(table, options)) : []),
  ].join('\n');
}

/** Whether there is no value of the authors beside one of ours. */
function saysNothing({ summary }: Reproduction): boolean {
  return summary.parts.length === 0;
}
