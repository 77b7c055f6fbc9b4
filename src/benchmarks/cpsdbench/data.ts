import path from 'node:path';
import { type Context, type DataSource, type Dataset, QuadratError } from '../../core/index.ts';
import { decodeText } from '../../data/encoding.ts';
import { dataWarnings } from './check.ts';
import { isTar, readCed, unpacked } from './forms/ced.ts';
import { CJRC } from './forms/cjrc.ts';
import type { FormRows } from './forms/form.ts';
import { FORMS } from './forms/index.ts';
import { type CpsItem, makeItem, type Setting } from './items.ts';
import { readOwnRows } from './own-data.ts';
import { readOwnPrompts } from './own-prompts.ts';
import type { CpsSettings } from './settings.ts';
import { moreFiles } from './source-files.ts';
import { readTaskFile, type TaskSpec } from './task-file.ts';
import { SHIPPED, shippedSpec, specOf, type TaskId } from './task-specs.ts';

/** Loads a task's items: the user's own data, or a public set that stands in. */
export async function load(
  task: TaskId,
  source: DataSource,
  settings: CpsSettings,
  context: Context,
): Promise<Dataset<CpsItem>> {
  const setting = await settingOf(task, settings, context);
  const named = settings['task-file'];
  const { data } = setting.spec;
  // A task file that names its data means them, whatever is installed; --data comes before both.
  const own =
    source.kind === 'full' && named !== undefined && data !== null
      ? path.resolve(path.dirname(named), data)
      : undefined;
  const file = own ?? source.file ?? source.find(`${task}/items`, ...ownNames(task));
  if (file === undefined) throw missing(task, source);
  const contents: Uint8Array[] = [];
  const items: CpsItem[] = [];
  const add = async (name: string, read: (path: string) => Promise<Uint8Array>) => {
    const bytes = await read(name);
    contents.push(bytes);
    items.push(...readItems(task, bytes, name, settings.encoding, setting, named !== undefined));
  };
  await add(file, own === undefined ? (name) => source.read(name) : (name) => readNamed(name, context));
  // Own data take the place of the whole set; further files belong to the public one.
  const alone = own !== undefined || source.file !== undefined || items[0]?.standIn === null;
  for (const name of alone ? [] : moreFiles(task)) {
    const more = source.find(name);
    if (more !== undefined) await add(more, (from) => source.read(from));
  }
  if (items.length === 0) throw new QuadratError('invalid-format', 'there is no item in the file', { file });
  const kept = items[0]?.standIn === CJRC ? firstOfEach(items) : items;
  return {
    items: kept,
    file,
    bytes: contents.length === 1 ? (contents[0] ?? new Uint8Array()) : Buffer.concat(contents),
  };
}

/** Reads the data that a task file names. */
async function readNamed(name: string, context: Context): Promise<Uint8Array> {
  try {
    return await context.read(name);
  } catch (error) {
    if (!(error instanceof QuadratError) || error.code !== 'file-not-found') throw error;
    throw new QuadratError('file-not-found', 'the data that the task file names are not there', {
      file: name,
      next: 'The key data is a path from the task file’s own folder; --data FILE comes before it.',
    });
  }
}

const ownNames = (task: TaskId) =>
  ['jsonl', 'json', 'csv', 'txt'].flatMap((end) => [`${task}.${end}`, `${task}/${task}.${end}`]);

/** Task file and prompts in force, with the settings of the run applied. */
async function settingOf(task: TaskId, settings: CpsSettings, context: Context): Promise<Setting> {
  const named = settings['task-file'];
  const spec = named === undefined ? specOf(task) : await readSpec(named, context);
  const own = specOf(task).kind;
  if (spec.kind !== own) {
    throw new QuadratError(
      'invalid-setting',
      `the task file is of kind ${spec.kind}, and ${task} of kind ${own}`,
      {
        ...(named === undefined ? {} : { file: named }),
        next: 'Use it with a task of its own kind.',
      },
    );
  }
  const { prompts } = settings;
  return {
    spec: withSettings(spec, settings),
    prompts:
      prompts === undefined
        ? null
        : readOwnPrompts(decodeText(await context.read(prompts), prompts).text, prompts),
    standIn: null,
  };
}

async function readSpec(named: string, context: Context): Promise<TaskSpec> {
  const shipped = shippedSpec(named);
  if (shipped !== undefined) return shipped;
  try {
    return readTaskFile(decodeText(await context.read(named), named).text, named);
  } catch (error) {
    if (!(error instanceof QuadratError) || error.code !== 'file-not-found') throw error;
    throw new QuadratError('file-not-found', 'there is no such task file', {
      file: named,
      next: `Name a file, or one that ships: ${SHIPPED.join(', ')}.`,
    });
  }
}

/**
 * Reads a data file in any form that the task knows.
 *
 * @param encoding `auto`, or a named one
 * @param fixed the task file was named, so that no form may bring its own
 */
