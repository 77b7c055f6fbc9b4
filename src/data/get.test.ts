import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SourceFile } from '../core/task.ts';
import { type FileServer, startFileServer } from '../testing/file-server.ts';
import { withTemporaryFolder } from '../testing/temporary.ts';
import { type GetOptions, getFiles } from './get.ts';
import { hashBytes } from './hash.ts';
import { type ImportOptions, importFiles } from './import.ts';
import { lockFile, readLock } from './lock.ts';
import { statusOfFiles, verifyFiles } from './verify.ts';

const one = Buffer.from('the first file\n');
const two = Buffer.from('{"second": true}\n');
const changed = Buffer.from('{"second": "changed"}\n');

const files: readonly SourceFile[] = [
  {
    path: 'relic/test_set.pickle',
    url: 'https://raw.example.org/rev/relic/test_set.pickle',
    split: 'test',
    sha256: hashBytes(one).sha256,
    bytes: one.length,
    maxBytes: 1000,
  },
  {
    path: 'relic/dev.json',
    url: 'https://raw.example.org/rev/relic/dev%2B.json',
    split: 'dev',
    maxBytes: 1000,
  },
];

let server: FileServer;
beforeAll(async () => {
  server = await startFileServer();
});
afterAll(() => server.close());

async function withServer(work: (options: GetOptions, folder: string) => Promise<void>): Promise<void> {
  server.files.clear();
  server.requests.length = 0;
  server.files.set('/mirror/rev/relic/test_set.pickle', { content: one });
  server.files.set('/mirror/rev/relic/dev%2B.json', { content: two });
  await withTemporaryFolder((folder) =>
    work(
      {
        dataFolder: path.join(folder, 'quadrat'),
        benchmark: 'birco',
        mirror: `${server.address}/mirror/`,
        terms: null,
        acceptTerms: false,
        sleep: async () => undefined,
      },
      folder,
    ),
  );
}

const states = (results: readonly { path: string | null; state: string }[]): string[][] =>
  results.map(({ path: name, state }) => [name ?? '-', state]);

