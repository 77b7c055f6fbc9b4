import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { withTemporaryFolder } from '../testing/temporary.ts';
import { hashBytes } from './hash.ts';
import { benchmarkFolder, findHome } from './home.ts';
import { openSource, type SourceOptions } from './source.ts';

describe('findHome', () => {
  it('follows the XDG rules', () => {
    expect(findHome({ HOME: '/home/you' })).toEqual({
      data: '/home/you/.local/share/quadrat',
      cache: '/home/you/.cache/quadrat',
    });
    const named = { HOME: '/home/you', XDG_DATA_HOME: '/data', XDG_CACHE_HOME: 'relative' };
    expect(findHome(named)).toEqual({ data: '/data/quadrat', cache: '/home/you/.cache/quadrat' });
    expect(benchmarkFolder(findHome(named), 'birco')).toBe('/data/quadrat/birco');
    expect(() => findHome({})).toThrow(expect.objectContaining({ code: 'usage' }));
    expect(() => benchmarkFolder(findHome(named), '../birco')).toThrow(
      expect.objectContaining({ code: 'usage' }),
    );
  });
});

describe('openSource', () => {
  const withFolders = (
    work: (options: SourceOptions, at: (name: string) => string) => Promise<void>,
  ): Promise<void> =>
    withTemporaryFolder(async (folder) => {
      const at = (name: string): string => path.join(folder, name);
      for (const [name, content] of [
        ['data/birco/relic/test.txt', 'installed'],
        ['samples/birco/relic/test.txt', 'sample'],
        ['mine/relic/test.txt', 'mine'],
        ['mine/birco/wtb/test.txt', 'mine below'],
        ['mine/relic/packed.txt.gz', gzipSync('packed')],
      ] as const) {
        mkdirSync(path.dirname(at(name)), { recursive: true });
        writeFileSync(at(name), content);
      }
      await work(
        { data: 'full', benchmark: 'birco', dataFolder: at('data'), samplesFolder: at('samples') },
        at,
      );
    });
  const textOf = async (options: SourceOptions, ...paths: string[]): Promise<string | undefined> => {
    const source = openSource(options);
    const found = source.find(...paths);
    return found === undefined ? undefined : Buffer.from(await source.read(found)).toString();
  };

  it('finds files in installed data, samples and named folders', () =>
    withFolders(async (options, at) => {
      expect(await textOf(options, 'relic/none.txt', 'relic/test.txt')).toBe('installed');
      expect(await textOf({ ...options, data: 'sample' }, 'relic/test.txt')).toBe('sample');
      const mine = { ...options, data: at('mine') };
      expect(await textOf(mine, 'relic/test.txt')).toBe('mine');
      expect(await textOf(mine, 'wtb/test.txt')).toBe('mine below');
      expect(await textOf(mine, 'relic/packed.txt')).toBe('packed');
      expect(await textOf(mine, 'relic', 'relic/none.txt')).toBeUndefined();
      expect(await textOf({ ...options, benchmark: 'other' }, 'relic/test.txt')).toBeUndefined();
      expect(['full', 'sample', at('mine')].map((data) => openSource({ ...options, data }).kind)).toEqual([
        'full',
        'sample',
        'own',
      ]);
      expect(() => openSource(mine).find('../data/birco/relic/test.txt')).toThrow(
        expect.objectContaining({ code: 'usage' }),
      );
    }));

  it('takes a single file and refuses a path that is not there', () =>
    withFolders(async (options, at) => {
      const source = openSource({ ...options, data: at('mine/relic/packed.txt.gz') });
      expect([source.kind, source.file, source.find('relic/test.txt')]).toEqual([
        'own',
        at('mine/relic/packed.txt.gz'),
        undefined,
      ]);
      expect(Buffer.from(await source.read(source.file ?? '')).toString()).toBe('packed');
      expect(() => openSource({ ...options, data: at('absent') })).toThrow(
        expect.objectContaining({ code: 'file-not-found' }),
      );
    }));
});

describe('hashes', () => {
  it('are those of sha256sum and git hash-object', () => {
    expect(hashBytes(Buffer.from('hello\n'))).toEqual({
      sha256: '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03',
      gitBlobSha1: 'ce013625030ba8dba906f756967f9e9ca394464a',
      bytes: 6,
    });
  });
});