export function readItems(
  task: TaskId,
  bytes: Uint8Array,
  file: string,
  encoding: string,
  setting: Setting,
  fixed = false,
): CpsItem[] {
  if (task === 'rumor') {
    const archive = unpacked(bytes, file);
    if (isTar(archive)) return fromForm(readCed(archive, file), setting, fixed);
  }
  const { text, encoding: found } = decodeText(bytes, file, encoding);
  if (text.trim() === '') {
    throw new QuadratError('invalid-format', 'the file is empty', {
      file,
      next: 'Some repositories hold an empty file beside the right one (CAIL2022: use xxcq/test.json).',
    });
  }
  for (const form of FORMS.get(task) ?? []) {
    const rows = form(text, file, task);
    if (rows === undefined) continue;
    if (rows.replacementCharacters !== true) refuseReplacement(text, file);
    return fromForm(rows, setting, fixed);
  }
  // Own data are UTF-8: a torn file must not pass for one in another encoding, unless that one is named.
  if (encoding === 'auto' && found === 'gb18030') decodeText(bytes, file, 'utf-8');
  refuseReplacement(text, file);
  return readOwnRows(text, file, setting);
}

function withSettings(spec: TaskSpec, settings: CpsSettings): TaskSpec {
  return {
    ...spec,
    threshold: settings.threshold ?? spec.threshold,
    digitGuard: settings['digit-guard'] ?? spec.digitGuard,
  };
}

function fromForm({ rows, standIn, spec }: FormRows, setting: Setting, fixed: boolean): CpsItem[] {
  const own = spec === undefined || fixed ? setting.spec : { ...specOf(spec), ...overrides(setting.spec) };
  const shared: Setting = { ...setting, spec: own, standIn };
  const unknown = rows.find(
    ({ content }) => content.kind === 'classification' && !own.labels.some(({ id }) => id === content.label),
  );
  if (unknown !== undefined && unknown.content.kind === 'classification') {
    throw new QuadratError('unknown-label', `"${unknown.content.label}" is not in the task file`, {
      item: unknown.id,
      next: `Known are ${own.labels.map(({ id }) => id).join(', ')}.`,
    });
  }
  return rows.map(({ id, content, meta, wrongOffsets }) => makeItem(id, content, shared, meta, wrongOffsets));
}

/** What settings changed holds for the set's own task file too. */
function overrides({ threshold, digitGuard }: TaskSpec): Partial<TaskSpec> {
  return { threshold, digitGuard };
}

function refuseReplacement(text: string, file: string): void {
  const at = text.indexOf('\ufffd');
  if (at < 0) return;
  throw new QuadratError('invalid-encoding', 'the file holds the replacement character U+FFFD', {
    file,
    line: text.slice(0, at).split('\n').length,
    next: 'The text was decoded wrongly once: make the file anew from its source.',
  });
}

/** One item each: a case may stand in both files of CJRC. */
function firstOfEach(items: readonly CpsItem[]): CpsItem[] {
  const seen = new Set<string>();
  const used = new Set<string>();
  return items.flatMap((item) => {
    const text = 'text' in item ? item.text : 'input' in item ? item.input : item.hash;
    if (seen.has(text)) return [];
    seen.add(text);
    const id = used.has(item.id) ? `${item.id}-2` : item.id;
    used.add(id);
    return [{ ...item, id, ...(item.cluster === item.id ? { cluster: id } : {}) }];
  });
}

function missing(task: TaskId, source: DataSource): QuadratError {
  return new QuadratError('data-missing', `the data of cpsdbench/${task} are not in ${source.label}`, {
    next:
      source.kind === 'full'
        ? `The benchmark’s own items are not public. Bring your own (\`quadrat data import cpsdbench --task ${task} --from FILE\`, or --data FILE), or fetch the public stand-in with \`quadrat data get cpsdbench/${task}\`.`
        : `Put ${task}.jsonl there, or name a file with --data.`,
    data: { task },
  });
}

/** What is wrong with a content that is to become a task's data; null: nothing. */
export function checkData(task: TaskId, bytes: Uint8Array, file: string): string | null {
  try {
    return itemsOf(task, bytes, file).length === 0 ? 'there is no item in it' : null;
  } catch (error) {
    if (!(error instanceof QuadratError)) throw error;
    // Whoever asks names the file.
    const { line, item } = error.place;
    return new QuadratError(error.code, error.message, {
      ...(line === undefined ? {} : { line }),
      ...(item === undefined ? {} : { item }),
      ...(error.next === undefined ? {} : { next: error.next }),
    }).describe();
  }
}

/** What is odd in a content that can be a task's data, in words. */
export function noticesOf(task: TaskId, bytes: Uint8Array, file: string): string[] {
  return dataWarnings(itemsOf(task, bytes, file)).map(({ message }) => message);
}

function itemsOf(task: TaskId, bytes: Uint8Array, file: string): CpsItem[] {
  return readItems(task, bytes, file, 'auto', { spec: specOf(task), prompts: null, standIn: null });
}