describe('getFiles', () => {
  it('fetches what is missing, learns hashes and fetches nothing twice', () =>
    withServer(async (options) => {
      const seen: string[] = [];
      const first = await getFiles(files, { ...options, onProgress: (file) => seen.push(file.path) });
      expect(states(first)).toEqual([
        ['relic/test_set.pickle', 'fetched'],
        ['relic/dev.json', 'fetched'],
      ]);
      expect(first.map(({ learned }) => learned)).toEqual([false, true]);
      expect(readFileSync(path.join(options.dataFolder, 'birco/relic/dev.json'))).toEqual(two);
      expect(new Set(seen)).toEqual(new Set(files.map((file) => file.path)));
      expect((await readLock(options.dataFolder)).map(({ path: name, sha256 }) => [name, sha256])).toEqual([
        ['relic/dev.json', hashBytes(two).sha256],
      ]);
      expect(states(await getFiles(files, options)).map(([, state]) => state)).toEqual(['kept', 'kept']);
      expect(server.requests.length).toBe(2);
    }));

  it('mends a damaged file and holds later downloads to a learned hash', () =>
    withServer(async (options) => {
      await getFiles(files, options);
      for (const name of ['test_set.pickle', 'dev.json']) {
        writeFileSync(path.join(options.dataFolder, 'birco/relic', name), 'damaged');
      }
      server.files.set('/mirror/rev/relic/dev%2B.json', { content: changed });
      const again = await getFiles(files, options);
      expect(states(again).map(([, state]) => state)).toEqual(['fetched', 'failed']);
      expect(again[1]?.error?.code).toBe('hash-mismatch');
      expect(again[1]?.error?.message).toContain(hashBytes(two).sha256);
    }));

  it('lets one failure not stop the others', () =>
    withServer(async (options) => {
      server.files.delete('/mirror/rev/relic/test_set.pickle');
      const results = await getFiles(files, options);
      expect(results.map(({ state, error }) => [state, error?.code])).toEqual([
        ['failed', 'download-failed'],
        ['fetched', undefined],
      ]);
    }));

  it('tries no further file of a host that cannot be reached', () =>
    withServer(async (options) => {
      const slept: number[] = [];
      const results = await getFiles(files, {
        ...options,
        mirror: 'http://127.0.0.1:9/',
        sleep: async (ms) => {
          slept.push(ms);
        },
      });
      expect(results.map(({ state, error }) => [state, error?.code])).toEqual([
        ['failed', 'download-failed'],
        ['not-tried', undefined],
      ]);
      expect(results[0]?.error?.describe()).toMatch(
        /127\.0\.0\.1:9 cannot be reached: .*ECONNREFUSED.*quadrat data import --from DIR/,
      );
      expect(slept).toHaveLength(1);
      // What is there needs no server.
      await getFiles(files.slice(0, 1), options);
      const again = await getFiles(files, {
        ...options,
        unreachable: new Set([new URL(server.address).host]),
      });
      expect(states(again).map(([, state]) => state)).toEqual(['kept', 'not-tried']);
    }));

  it('asks for terms and respects being offline, but not for what is there', () =>
    withServer(async (options) => {
      await expect(getFiles(files, { ...options, terms: 'CC BY-NC 4.0' })).rejects.toMatchObject({
        code: 'terms-not-accepted',
      });
      await expect(getFiles(files, { ...options, offline: true })).rejects.toMatchObject({ code: 'offline' });
      expect(server.requests).toEqual([]);
      await getFiles(files, { ...options, terms: 'CC BY-NC 4.0', acceptTerms: true });
      const kept = await getFiles(files, { ...options, terms: 'CC BY-NC 4.0', offline: true });
      expect(kept.every(({ state }) => state === 'kept')).toBe(true);
    }));

  it('reaches no plain http address but the mirror', () =>
    withServer(async ({ mirror: _mirror, ...options }) => {
      const plain = files.map((file) => ({
        ...file,
        url: `${server.address}/mirror/rev/relic/test_set.pickle`,
      }));
      const results = await getFiles(plain, options);
      expect(results.every(({ error }) => error?.code === 'download-failed')).toBe(true);
      expect(server.requests).toEqual([]);
    }));
});

describe('verify and status', () => {
  it('tell right, changed, unknown and missing files apart', () =>
    withServer(async (options) => {
      const status = async () =>
        (await statusOfFiles(files, options)).map(({ present, pinnedBy }) => [present, pinnedBy]);
      const verify = async () => (await verifyFiles(files, options)).map(({ state }) => state);
      expect(await status()).toEqual([
        [false, 'specification'],
        [false, null],
      ]);
      expect(await verify()).toEqual(['missing', 'missing']);
      const place = path.join(options.dataFolder, 'birco/relic');
      mkdirSync(place, { recursive: true });
      writeFileSync(path.join(place, 'dev.json'), two);
      expect(await verify()).toEqual(['missing', 'unknown']);
      await getFiles(files, options);
      writeFileSync(path.join(place, 'test_set.pickle'), 'other');
      expect(await status()).toEqual([
        [true, 'specification'],
        [true, null],
      ]);
      const [changedFile] = await verifyFiles(files, options);
      expect(changedFile).toMatchObject({ state: 'mismatch', want: `SHA-256 ${hashBytes(one).sha256}` });
      expect(changedFile?.got).toContain(hashBytes(Buffer.from('other')).sha256);
    }));

  it('refuse a lock file that cannot be read', () =>
    withServer(async (options) => {
      mkdirSync(options.dataFolder, { recursive: true });
      writeFileSync(lockFile(options.dataFolder), '{"version": 9}');
      await expect(verifyFiles(files, options)).rejects.toMatchObject({ code: 'invalid-format' });
    }));
});

