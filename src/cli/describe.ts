import { messageOf, QuadratError } from '../core/index.ts';
import { safeBlock, safeLine } from '../report/safe.ts';
import { maskNumbers } from '../text/mask.ts';

/** What the file system says, in words. */
const SYSTEM_ERRORS: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'it may not be read or written; check its permissions'],
  ['EPERM', 'it may not be read or written; check its permissions'],
  ['EROFS', 'it lies on a file system that may only be read'],
  ['ENOENT', 'there is no such file or folder'],
  ['ENOTDIR', 'a part of the path is a file, not a folder'],
  ['EEXIST', 'a file of this name is in the way of a folder'],
  ['EISDIR', 'it is a folder where a file is due'],
  ['ENAMETOOLONG', 'the name is too long'],
  ['ENOTEMPTY', 'the folder is not empty'],
  ['ELOOP', 'its symbolic links lead round in a circle'],
  ['ENOSPC', 'the disk is full; make room and run the same command again'],
  ['EDQUOT', 'the quota of the disk is used up; make room and run the same command again'],
  ['EMFILE', 'too many files are open; raise the limit (ulimit -n) or lower --concurrency'],
  ['EIO', 'the disk failed'],
]);

/** What comes from the machine and not from a path that the user named. */
const MACHINE: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'EIO']);

interface SystemError {
  readonly code: string;
  readonly path: string | undefined;
  readonly words: string;
}

function systemError(error: unknown): SystemError | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  const code = String(error.code);
  const words = SYSTEM_ERRORS.get(code);
  if (words === undefined) return undefined;
  // Where a file is moved, the user named the place that it goes to.
  const place = 'dest' in error ? error.dest : 'path' in error ? error.path : undefined;
  return { code, words, path: typeof place === 'string' ? place : undefined };
}

/** Whether the file system refused a path that the user named: a mistake of use, no fault of the program. */
export function isRefusedPath(error: unknown): boolean {
  const system = systemError(error);
  return system !== undefined && !MACHINE.has(system.code);
}

/**
 * An error as the terminal shows it: safe characters only, keys and numbers of people masked, and a stack trace only
 * where the fault is the program's own.
 */
export function describeError(error: unknown, redact: (text: string) => string): string {
  return safeBlock(maskNumbers(redact(`quadrat: ${textOf(error)}`)));
}

/**
 * A message of a run as the terminal shows it, on one line. Servers, scripts and data bring escapes of their own, and
 * servers repeat prompts: mobile, identity and card numbers are masked.
 */
export function describeMessage(message: string): string {
  return safeLine(maskNumbers(message));
}

function textOf(error: unknown): string {
  if (error instanceof QuadratError) return error.describe();
  const system = systemError(error);
  if (system !== undefined)
    return `${system.path === undefined ? '' : `${system.path}: `}${system.words}. [${system.code}]`;
  const stack = error instanceof Error ? (error.stack ?? error.message) : messageOf(error);
  return `something went wrong that should not have (a fault of the program): ${stack}`;
}
