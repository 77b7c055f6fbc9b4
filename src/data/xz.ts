import { spawn } from 'node:child_process';
import { QuadratError } from '../core/errors.ts';

/**
 * Unpacks xz with the program `xz`, which must be there.
 *
 * @param file its name, for messages
 * @throws QuadratError `too-large` as soon as the limit is passed; `invalid-format` for what is not xz, or where the
 *   program is not installed
 */
export function unxz(bytes: Uint8Array, file: string, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const child = spawn('xz', ['-dc'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const chunks: Uint8Array[] = [];
    let size = 0;
    let failed = false;
    const fail = (error: QuadratError) => {
      failed = true;
      child.kill();
      reject(error);
    };
    child.on('error', (cause) =>
      fail(
        new QuadratError('invalid-format', 'the program xz, which unpacks this file, cannot be started', {
          file,
          next: 'Install xz, or unpack the file by hand.',
          cause,
        }),
      ),
    );
    child.stdout.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= maxBytes || failed) return;
      fail(
        new QuadratError('too-large', `the file unpacks to more than ${maxBytes} bytes`, {
          file,
          next: 'Check that it is the right file.',
        }),
      );
    });
    child.on('close', (code) => {
      if (failed) return;
      if (code === 0) resolve(Buffer.concat(chunks));
      else
        fail(
          new QuadratError('invalid-format', 'the file is named .xz, but cannot be unpacked as xz', {
            file,
            next: 'Fetch it again.',
          }),
        );
    });
    // What xz refuses closes the pipe early; its exit code says so.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
  });
}
