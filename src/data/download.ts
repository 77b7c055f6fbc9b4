import { mkdir, realpath, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Dispatcher } from 'undici';
import { QuadratError } from '../core/errors.ts';
import { checkedAddress, shownAddress } from './download-address.ts';
import { findResumable, type Part, partOf, removePart } from './download-part.ts';
import { TransferBroken, transfer } from './download-transfer.ts';
import { differenceFrom, type Hashes, hashFile, type Pin } from './hash.ts';
import { pathInside } from './inside.ts';

/** How often a server that cannot be reached is tried. */
const MAX_TRIES_UNREACHED = 2;
/** Bounds the patience with a server that sends a little more each time. */
const MAX_TRIES = 100;

export interface Progress {
  /** Bytes that are there. */
  readonly bytes: number;
  /** Bytes that there will be; null where the server does not say. */
  readonly total: number | null;
}

export interface DownloadOptions {
  readonly url: string;
  /** The folder that takes the file, and the file's path in it. */
  readonly folder: string;
  readonly path: string;
  /** What the file must be. With no hash in it, the hash is learned. */
  readonly pin: Pin;
  /** Refuse more than this, announced or sent. */
  readonly maxBytes: number;
  readonly offline?: boolean;
  /** Allow plain http to this machine. */
  readonly allowLoopback?: boolean;
  /** How often to try without anything new coming; 4 if absent. */
  readonly attempts?: number;
  /** Longest silence of the server; 30,000 if absent. */
  readonly idleTimeoutMs?: number;
  readonly sleep?: (milliseconds: number) => Promise<void>;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
  /** An undici dispatcher, for example a proxy's. */
  readonly dispatcher?: Dispatcher;
}

/**
 * Fetches a file over https and puts it in place whole, when its hash is right. A transfer that broke, in this
 * process or an earlier one, goes on where it stopped if the server still has the same version.
 *
 * @returns the hashes of what is now in place
 * @throws QuadratError `offline`; `download-failed`; `too-large`; `hash-mismatch` (nothing is left behind) with
 *   `want` and `got`
 */
export async function download(options: DownloadOptions): Promise<Hashes> {
  const shown = shownAddress(options.url);
  if (options.offline === true) {
    throw new QuadratError('offline', `${options.path} would have to be fetched from ${shown}`, {
      next: 'Run without --offline, or use `quadrat data import` with a local copy.',
    });
  }
  checkedAddress(options.url, options.allowLoopback ?? false);
  const target = await makePlace(options.folder, options.path);
  const part = partOf(target);
  const resumed = await transferAll(options, part);
  let { hashes, difference } = await inspect(part, options.pin);
  if (difference !== undefined && resumed) {
    // The parts may be of two versions.
    await removePart(part);
    await transferAll(options, part);
    ({ hashes, difference } = await inspect(part, options.pin));
  }
  if (difference !== undefined) {
    await removePart(part);
    throw new QuadratError(
      'hash-mismatch',
      `${shown} is not the expected file: want ${difference.want}, got ${difference.got}`,
      {
        file: options.path,
        next: 'The source has changed, or the transfer was tampered with: use `quadrat data import` with a right copy.',
        data: { ...difference, url: shown },
      },
    );
  }
  if (hashes.bytes === 0) {
    await removePart(part);
    throw new QuadratError('download-failed', `${shown} is empty`, { next: 'Try again later.' });
  }
  await rename(part.file, target);
  await removePart(part);
  return hashes;
}

async function inspect(
  part: Part,
  pin: Pin,
): Promise<{ hashes: Hashes; difference: ReturnType<typeof differenceFrom> }> {
  const hashes = await hashFile(part.file);
  return { hashes, difference: differenceFrom(pin, hashes) };
}

/** The target's path; its folder is made, and must not lead elsewhere by a link. */
async function makePlace(folder: string, relative: string): Promise<string> {
  const target = pathInside(folder, relative);
  await mkdir(path.dirname(target), { recursive: true });
  const [root, place] = await Promise.all([realpath(folder), realpath(path.dirname(target))]);
  if (place !== root && !place.startsWith(root + path.sep)) {
    throw new QuadratError('usage', `${path.dirname(target)} is a link that leads out of ${folder}`, {
      next: 'Remove the link.',
    });
  }
  return target;
}

/** Tries until the whole file has come. Returns whether it came in more than one piece. */
async function transferAll(options: DownloadOptions, part: Part): Promise<boolean> {
  const { url, maxBytes, signal, dispatcher, attempts = 4, idleTimeoutMs = 30_000 } = options;
  const sleep = options.sleep ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  let most = 0;
  let failures = 0;
  let resumed = false;
  for (let tries = 1; ; tries += 1) {
    const resume = await findResumable(part, url);
    resumed ||= resume !== undefined;
    const before = most;
    try {
      await transfer({
        url,
        part,
        resume,
        maxBytes,
        idleTimeoutMs,
        allowLoopback: options.allowLoopback ?? false,
        signal,
        dispatcher,
        onProgress: (bytes, total) => {
          most = Math.max(most, bytes);
          options.onProgress?.({ bytes, total });
        },
      });
      return resumed;
    } catch (error) {
      if (!(error instanceof TransferBroken)) {
        if (error instanceof QuadratError) await removePart(part);
        throw error;
      }
      if (error.startAfresh) await removePart(part);
      failures = most > before ? 1 : failures + 1;
      const unreached = error.unreachable && most === 0;
      if (failures >= (unreached ? Math.min(attempts, MAX_TRIES_UNREACHED) : attempts) || tries >= MAX_TRIES)
        throw unreached ? unreachable(options, error) : givenUp(options, error);
    }
    await sleep(Math.min(500 * 2 ** failures, 8000));
  }
}

/** Its `data.unreachable` says that other files at this host need not be tried. */
function unreachable({ url, path: file }: DownloadOptions, error: TransferBroken): QuadratError {
  const { host } = new URL(url);
  return new QuadratError('download-failed', `${host} cannot be reached: ${error.message}`, {
    file,
    next: 'Check the network and run the same command again, or take local copies with `quadrat data import --from DIR`.',
    data: { unreachable: host },
    cause: error,
  });
}

function givenUp(options: DownloadOptions, error: TransferBroken): QuadratError {
  return new QuadratError('download-failed', `${shownAddress(options.url)}: ${error.message}`, {
    file: options.path,
    next: 'Run the same command again: it goes on where it stopped if the server allows it.',
    cause: error,
  });
}
