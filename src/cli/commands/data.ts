import path from 'node:path';
import { benchmarks } from '../../benchmarks/index.ts';
import { type Benchmark, QuadratError, type SourceFile } from '../../core/index.ts';
import type { Action, AddCommand, CommandContext } from '../command.ts';
import { EXIT } from '../exit-codes.ts';
import { benchmarkFrom, tasksFrom } from '../options.ts';
import { homeOf } from '../places.ts';
import { addDataExport } from './data-export.ts';

interface DataFlags {
  readonly json?: boolean;
  readonly acceptTerms?: boolean;
  readonly mirror?: string;
  readonly from?: string;
  readonly task?: string;
  readonly split?: string;
}

export const add: AddCommand = (program, run) => {
  const data = program
    .command('data')
    .description('download, import and check data sets')
    .addHelpText(
      'after',
      '\nExample:\n  quadrat data get birco --split test\n  quadrat data import birco --from ~/BIRCO/datasets',
    );
  const command = (name: string, description: string, example: string) =>
    data
      .command(name)
      .description(description)
      .argument('[benchmark]', 'a benchmark or a task; all by default')
      .option('--split <name>', 'only this split')
      .option('--json', 'print one JSON document')
      .addHelpText('after', `\nExample:\n  quadrat data ${name} ${example}`);
  command('status', 'what is installed', 'birco').action((name: string | undefined, flags: DataFlags) =>
    run(status(name, flags)),
  );
  command(
    'get',
    'fetch from the authors’ repositories at the pinned revision, and check the hashes',
    'birco --split test',
  )
    .option('--accept-terms', 'accept the terms of sources that have some')
    .option('--mirror <url>', 'take the files from this address instead; their hashes must still be right')
    .action((name: string | undefined, flags: DataFlags) => run(get(name, flags)));
  command(
    'import',
    'take local copies: recognised by hash, or by name if they pass the check of their form',
    'birco --from ~/BIRCO/datasets',
  )
    .requiredOption('--from <place>', 'a file or a folder')
    .option('--task <task>', 'take the file for this task')
    .action((name: string | undefined, flags: DataFlags) => run(importData(name, flags)));
  command('verify', 'hash what is installed', 'birco/relic').action(
    (name: string | undefined, flags: DataFlags) => run(verify(name, flags)),
  );
  addDataExport(data, run);
};

interface Wanted {
  readonly benchmark: Benchmark;
  readonly files: readonly SourceFile[];
}

/** Files of the benchmarks or the task named. */
function wantedOf(name: string | undefined, flags: DataFlags): Wanted[] {
  // `--task rumor` beside a benchmark is that benchmark's task.
  const task = flags.task === undefined || flags.task.includes('/') || name === undefined;
  const named = task ? (flags.task ?? name) : `${name.split('/')[0]}/${flags.task}`;
  const list =
    named === undefined
      ? benchmarks.map((benchmark) => ({ benchmark, tasks: benchmark.tasks }))
      : named.includes('/')
        ? [{ benchmark: benchmarkFrom(named.split('/')[0] ?? ''), tasks: tasksFrom([named]) }]
        : [{ benchmark: benchmarkFrom(named), tasks: benchmarkFrom(named).tasks }];
  const wanted = list.map(({ benchmark, tasks }) => {
    const files = new Map(tasks.flatMap((task) => task.files).map((file) => [file.path, file]));
    const some = [...files.values()].filter(
      ({ split }) => flags.split === undefined || split === flags.split,
    );
    return { benchmark, files: some };
  });
  const found = wanted.filter(({ files }) => files.length > 0);
  if (found.length === 0) {
    const whose = named === undefined ? 'no benchmark has' : `${named} has no`;
    const split = flags.split === undefined ? '' : ` of split "${flags.split}"`;
    throw new QuadratError('usage', `${whose} data files${split}`);
  }
  return found;
}

function placeOf(context: CommandContext, { benchmark }: Wanted) {
  return { dataFolder: homeOf(context).data, benchmark: benchmark.id };
}

function print(
  context: CommandContext,
  json: boolean,
  rows: readonly object[],
  lines: readonly string[],
): void {
  context.terminal.out(json ? JSON.stringify({ files: rows }, null, 2) : lines.join('\n'));
}

function status(name: string | undefined, flags: DataFlags): Action {
  return async (context) => {
    const { statusOfFiles } = await import('../../data/verify.ts');
    const { formatBytes } = await import('../../report/number.ts');
    const rows = [];
    const lines = [];
    for (const wanted of wantedOf(name, flags)) {
      for (const row of await statusOfFiles(wanted.files, placeOf(context, wanted))) {
        rows.push({ benchmark: wanted.benchmark.id, ...row });
        const size = row.bytes ?? row.expectedBytes;
        lines.push(
          `${row.present ? 'present' : 'absent '}  ${wanted.benchmark.id}/${row.path}${size === null ? '' : `  ${formatBytes(size)}`}`,
        );
      }
    }
    print(context, flags.json === true, rows, lines);
    return EXIT.done;
  };
}

