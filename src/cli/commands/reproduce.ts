import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { type PublishedFolder, QuadratError, type Result } from '../../core/index.ts';
import { readFileBytes, readTextFile } from '../../data/text-file.ts';
import type { Action, AddCommand, CommandContext } from '../command.ts';
import { exitCodeOfScores } from '../exit-codes.ts';
import { benchmarkFrom, isScoreOnly, tasksFrom } from '../options.ts';
import { homeOf, SAMPLES, sourceOf } from '../places.ts';

interface ReproduceFlags {
  readonly published: string;
  readonly data?: string;
  readonly output?: string;
  readonly times100?: boolean;
  readonly json?: boolean;
}

export const add: AddCommand = (program, run) => {
  program
    .command('reproduce')
    .description('score published outputs: the authors’ values beside ours, with what is faulty')
    .argument('<benchmark>', 'a benchmark')
    .requiredOption('--published <dir>', 'folder with the published outputs')
    .option('--data <where>', 'gold: full (installed), a folder or a file; by default that folder, else full')
    .option('-o, --output <file>', 'also write the table as Markdown')
    .option('--times100', 'print proportions × 100')
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  quadrat reproduce birco --published BIRCO/evaluation')
    .action((name: string, flags: ReproduceFlags) => run(reproduce(name, flags)));
};

/** What published outputs look like, by benchmark. */
const OUTPUT_FORMS: ReadonlyMap<string, string> = new Map([
  ['birco', 'Rank files lie below folders named by their set, e.g. relic/ranks/e5_rank.pickle.'],
  ['wximpactbench', 'Prediction files are named like gpt-4o_LongCTX_zeroshot.csv.'],
  ['climaqa', 'Predictions lie below folders named by their task, e.g. mcq/gpt-4o.jsonl.'],
  ['cpsdbench', 'LawBench’s outputs are named like lawbench_pred_GPT4_2-6.json or GPT4/2-6.json.'],
]);

function reproduce(name: string, flags: ReproduceFlags): Action {
  return async (context) => {
    const { terminal } = context;
    const benchmark = benchmarkFrom(name);
    if (benchmark.published === undefined) {
      throw new QuadratError('usage', `${name} has no published outputs that could be scored`);
    }
    const folder = path.resolve(context.cwd, flags.published);
    const published = await benchmark.published(await listFolder(folder));
    if (published.outputs.length === 0) {
      throw new QuadratError(
        'file-not-found',
        'there is no published output of this benchmark in the folder',
        {
          file: flags.published,
          next: OUTPUT_FORMS.get(benchmark.id) ?? `docs/benchmarks/${benchmark.id}.md says what is read.`,
        },
      );
    }
    const progress = terminal.progress();
    const scored: { output: (typeof published.outputs)[number]; result: Result }[] = [];
    const { scoreFiles } = await import('../../run/score-predictions.ts');
    const { newBootstrap } = await import('../../run/summary.ts');
    const bootstrap = newBootstrap();
    for (const task of benchmark.tasks) {
      const own = published.outputs.filter((output) => output.task === task.id);
      const options = {
        split: undefined,
        given: new Map(),
        seed: 42,
        baselines: [],
        perItem: false,
        read: readFileBytes,
        bootstrap,
      };
      const files = own.map(({ file }) => path.join(folder, file));
      const results: Result[] = [];
      if (isScoreOnly(task)) {
        // Such a file is its own gold.
        for (const file of files) {
          const source = sourceOf(context, benchmark.id, file);
          results.push(...(await scoreFiles(task, [file], { ...options, source })));
        }
      } else {
        const source = await goldOf(context, benchmark.id, task.id, folder, flags.data);
        results.push(...(await scoreFiles(task, files, { ...options, source })));
      }
      own.forEach((output, at) => {
        const result = results[at];
        if (result !== undefined) scored.push({ output, result });
      });
      progress.update({ label: 'published outputs', done: scored.length, total: published.outputs.length });
    }
    progress.done();
    const { reproduceTables } = await import('../reproduce-table.ts');
    const tables = reproduceTables(benchmark, published, scored, folder);
    const { reproduceTerminal, reproduceMarkdown } = await import('../../report/reproduce.ts');
    const options = { times100: flags.times100 === true };
    // A benchmark with one table prints that one; one with several prints a list of them.
    if (flags.json === true)
      terminal.out(JSON.stringify(published.tables === undefined ? tables[0] : tables, null, 2));
    else {
      const print = { ...options, color: terminal.color, width: terminal.columns };
      terminal.out(tables.map((table) => reproduceTerminal(table, print)).join('\n'));
    }
    if (flags.output !== undefined) {
      const { writeFileWhole } = await import('../../data/text-file.ts');
      await writeFileWhole(
        path.resolve(context.cwd, flags.output),
        tables.map((table) => reproduceMarkdown(table, options)).join('\n'),
      );
    }
    return exitCodeOfScores(scored.map(({ result }) => result));
  };
}

/** Gold of the folder itself where it has it, else the installed data. */
async function goldOf(
  context: CommandContext,
  benchmark: string,
  taskId: string,
  folder: string,
  data: string | undefined,
) {
  const { openSource } = await import('../../data/source.ts');
  const places = { benchmark, dataFolder: homeOf(context).data, samplesFolder: SAMPLES };
  if (data !== undefined) return openSource({ ...places, data });
  const beside = openSource({ ...places, data: folder });
  const [task] = tasksFrom([taskId]);
  const file = (task?.files.find(({ split }) => split === 'test') ?? task?.files[0])?.path ?? '';
  const set = taskId.split('/')[1] ?? '';
  if (beside.find(file, `datasets/${file}`, `${set}.qrels`, `${set}.qrels.json`) !== undefined) return beside;
  const full = openSource({ ...places, data: 'full' });
  return full.find(file) === undefined ? beside : full;
}

const MAX_FILES = 20_000;

async function listFolder(folder: string): Promise<PublishedFolder> {
  let files: string[];
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    files = entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
      )
      .sort();
  } catch (cause) {
    throw new QuadratError('file-not-found', 'the folder cannot be read', { file: folder, cause });
  }
  if (files.length > MAX_FILES) {
    throw new QuadratError('too-large', `the folder has ${files.length} files`, {
      file: folder,
      next: 'Name the folder of the outputs alone.',
    });
  }
  return { files, readText: (file) => readTextFile(path.join(folder, file)).then(text) };
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' && value !== null && 'text' in value ? String(value.text) : String(value);
}
