import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { SourceFile } from '../core/task.ts';

/** Hashes of a file's content, in hex. */
export interface Hashes {
  readonly sha256: string;
  /** The name that git gives to the content: SHA-1 of `blob <bytes>`, NUL, content. */
  readonly gitBlobSha1: string;
  readonly bytes: number;
}

/** What a copy of a file must hash to. A SHA-256 may be cut to its first 32 digits or more. */
export type Pin = Pick<SourceFile, 'sha256' | 'gitBlobSha1' | 'bytes'>;

export function sha256Hex(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}

export function hashBytes(content: Uint8Array): Hashes {
  const blob = createHash('sha1').update(`blob ${content.length}\0`).update(content);
  return { sha256: sha256Hex(content), gitBlobSha1: blob.digest('hex'), bytes: content.length };
}

/** Hashes a file without holding it in memory. */
export async function hashFile(file: string): Promise<Hashes> {
  const { size } = await stat(file);
  const sha256 = createHash('sha256');
  const blob = createHash('sha1').update(`blob ${size}\0`);
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    sha256.update(chunk as Uint8Array);
    blob.update(chunk as Uint8Array);
  }
  return { sha256: sha256.digest('hex'), gitBlobSha1: blob.digest('hex'), bytes: size };
}

/** Whether anything is known that proves a copy right. */
export function isPinned(pin: Pin): boolean {
  return pin.sha256 !== undefined || pin.gitBlobSha1 !== undefined;
}

/**
 * Compares a content with what it must be.
 *
 * @returns the first thing that differs, as wanted and got; undefined if all that is known agrees
 */
export function differenceFrom(pin: Pin, hashes: Hashes): { want: string; got: string } | undefined {
  const { sha256, gitBlobSha1, bytes } = pin;
  if (sha256 !== undefined) {
    const got = hashes.sha256.slice(0, Math.max(32, sha256.length));
    if (got !== sha256.toLowerCase()) return { want: `SHA-256 ${sha256}`, got: `SHA-256 ${hashes.sha256}` };
  }
  if (gitBlobSha1 !== undefined && hashes.gitBlobSha1 !== gitBlobSha1.toLowerCase()) {
    return { want: `git blob ${gitBlobSha1}`, got: `git blob ${hashes.gitBlobSha1}` };
  }
  if (bytes !== undefined && bytes !== hashes.bytes) {
    return { want: `${bytes} bytes`, got: `${hashes.bytes} bytes` };
  }
  return undefined;
}
