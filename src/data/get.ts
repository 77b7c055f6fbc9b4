import { QuadratError } from '../core/errors.ts';
import type { SourceFile } from '../core/task.ts';
import { type DownloadOptions, download, type Progress } from './download.ts';
import { mirrored } from './download-address.ts';
import { pathInside } from './inside.ts';
import { type Installation, inspectFile } from './installed.ts';
import { lockEntryOf, pinOf, readLock, writeLockEntry } from './lock.ts';

export interface GetOptions
  extends Installation,
    Pick<DownloadOptions, 'offline' | 'attempts' | 'idleTimeoutMs' | 'sleep' | 'signal' | 'dispatcher'> {
  /** Terms of the source; null: none. */
  readonly terms: string | null;
  readonly acceptTerms: boolean;
  /** Address of a mirror, put in front of the path of each file's address. It may be plain http on this machine. */
  readonly mirror?: string;
  readonly onProgress?: (file: SourceFile, progress: Progress) => void;
  /** Hosts that could not be reached, which are not asked again; added to here. */
  readonly unreachable?: Set<string>;
}

export interface GetResult {
  /** Path below the benchmark's folder. */
  readonly path: string;
  /** `kept`: a right copy, or one of the user's own, was there. `not-tried`: its host could not be reached before. */
  readonly state: 'kept' | 'fetched' | 'failed' | 'not-tried';
  readonly target: string;
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** The hash was learned now and went into the lock file. */
  readonly learned: boolean;
  readonly error: QuadratError | null;
}

/**
 * Fetches the files of a benchmark that are not there, one after the other. A file that fails does not stop the
 * others, unless their host cannot be reached.
 *
 * @throws QuadratError `terms-not-accepted`, or `offline`, before anything is fetched
 */
export async function getFiles(
  files: readonly SourceFile[],
  options: GetOptions,
): Promise<readonly GetResult[]> {
  const results: GetResult[] = [];
  const unreachable = options.unreachable ?? new Set<string>();
  for (const file of files) {
    const result = await getFile(file, { ...options, unreachable });
    const host = result.error?.data.unreachable;
    if (typeof host === 'string') unreachable.add(host);
    results.push(result);
  }
  return results;
}

async function getFile(file: SourceFile, options: GetOptions): Promise<GetResult> {
  const { dataFolder, benchmark } = options;
  const lock = await readLock(dataFolder);
  const { state, target, hashes } = await inspectFile(options, file, lock);
  if (hashes !== null && state !== 'mismatch') {
    return { ...none, path: file.path, state: 'kept', target, bytes: hashes.bytes, sha256: hashes.sha256 };
  }
  refuseTerms(options);
  const pin = pinOf(file, lockEntryOf(lock, benchmark, file));
  const url = mirrored(file.url, options.mirror);
  if (URL.canParse(url) && options.unreachable?.has(new URL(url).host) === true)
    return { ...none, path: file.path, state: 'not-tried', target };
  try {
    const { onProgress } = options;
    const got = await download({
      ...options,
      url,
      folder: pathInside(dataFolder, benchmark),
      path: file.path,
      pin,
      maxBytes: file.maxBytes,
      allowLoopback: options.mirror !== undefined,
      onProgress: (progress) => onProgress?.(file, progress),
    });
    // A git blob hash proves the file; its SHA-256 is kept all the same, as results name it.
    const learned = pin.sha256 === undefined;
    if (learned) {
      const { sha256, bytes } = got;
      await writeLockEntry(dataFolder, { benchmark, path: file.path, sha256, bytes, origin: 'download' });
    }
    return {
      ...none,
      path: file.path,
      state: 'fetched',
      target,
      bytes: got.bytes,
      sha256: got.sha256,
      learned,
    };
  } catch (error) {
    if (!(error instanceof QuadratError) || error.code === 'offline') throw error;
    return { ...none, path: file.path, state: 'failed', target, error };
  }
}

const none = { bytes: null, sha256: null, learned: false, error: null } as const;

function refuseTerms({ terms, acceptTerms, benchmark }: GetOptions): void {
  if (terms === null || acceptTerms) return;
  throw new QuadratError('terms-not-accepted', `the data of ${benchmark} come under terms: ${terms}`, {
    next: 'Read them, and run again with --accept-terms.',
    data: { terms },
  });
}
