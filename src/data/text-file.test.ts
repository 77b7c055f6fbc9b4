import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { withTemporaryFolder } from '../testing/temporary.ts';
import { readFileBytes, readTextFile, writeFileWhole } from './text-file.ts';

const code = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error) => error.code,
  );

describe('files', () => {
  it('are read plain and packed', () =>
    withTemporaryFolder(async (folder) => {
      const plain = path.join(folder, 'a.txt');
      const packed = path.join(folder, 'a.txt.gz');
      writeFileSync(plain, '\ufeff中文\n');
      writeFileSync(packed, Buffer.concat([gzipSync('中'), gzipSync('文')]));
      expect(await readTextFile(plain)).toBe('中文\n');
      expect(await readTextFile(packed)).toBe('中文');
    }));

  it('are refused by name', () =>
    withTemporaryFolder(async (folder) => {
      const at = (name: string): string => path.join(folder, name);
      mkdirSync(at('dir'));
      writeFileSync(at('big.txt'), 'x'.repeat(1000));
      writeFileSync(at('bomb.gz'), gzipSync('x'.repeat(100_000)));
      writeFileSync(at('cut.gz'), gzipSync('some words').subarray(0, 20));
      writeFileSync(at('not.gz'), 'plain');
      expect(await code(readFileBytes(at('absent')))).toBe('file-not-found');
      expect(await code(readFileBytes(at('dir')))).toBe('file-not-found');
      expect(await code(readFileBytes(at('big.txt/x')))).toBe('file-not-found');
      expect(await code(readFileBytes(at('big.txt'), { maxBytes: 999 }))).toBe('too-large');
      expect(await code(readFileBytes(at('bomb.gz'), { maxBytes: 5000 }))).toBe('too-large');
      expect(await code(readFileBytes(at('cut.gz')))).toBe('invalid-format');
      expect(await code(readFileBytes(at('not.gz')))).toBe('invalid-format');
      expect((await readFileBytes(at('big.txt'), { maxBytes: 1000 })).length).toBe(1000);
    }));

  it.runIf(process.platform === 'linux')('are no named pipes and no devices, which would never end', () =>
    withTemporaryFolder(async (folder) => {
      const pipe = path.join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      expect(await code(readFileBytes(pipe))).toBe('file-not-found');
      expect(await code(readFileBytes('/dev/zero'))).toBe('file-not-found');
      expect(await code(readFileBytes('/dev/null'))).toBe('file-not-found');
    }),
  );

  it('are written whole, and packed by name', () =>
    withTemporaryFolder(async (folder) => {
      await writeFileWhole(path.join(folder, 'deep/er/a.run.gz'), 'q Q0 d 1 1 t\n');
      expect(readdirSync(path.join(folder, 'deep/er'))).toEqual(['a.run.gz']);
      expect(gunzipSync(readFileSync(path.join(folder, 'deep/er/a.run.gz'))).toString()).toBe(
        'q Q0 d 1 1 t\n',
      );
      await writeFileWhole(path.join(folder, 'b'), Uint8Array.of(1, 2));
      await writeFileWhole(path.join(folder, 'b'), Uint8Array.of(3));
      expect([...readFileSync(path.join(folder, 'b'))]).toEqual([3]);
    }));
});
