import { createHash } from 'node:crypto';
import {
  type AnyTask,
  type Context,
  type DataKind,
  type DataSource,
  type Dataset,
  type Item,
  type ModelAbility,
  type OtherFile,
  QuadratError,
  type Result,
  type ResultData,
  type ResultWarning,
} from '../core/index.ts';
import { differenceFrom, hashBytes, isPinned, sha256Hex } from '../data/hash.ts';
import type { Deciding } from '../log/index.ts';
import { selectItems } from './select.ts';
import { type ResolvedSettings, resolveSettings } from './settings.ts';

/** A task with its data, ready to be planned, run or scored. */
export interface Prepared {
  readonly task: AnyTask;
  readonly settings: ResolvedSettings;
  readonly context: Context;
  /** The planned items, in the order of the data. */
  readonly items: readonly Item[];
  readonly data: ResultData;
  /** What every result on these data must say. */
  readonly warnings: readonly ResultWarning[];
  readonly repeats: number;
  /** All of the published data: figures that others published for them can stand beside. */
  readonly comparable: boolean;
  /** Files beside the gold whose content decides the result. */
  readonly otherFiles?: readonly OtherFile[];
}

export interface PrepareOptions {
  readonly source: DataSource;
  readonly split: string | undefined;
  readonly given: ReadonlyMap<string, unknown>;
  readonly abilities: ReadonlySet<ModelAbility>;
  readonly limit: number | null;
  readonly seed: number;
  readonly repeats: number | undefined;
  readonly read: (path: string) => Promise<Uint8Array>;
}

/** Every ability: for scoring, where no model's limits apply. */
export const ALL_ABILITIES: ReadonlySet<ModelAbility> = new Set(['text', 'embed', 'rank', 'baseline']);

/** The split asked for, or the task's first. */
export function splitOf(task: AnyTask, split: string | undefined): string {
  const wanted = split ?? task.splits[0] ?? 'test';
  if (task.splits.includes(wanted)) return wanted;
  throw new QuadratError('usage', `${task.id} has no split "${wanted}"`, {
    next: `It has: ${task.splits.join(', ')}.`,
  });
}

export async function prepare(task: AnyTask, options: PrepareOptions): Promise<Prepared> {
  const settings = resolveSettings(task, options.given, options.abilities);
  const context: Context = {
    split: splitOf(task, options.split),
    seed: options.seed,
    abilities: options.abilities,
    read: options.read,
  };
  const dataset = await task.load(options.source, settings.parsed, context);
  refuseDuplicates(dataset);
  const items = selectItems(dataset.items, options.limit, options.seed);
  const data = await describeData(task, context.split, dataset, options.source, items.length);
  return {
    task,
    settings,
    context,
    items,
    data,
    warnings: dataWarnings(task, context.split, data, options.source),
    comparable: data.kind === 'full' || hasPublishedGold(dataset, options.source, items.length),
    ...(dataset.otherFiles === undefined ? {} : { otherFiles: dataset.otherFiles }),
    repeats: options.repeats ?? task.repeatsFor?.(settings.parsed) ?? task.repeats,
  };
}

/** Whether all items of the published gold are here, in a file of another form. */
function hasPublishedGold(dataset: Dataset<Item>, source: DataSource, items: number): boolean {
  return dataset.publishedGold === true && source.kind !== 'sample' && items === dataset.items.length;
}

/** Two items of one id would overwrite each other: refused before the first call. */
function refuseDuplicates(dataset: Dataset<Item>): void {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of dataset.items) {
    if (seen.has(id)) twice.add(id);
    seen.add(id);
  }
  if (twice.size === 0) return;
  const ids = [...twice];
  throw new QuadratError(
    'duplicate-item',
    `${ids.length} ids stand more than once: ${ids.slice(0, 10).join(', ')}`,
    {
      file: dataset.file,
      data: { ids },
      next: 'Give every item an id of its own.',
    },
  );
}

