import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { withTemporaryFolder } from '../testing/temporary.ts';
import { importFiles } from './import.ts';
import { openSource } from './source.ts';
import { readFileBytes } from './text-file.ts';
import { unxz } from './xz.ts';

const there = spawnSync('xz', ['--version']).status === 0;

describe.runIf(there)('files packed by xz', () => {
  const content = 'id,query\n1,where\n'.repeat(1000);
  const packed = () => new Uint8Array(spawnSync('xz', ['-c'], { input: content }).stdout);

  test('are read, within the limit only', async () => {
    const bytes = await unxz(packed(), 'pool.csv.xz', 1_000_000);
    expect(Buffer.from(bytes).toString()).toBe(content);
    await expect(unxz(packed(), 'pool.csv.xz', 1000)).rejects.toMatchObject({ code: 'too-large' });
    await expect(unxz(Buffer.from('plain text'), 'pool.csv.xz', 1000)).rejects.toMatchObject({
      code: 'invalid-format',
    });
  });

  test('are found, and imported by the hash of what is in them', async () => {
    await withTemporaryFolder(async (folder) => {
      writeFileSync(path.join(folder, 'Pool.csv.xz'), packed());
      const source = openSource({ data: folder, benchmark: 'x', dataFolder: folder, samplesFolder: folder });
      const found = source.find('Pool.csv') ?? '';
      expect(Buffer.from(await source.read(found)).toString()).toBe(content);
      const { createHash } = await import('node:crypto');
      const sha256 = createHash('sha256').update(content).digest('hex');
      const dataFolder = path.join(folder, 'data');
      const file = {
        path: 'sets/Pool.csv',
        url: 'https://example.org/Pool.csv',
        split: 'test',
        sha256,
        maxBytes: 1e6,
      };
      const [result] = await importFiles([file], {
        benchmark: 'x',
        dataFolder,
        from: path.join(folder, 'Pool.csv.xz'),
      });
      expect(result).toMatchObject({ state: 'imported', recognisedBy: 'hash', sha256 });
      expect(Buffer.from(await readFileBytes(path.join(dataFolder, 'x/sets/Pool.csv'))).toString()).toBe(
        content,
      );
    });
  });
});