function get(name: string | undefined, flags: DataFlags): Action {
  return async (context) => {
    const { getFiles } = await import('../../data/get.ts');
    const { messageOf } = await import('../../core/index.ts');
    const { formatBytes } = await import('../../report/number.ts');
    const progress = context.terminal.progress();
    const rows = [];
    const lines = [];
    const unreachable = new Set<string>();
    for (const wanted of wantedOf(name, flags)) {
      const { terms } = wanted.benchmark;
      if (terms !== null) context.terminal.say(terms);
      context.terminal.say(`${wanted.benchmark.title}: ${wanted.benchmark.licence}`);
      const results = await getFiles(wanted.files, {
        ...placeOf(context, wanted),
        terms,
        acceptTerms: flags.acceptTerms === true,
        offline: context.offline,
        unreachable,
        ...(flags.mirror === undefined ? {} : { mirror: flags.mirror }),
        onProgress: (file, { bytes, total }) =>
          progress.update({ label: `${file.path}: bytes`, done: bytes, total }),
      });
      for (const { error, ...row } of results) {
        rows.push({
          benchmark: wanted.benchmark.id,
          ...row,
          error: error === null ? null : { code: error.code, message: messageOf(error) },
        });
        if (row.state === 'not-tried') continue;
        const detail =
          error === null
            ? `${formatBytes(row.bytes ?? 0)}${row.learned ? ', hash learned' : ''}`
            : messageOf(error);
        lines.push(`${row.state}  ${wanted.benchmark.id}/${row.path}  ${detail}`);
      }
    }
    progress.done();
    const skipped = rows.filter(({ state }) => state === 'not-tried').length;
    if (skipped > 0) {
      const files = skipped === 1 ? '1 other file was' : `${skipped} other files were`;
      lines.push(`${files} not tried: ${[...unreachable].join(', ')} cannot be reached`);
    }
    print(context, flags.json === true, rows, lines);
    return rows.some(({ state }) => state === 'failed') ? EXIT.infrastructure : EXIT.done;
  };
}

function importData(name: string | undefined, flags: DataFlags): Action {
  return async (context) => {
    const { importFiles } = await import('../../data/import.ts');
    const { maskNumbers } = await import('../../text/mask.ts');
    const { statusOfFiles } = await import('../../data/verify.ts');
    const rows = [];
    const lines = [];
    const absent = [];
    for (const wanted of wantedOf(name, flags)) {
      const results = await importFiles(wanted.files, {
        ...placeOf(context, wanted),
        from: path.resolve(context.cwd, flags.from ?? ''),
        check: async (file, bytes) => (await wanted.benchmark.checkFile?.(file, bytes)) ?? null,
        notices: (file, bytes) => wanted.benchmark.fileNotices?.(file, bytes) ?? [],
      });
      for (const found of results) {
        // A refusal quotes the value that is wrong.
        const row = { ...found, problem: found.problem === null ? null : maskNumbers(found.problem) };
        rows.push({ benchmark: wanted.benchmark.id, ...row });
        if (row.path === null) continue;
        const what = `${wanted.benchmark.id}/${row.path}`;
        lines.push(`${row.state}  ${row.from}  ${row.problem === null ? what : `${what}: ${row.problem}`}`);
        for (const notice of row.notices) context.terminal.say(`${what}: ${notice}`);
      }
      // Of a benchmark that nothing was found of, every file is absent.
      if (results.every(({ path: file }) => file === null)) continue;
      for (const file of await statusOfFiles(wanted.files, placeOf(context, wanted)))
        if (!file.present) absent.push(`absent  ${wanted.benchmark.id}/${file.path}`);
    }
    lines.push(...absent, ...passedOver(rows));
    print(context, flags.json === true, rows, lines);
    const taken = rows.some(({ state }) => state === 'imported' || state === 'already-there');
    if (rows.some(({ state }) => state === 'refused')) return EXIT.refused;
    return taken ? EXIT.done : EXIT.usage;
  };
}

/** How many local files are none of any benchmark that was looked for; a single one by its name. */
function passedOver(rows: readonly { readonly from: string; readonly path: string | null }[]): string[] {
  const known = new Set(rows.flatMap(({ from, path: file }) => (file === null ? [] : [from])));
  const others = [...new Set(rows.map(({ from }) => from))].filter((from) => !known.has(from));
  const [only] = others;
  if (only === undefined) return [];
  if (known.size === 0 && others.length === 1) return [`unknown  ${only}  no file of this benchmark`];
  return [
    others.length === 1 ? '1 other file was passed over' : `${others.length} other files were passed over`,
  ];
}

function verify(name: string | undefined, flags: DataFlags): Action {
  return async (context) => {
    const { verifyFiles } = await import('../../data/verify.ts');
    const rows = [];
    const lines = [];
    for (const wanted of wantedOf(name, flags)) {
      for (const row of await verifyFiles(wanted.files, placeOf(context, wanted))) {
        rows.push({ benchmark: wanted.benchmark.id, ...row });
        const differs = row.want === null ? '' : `  wanted ${row.want}, found ${row.got}`;
        lines.push(`${row.state.padEnd(8)}  ${wanted.benchmark.id}/${row.path}${differs}`);
      }
    }
    print(context, flags.json === true, rows, lines);
    return rows.some(({ state }) => state === 'mismatch') ? EXIT.refused : EXIT.done;
  };
}
