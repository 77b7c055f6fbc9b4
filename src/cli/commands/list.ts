import { benchmarks } from '../../benchmarks/index.ts';
import type { AnyTask, Benchmark } from '../../core/index.ts';
import type { Action, AddCommand, CommandContext } from '../command.ts';
import { benchmarkFrom } from '../options.ts';
import { sourceOf } from '../places.ts';

interface ListFlags {
  readonly measures?: boolean;
  readonly json?: boolean;
}

export const add: AddCommand = (program, run) => {
  program
    .command('list')
    .description('benchmarks, tasks, sizes, data present or not, licences; with a benchmark its settings too')
    .argument('[benchmark]', 'only this one')
    .option(
      '--measures',
      'the measures with their definitions; without a benchmark those of the libraries too',
    )
    .option('--json', 'print one JSON document')
    .addHelpText('after', '\nExample:\n  quadrat list birco')
    .action((name: string | undefined, flags: ListFlags) => run(list(name, flags)));
};

function list(name: string | undefined, flags: ListFlags): Action {
  return async (context) => {
    const { terminal } = context;
    const wanted = name === undefined ? benchmarks : [benchmarkFrom(name)];
    const print = { color: terminal.color, width: terminal.columns };
    if (flags.measures === true) {
      const uses = wanted.flatMap((benchmark) => benchmark.tasks.flatMap(measuresOf));
      const { measuresTerminal } = await import('../../report/measures.ts');
      const { libraryMeasures } = await import('../../report/library-measures.ts');
      const library = name === undefined ? libraryMeasures : [];
      terminal.out(
        flags.json === true
          ? JSON.stringify({ measures: uses, library }, null, 2)
          : measuresTerminal([...uses, ...library], print),
      );
      return 0;
    }
    const { renderList } = await import('../../report/list.ts');
    const listed = await Promise.all(wanted.map((benchmark) => describeBenchmark(context, benchmark)));
    if (flags.json === true) {
      const plain = listed.map((benchmark) => ({
        ...benchmark,
        tasks: benchmark.tasks.map((task) => ({
          ...task,
          headline: task.headline.id,
          protocol: task.headline.protocol,
        })),
      }));
      terminal.out(JSON.stringify({ benchmarks: plain }, null, 2));
    } else terminal.out(renderList(listed, { ...print, settings: name !== undefined }));
    return 0;
  };
}

/** Every measure of a task, with its use. */
export function measuresOf(task: AnyTask) {
  return task.measures.map(({ description, protocol, headline }) => ({
    description,
    task: task.id,
    protocol,
    ...(headline === true ? { headline } : {}),
  }));
}

async function describeBenchmark(context: CommandContext, benchmark: Benchmark) {
  const { describeSettings } = await import('../../run/settings.ts');
  const source = sourceOf(context, benchmark.id, 'full');
  return {
    id: benchmark.id,
    title: benchmark.title,
    summary: benchmark.summary,
    licence: benchmark.licence,
    citation: benchmark.citation,
    tasks: benchmark.tasks.map((task) => ({
      id: task.id,
      title: task.title,
      headline: task.headline,
      language: task.language,
      splits: task.splits.map((split) => ({
        name: split,
        items: task.sizes[split] ?? null,
        present: task.files.some((file) => file.split === split && source.find(file.path) !== undefined),
      })),
      settings: describeSettings(task).map(({ key, summary, values, default: value }) => ({
        key,
        description: `${summary} (${values})`,
        default: value === null ? null : String(value),
      })),
    })),
  };
}
