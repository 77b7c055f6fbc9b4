import path from 'node:path';
import { QuadratError } from '../core/errors.ts';
import { pathInside } from './inside.ts';

/** Environment variables, passed in: only the command line reads the process's own. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where Quadrat keeps what does not belong to one run. */
export interface Home {
  /** Installed data sets, one folder a benchmark, and the lock file. */
  readonly data: string;
  /** Answers and vectors that can be had again. */
  readonly cache: string;
}

/**
 * The folders by the XDG rules: `XDG_DATA_HOME` and `XDG_CACHE_HOME` where they are absolute paths, else
 * `~/.local/share` and `~/.cache`; `quadrat` below them.
 *
 * @throws QuadratError `usage` where neither they nor a home folder is known
 */
export function findHome(environment: Environment): Home {
  return {
    data: folder(environment, 'XDG_DATA_HOME', ['.local', 'share']),
    cache: folder(environment, 'XDG_CACHE_HOME', ['.cache']),
  };
}

function folder(environment: Environment, variable: string, fallback: readonly string[]): string {
  const named = environment[variable];
  if (named !== undefined && path.isAbsolute(named)) return path.join(named, 'quadrat');
  const home = environment.HOME ?? environment.USERPROFILE;
  if (home === undefined || home === '') {
    throw new QuadratError('usage', `neither ${variable} nor HOME is set`, {
      next: `Set ${variable} to a folder.`,
    });
  }
  return path.join(home, ...fallback, 'quadrat');
}

/** The folder of a benchmark's installed data. */
export function benchmarkFolder(home: Home, benchmark: string): string {
  return pathInside(home.data, benchmark);
}