/** Name, hash, revision and kind of the data; `full` only if the file is the pinned one, or the one whose hash was learned. */
async function describeData(
  task: AnyTask,
  split: string,
  dataset: Dataset<Item>,
  source: DataSource,
  items: number,
): Promise<ResultData> {
  const hash = sha256Hex(dataset.bytes);
  const pins = task.files.filter((file) => file.split === split && isPinned(file));
  const pinned = pins.find((file) =>
    file.gitBlobSha1 === undefined
      ? file.sha256 === hash
      : differenceFrom(file, hashBytes(dataset.bytes)) === undefined,
  );
  const learned = pins.length === 0 && (await source.isDownloaded?.(hash)) === true;
  let kind: DataKind = pinned !== undefined || learned ? 'full' : 'own';
  if (dataset.partial === true) kind = 'partial';
  if (source.kind === 'sample') kind = 'sample';
  if (kind === 'full' && items < dataset.items.length) kind = 'partial';
  const { revision } = pinned ?? {};
  return {
    name: `${task.id}/${split}`,
    sha256: hash,
    ...(revision === undefined ? {} : { revision }),
    items,
    kind,
  };
}

/** Invented data, installed data that are not the published ones, the published file of another split. */
function dataWarnings(task: AnyTask, split: string, data: ResultData, source: DataSource): ResultWarning[] {
  if (data.kind === 'sample') {
    const message =
      'These are invented sample data: the figures show how the program works and cannot be compared with full data.';
    return [{ code: 'sample-data', message }];
  }
  const other = task.files.find((file) => file.split !== split && file.sha256 === data.sha256);
  if (other !== undefined) {
    const message = `the data are called split ${split}, but the file is the published ${other.split} split; name it with --split ${other.split}`;
    return [{ code: 'other-split', message }];
  }
  const pinned = task.files.some((file) => file.split === split && isPinned(file));
  if (source.kind === 'full' && data.kind === 'own' && pinned) {
    const message =
      'the installed file is not the published one: a copy of your own, or a changed file; see `quadrat data verify`';
    return [{ code: 'changed-data', message }];
  }
  return [];
}

/** What a result says of the prompts that were sent. */
export function sentOf(deciding: Deciding | undefined): {
  sent?: Pick<Result, 'promptSha256' | 'inputFiles'>;
} {
  if (deciding === undefined) return {};
  const { promptSha256, inputFiles } = deciding;
  return { sent: { promptSha256, ...(inputFiles.length === 0 ? {} : { inputFiles }) } };
}

/** What decides the result beside what the user asked for. */
export async function decidingOf(prepared: Prepared): Promise<Deciding> {
  const { task, settings, items, data, repeats, context } = prepared;
  const hash = createHash('sha256');
  for (const { id, hash: content } of items) hash.update(JSON.stringify([id, content]));
  const inputFiles: OtherFile[] = [...(prepared.otherFiles ?? [])];
  for (const path of task.inputFiles(settings.parsed)) {
    inputFiles.push({ path, sha256: sha256Hex(await context.read(path)) });
  }
  // Prompts of one's own, and a task file with the words of its prompt, are what is sent.
  const { prompts, 'prompt-template': template, 'task-file': taskFile } = settings.shown;
  const sent = inputFiles.filter(({ path }) => [prompts, template, taskFile].includes(path));
  const promptSha256 = task.promptHash(settings.parsed);
  return {
    task: task.id,
    dataSha256: data.sha256 ?? '',
    dataKind: data.kind,
    itemsSha256: hash.digest('hex'),
    items: items.length,
    repeats,
    promptSha256:
      sent.length === 0
        ? promptSha256
        : sha256Hex(JSON.stringify([promptSha256, ...sent.map(({ sha256 }) => sha256)])),
    inputFiles,
    taskVersion: task.version,
    scoringVersion: task.scoringVersion,
  };
}