describe('importFiles', () => {
  const check: NonNullable<ImportOptions['check']> = (file, bytes) =>
    bytes.toString().includes('second') === file.path.endsWith('.json') ? null : 'it has no "second"';

  const withLocal = (
    local: Record<string, Uint8Array | string>,
    work: (options: ImportOptions, at: (name: string) => string) => Promise<void>,
  ): Promise<void> =>
    withServer(async ({ dataFolder, benchmark }, folder) => {
      const from = path.join(folder, 'local');
      for (const [name, content] of Object.entries(local)) {
        mkdirSync(path.dirname(path.join(from, name)), { recursive: true });
        writeFileSync(path.join(from, name), content);
      }
      await work({ dataFolder, benchmark, from, check }, (name) => path.join(from, name));
    });

  it('knows files by their hash, whatever their name, also packed', () =>
    withLocal(
      { 'renamed.bin': one, 'deep/er/copy.gz': gzipSync(one), 'notes.txt': 'x' },
      async (options, at) => {
        const results = await importFiles(files, options);
        expect(
          results.map(({ from, path: name, state, recognisedBy }) => [from, name, state, recognisedBy]),
        ).toEqual([
          [at('deep/er/copy.gz'), 'relic/test_set.pickle', 'imported', 'hash'],
          [at('notes.txt'), null, 'unknown', null],
          [at('renamed.bin'), 'relic/test_set.pickle', 'already-there', 'hash'],
        ]);
        expect(readFileSync(path.join(options.dataFolder, 'birco/relic/test_set.pickle'))).toEqual(one);
        expect((await verifyFiles(files, options))[0]?.state).toBe('ok');
      },
    ));

  it('takes files by path or name if their form is right, and says that they are the user’s own', () =>
    withLocal(
      { 'data/relic/dev.json': changed, 'relic/test_set.pickle': 'another first file' },
      async (options) => {
        expect(states(await importFiles(files, options))).toEqual([
          ['relic/dev.json', 'imported'],
          ['relic/test_set.pickle', 'imported'],
        ]);
        expect((await verifyFiles(files, options)).map(({ state }) => state)).toEqual(['own', 'own']);
        expect(states(await importFiles(files, options)).map(([, state]) => state)).toEqual([
          'already-there',
          'already-there',
        ]);
        const kept = await getFiles(files, { ...options, terms: null, acceptTerms: false, offline: true });
        expect(kept.map(({ state }) => state)).toEqual(['kept', 'kept']);
      },
    ));

  it('refuses what has the wrong form, and look-alikes of a file that is there', () =>
    withLocal(
      { 'a/test_set.pickle': 'has second in it', 'b/any.bin': one, 'c/test_set.pickle': 'plain' },
      async (options) => {
        const results = await importFiles(files, options);
        expect(states(results)).toEqual([
          ['relic/test_set.pickle', 'refused'],
          ['relic/test_set.pickle', 'imported'],
          ['relic/test_set.pickle', 'refused'],
        ]);
        expect(results.map(({ problem }) => problem)).toEqual([
          'it has no "second"',
          null,
          'the published file is already there',
        ]);
        expect(readFileSync(path.join(options.dataFolder, 'birco/relic/test_set.pickle'))).toEqual(one);
      },
    ));

  it('takes a single named file as whatever it can be', () =>
    withLocal({ 'mine.txt': changed }, async (options, at) => {
      expect(states(await importFiles(files, { ...options, from: at('mine.txt') }))).toEqual([
        ['relic/dev.json', 'imported'],
      ]);
      const { check: _check, ...unchecked } = options;
      expect(states(await importFiles(files, { ...unchecked, from: at('mine.txt') }))).toEqual([
        ['relic/test_set.pickle', 'refused'],
      ]);
      await expect(importFiles(files, { ...options, from: at('absent') })).rejects.toMatchObject({
        code: 'file-not-found',
      });
    }));

  it('leaves files alone that are too large', () =>
    withLocal({ 'relic/dev.json': Buffer.alloc(2000, 'second') }, async (options) => {
      expect(states(await importFiles(files, options))).toEqual([['-', 'unknown']]);
      expect(existsSync(path.join(options.dataFolder, 'birco'))).toBe(false);
    }));
});
