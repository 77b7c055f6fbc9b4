import path from 'node:path';
import type { Result } from '../../core/index.ts';
import type { Action, AddCommand } from '../command.ts';

interface ReportFlags {
  readonly output: string;
  readonly title?: string;
  readonly showItems?: boolean;
  readonly json?: boolean;
}

export const add: AddCommand = (program, run) => {
  program
    .command('report')
    .description('write a report over runs: .md, .csv or .json by the file’s extension')
    .argument('<runs...>', 'run folders, or JSON files that `score --json` printed')
    .requiredOption('-o, --output <file>', 'the report')
    .option('--title <text>', 'title of the report')
    .option('--show-items', 'do not mask mobile, identity and card numbers')
    .option('--json', 'print one JSON document about what was written')
    .addHelpText('after', '\nExample:\n  quadrat report runs/*/ -o report.md')
    .action((runs: string[], flags: ReportFlags) => run(report(runs, flags)));
};

function report(runs: readonly string[], flags: ReportFlags): Action {
  return async (context) => {
    const { readResults } = await import('../results.ts');
    const { redactorOf } = await import('../redactor.ts');
    const { saveReport } = await import('../save-report.ts');
    const results: Result[] = [];
    for (const run of runs) results.push(...(await readResults(path.resolve(context.cwd, run))));
    await saveReport(results, path.resolve(context.cwd, flags.output), {
      redact: redactorOf(context.env),
      showItems: flags.showItems === true,
      title: flags.title,
    });
    if (flags.json === true)
      context.terminal.out(JSON.stringify({ file: flags.output, results: results.length }));
    else context.terminal.say(`report: ${flags.output}`);
    return 0;
  };
}
