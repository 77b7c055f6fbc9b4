import { createHash } from 'node:crypto';
import path from 'node:path';
import { type AnyTask, QuadratError, type TextRequest } from '../../core/index.ts';
import type { Action, AddCommand, CommandContext } from '../command.ts';
import { type DataFlags, dataWithPlaces } from '../data-flags.ts';
import { tasksFrom, wholeNumber, withSettings } from '../options.ts';

interface ExportFlags extends DataFlags {
  readonly output: string;
  readonly json?: boolean;
}

export const add: AddCommand = (program, run) => {
  withSettings(program.command('export'))
    .description('write the prompts of a task, for people who call models elsewhere')
    .argument('<task>', 'a task')
    .requiredOption('-o, --output <file>', 'JSONL file of {id, messages, settingsHash}')
    .option('--data <where>', 'full (installed), sample, a folder or a file', 'full')
    .option('--prompts <dir>', 'prompts of your own: BENCHMARK.json in this folder')
    .option('--limit <n>', 'only so many items', wholeNumber(1))
    .option('--json', 'print one JSON document about what was written')
    .addHelpText('after', '\nExample:\n  quadrat export birco/relic --data sample -o prompts.jsonl')
    .action((name: string, flags: ExportFlags) => run(exportTask(name, flags)));
};

function exportTask(name: string, flags: ExportFlags): Action {
  return async (context) => {
    const { prepareFor } = await import('../../run/evaluate.ts');
    const { planTask } = await import('../../run/plan.ts');
    const { decidingOf } = await import('../../run/prepare.ts');
    const [task, more] = tasksFrom([name]);
    if (task === undefined || more !== undefined) throw new QuadratError('usage', 'name one task to export');
    const prepared = await prepareFor(task, { abilities: new Set(['text']) }, dataWithPlaces(context, flags));
    const { promptSha256, inputFiles } = await decidingOf(prepared);
    // Files count by their content, wherever they lie.
    const files = inputFiles.map(({ sha256 }) => sha256);
    const settingsHash = createHash('sha256')
      .update(
        JSON.stringify([
          task.id,
          prepared.settings.shown,
          promptSha256,
          ...(files.length === 0 ? [] : [files]),
        ]),
      )
      .digest('hex');
    const lines: string[] = [];
    await planTask(prepared, new Map(), {
      onRequest: (item, request) => {
        if (request.exportId === null) return;
        lines.push(
          `${JSON.stringify({ id: requestId(item, request), messages: request.messages, settingsHash })}\n`,
        );
      },
    });
    const rows = lines.length;
    if (rows === 0) {
      throw new QuadratError(
        'unsuitable-model',
        'this method sends no prompt, or none that could be written before the answers to others: there is nothing to export',
        { next: await otherMethods(context, task, flags) },
      );
    }
    const { writeFileWhole } = await import('../../data/text-file.ts');
    await writeFileWhole(path.resolve(context.cwd, flags.output), lines.join(''));
    if (flags.json === true) context.terminal.out(JSON.stringify({ file: flags.output, rows, settingsHash }));
    else context.terminal.say(`${rows} prompts written to ${flags.output}`);
    return 0;
  };
}

/** What else can be exported: methods of this task whose prompts do not depend on answers. */
async function otherMethods(context: CommandContext, task: AnyTask, flags: ExportFlags): Promise<string> {
  const { prepareFor } = await import('../../run/evaluate.ts');
  const { planTask } = await import('../../run/plan.ts');
  const { describeSettings } = await import('../../run/settings.ts');
  const methods =
    describeSettings(task)
      .find(({ key }) => key === 'method')
      ?.values.split('|') ?? [];
  const fit: string[] = [];
  for (const method of methods) {
    // Only the method: other settings may go with the one that was asked for.
    const alone = {
      ...dataWithPlaces(context, { ...flags, limit: 1 }),
      settings: new Map([['method', method]]),
    };
    const prepared = await prepareFor(task, { abilities: new Set(['text']) }, alone);
    let found = false;
    await planTask(prepared, new Map(), {
      onRequest: (_, { exportId }) => {
        found ||= exportId !== null;
      },
    });
    if (found) fit.push(`--set method=${method}`);
  }
  return fit.length === 0
    ? `${task.id} cannot be exported: run it with a model, or score outputs made elsewhere.`
    : `Choose another method: ${fit.join(' or ')}.`;
}

/** The id by which the answer is scored: the item's, with what the task adds for one of many calls. */
function requestId(item: string, request: TextRequest): string {
  return request.exportId ?? item;
}
