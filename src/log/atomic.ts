import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';

/** Writes a whole file so that a reader sees the old content or the new one, never a part. */
export function writeFileAtomically(path: string, text: string): void {
  const fresh = `${path}.${process.pid}.new`;
  const file = openSync(fresh, 'w');
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  fsyncSync(file);
  closeSync(file);
  renameSync(fresh, path);
}
