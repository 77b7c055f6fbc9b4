import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SourceFile } from '../../core/index.ts';
import { type GetOptions, getFiles } from '../../data/get.ts';
import { hashBytes } from '../../data/hash.ts';
import { readLock } from '../../data/lock.ts';
import { openSource } from '../../data/source.ts';
import { type FileServer, startFileServer } from '../../testing/file-server.ts';
import { projectRoot } from '../../testing/shared.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { loadArticles } from './articles.ts';
import { wximpactbench } from './index.ts';
import { loadPool } from './pool.ts';
import { COMMIT, LONG_FILE, MIXED_FILE, POOL_FILE } from './source.ts';

const sample = (name: string) => readFileSync(path.join(projectRoot, 'samples/wximpactbench', name));
const contents = [
  [LONG_FILE, sample('LongCTX_Dataset.csv')],
  [MIXED_FILE, sample('MixedCTX_Dataset.csv')],
  [POOL_FILE, sample('QACandidate_Pool.csv')],
] as const;

/** The shipped entries with the hashes of the invented files: a git blob hash alone, as for the labels. */
const files = contents.map(
  ([{ path: name, url, split, maxBytes }, bytes]): SourceFile => ({
    path: name,
    url,
    split,
    maxBytes,
    gitBlobSha1: hashBytes(bytes).gitBlobSha1,
  }),
);

let server: FileServer;
beforeAll(async () => {
  server = await startFileServer();
});
afterAll(() => server.close());

async function withServer(work: (options: GetOptions) => Promise<void>): Promise<void> {
  server.files.clear();
  for (const [{ url }, content] of contents) server.files.set(`/mirror${new URL(url).pathname}`, { content });
  await withTemporaryFolder((folder) =>
    work({
      dataFolder: folder,
      benchmark: 'wximpactbench',
      mirror: `${server.address}/mirror/`,
      terms: wximpactbench.terms,
      acceptTerms: true,
      sleep: async () => undefined,
    }),
  );
}

describe('the download', () => {
  test('asks for the terms first', () =>
    withServer(async (options) => {
      await expect(getFiles(files, { ...options, acceptTerms: false })).rejects.toMatchObject({
        code: 'terms-not-accepted',
      });
      expect(wximpactbench.terms).toMatch(/copyright/);
    }));

  test('checks the blob of the pinned commit, learns the SHA-256, and can be read', () =>
    withServer(async (options) => {
      const got = await getFiles(files, options);
      expect(got.map(({ state, learned }) => [state, learned])).toEqual(files.map(() => ['fetched', true]));
      expect(server.requests.every(({ path: asked }) => asked.includes(COMMIT))).toBe(true);
      expect(server.requests[0]?.path).toContain('LongCTX_Dataset%28350%29.csv');
      const lock = await readLock(options.dataFolder);
      expect(lock.map(({ path: name, sha256 }) => [name, sha256])).toEqual(
        contents.map(([{ path: name }, bytes]) => [name, hashBytes(bytes).sha256]),
      );
      const source = openSource({
        data: 'full',
        benchmark: 'wximpactbench',
        dataFolder: options.dataFolder,
        samplesFolder: options.dataFolder,
      });
      expect((await loadArticles('LongCTX', source)).items).toHaveLength(24);
      expect((await loadArticles('MixedCTX', source)).items.flatMap(({ rows }) => rows)).toHaveLength(33);
      expect((await loadPool(source)).items).toHaveLength(24);
    }));

  test('refuses one changed byte', () =>
    withServer(async (options) => {
      const [[{ url }, bytes]] = contents;
      const changed = Uint8Array.from(bytes);
      changed[400] = (changed[400] ?? 0) ^ 1;
      server.files.set(`/mirror${new URL(url).pathname}`, { content: changed });
      const [first, second] = await getFiles(files, options);
      expect(first).toMatchObject({ state: 'failed', error: { code: 'hash-mismatch' } });
      expect(second?.state).toBe('fetched');
    }));
});

describe('local copies', () => {
  test('are checked by their columns', async () => {
    const check = async (file: SourceFile, text: string) =>
      wximpactbench.checkFile?.(file, Buffer.from(text));
    for (const [file, bytes] of contents) expect(await check(file, bytes.toString())).toBeNull();
    expect(await check(LONG_FILE, 'ID,Text\n1,a\n')).toMatch(/no column for Infrastructural, Political/);
    expect(await check(POOL_FILE, 'id,query\n1,a\n')).toMatch(/correct_passage_index/);
    const [, long] = contents[0];
    expect(await check(LONG_FILE, long.toString().replace(',1,0,0,0,0,1\n', ',2,0,0,0,0,1\n'))).toMatch(
      /gold label Infrastructural is "2"/,
    );
  });
});
