import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { type AnyTask, QuadratError } from '../core/index.ts';
import { isOfInput } from './compare-faults.ts';

export interface PlaceOptions {
  /** Paths: run folders, files of predictions, or `TASK=FILE,…`. */
  readonly inputs: readonly string[];
  /** Tasks that are known. */
  readonly tasks: readonly AnyTask[];
  /** The task of files that name none. */
  readonly task?: string | undefined;
  /** The working directory. */
  readonly directory: string;
}

/** What an input is: a run folder, or files of predictions. */
export interface InputPlace {
  /** As it was given. */
  readonly given: string;
  /** Absolute; null for predictions. */
  readonly folder: string | null;
  /** Absolute paths of predictions by task. */
  readonly files: ReadonlyMap<string, string>;
  /** There is no such folder or file; null: there is. */
  readonly fault: QuadratError | null;
}

const NEXT = 'Name run folders, such as runs/*/, files of predictions with --task TASK, or TASK=FILE.';

/**
 * Finds out what the inputs are.
 *
 * @throws QuadratError for fewer than two, one named twice, and files without a task
 */
export function findPlaces(options: PlaceOptions): InputPlace[] {
  const { inputs } = options;
  if (inputs.length < 2) {
    throw new QuadratError('usage', `a comparison needs two inputs or more, and ${inputs.length} is named`, {
      next: NEXT,
    });
  }
  const found = inputs.map((given) => placeOf(given, options));
  refuseTwice(found);
  return found;
}

function placeOf(given: string, options: PlaceOptions): InputPlace {
  try {
    return { given, ...partsOf(given, options), fault: null };
  } catch (error) {
    if (!isOfInput(error)) throw error;
    return { given, folder: null, files: new Map(), fault: error };
  }
}

function partsOf(given: string, options: PlaceOptions): Pick<InputPlace, 'folder' | 'files'> {
  const resolve = (file: string) => path.resolve(options.directory, file);
  const found = statSync(resolve(given), { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return { folder: resolve(given), files: new Map() };
  const named = found === undefined ? taskFiles(given, options.tasks) : undefined;
  if (named !== undefined) {
    const files = new Map([...named].map(([task, file]) => [task, resolve(file)]));
    for (const file of files.values()) needFile(file);
    return { folder: null, files };
  }
  needFile(resolve(given), given);
  if (options.task === undefined) {
    throw new QuadratError('usage', 'this is a file: which task are the predictions for?', {
      file: given,
      next: 'Name it with --task TASK, for example --task birco/relic.',
    });
  }
  return { folder: null, files: new Map([[options.task, resolve(given)]]) };
}

/** `TASK=FILE,TASK=FILE` where each begins with a known task. */
function taskFiles(given: string, tasks: readonly AnyTask[]): ReadonlyMap<string, string> | undefined {
  const files = new Map<string, string>();
  let last: string | undefined;
  for (const part of given.split(',')) {
    const task = tasks.find(({ id }) => part.startsWith(`${id}=`))?.id;
    if (task !== undefined) {
      files.set(task, part.slice(task.length + 1));
      last = task;
    } else if (last !== undefined) files.set(last, `${files.get(last)},${part}`);
    else return undefined;
  }
  return files;
}

function needFile(file: string, shown = file): void {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() === true) return;
  throw new QuadratError('file-not-found', 'there is no such run folder or file', {
    file: shown,
    next: NEXT,
  });
}

/** The same folder or file twice would be compared with itself. */
function refuseTwice(found: readonly InputPlace[]): void {
  const seen = new Map<string, string>();
  for (const { given, folder, files } of found) {
    for (const [task, place] of folder === null ? files : [['run', folder] as const]) {
      const key = JSON.stringify([task, realpathSync(place)]);
      const before = seen.get(key);
      if (before !== undefined) {
        throw new QuadratError('usage', `this is the same ${folder === null ? 'file' : 'run'} as ${before}`, {
          file: given,
          next: 'Name each once.',
        });
      }
      seen.set(key, given);
    }
  }
}
