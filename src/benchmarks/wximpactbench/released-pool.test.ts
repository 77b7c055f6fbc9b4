import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getFiles } from '../../data/get.ts';
import { sha256Hex } from '../../data/hash.ts';
import { openSource } from '../../data/source.ts';
import { readFileBytes } from '../../data/text-file.ts';
import { localModel } from '../../models/local.ts';
import { runTasks } from '../../run/library.ts';
import { ALL_ABILITIES, prepare } from '../../run/prepare.ts';
import { startFileServer } from '../../testing/file-server.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { sharedPath } from '../../testing/shared.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { wximpactbench } from './index.ts';
import { COMMIT, POOL_FILE } from './source.ts';

const packed = sharedPath('data/wximpactbench/QACandidate_Pool.csv.xz');
const xz = spawnSync('xz', ['--version']).status === 0;
const QA = 'wximpactbench/qa-ranking';

describe.runIf(packed !== undefined && xz)('the released pool', () => {
  let folder = '';
  let pool = '';
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'quadrat-pool-'));
    pool = path.join(folder, 'QACandidate_Pool.csv');
    writeFileSync(pool, await readFileBytes(packed ?? ''));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test(
    'is fetched by the shipped entry, named with commit and hash; one changed byte is refused',
    () =>
      withTemporaryFolder(async (home) => {
        const server = await startFileServer();
        try {
          const content = await readFileBytes(pool);
          const address = `/mirror${new URL(POOL_FILE.url).pathname}`;
          const options = {
            dataFolder: home,
            benchmark: 'wximpactbench',
            mirror: `${server.address}/mirror/`,
            terms: wximpactbench.terms,
            acceptTerms: true,
            sleep: async () => undefined,
          };
          const changed = Uint8Array.from(content);
          changed[1_000_000] = (changed[1_000_000] ?? 0) ^ 1;
          server.files.set(address, { content: changed });
          const [refused] = await getFiles([POOL_FILE], options);
          expect(refused).toMatchObject({ state: 'failed', error: { code: 'hash-mismatch' } });
          server.files.set(address, { content });
          expect((await getFiles([POOL_FILE], options))[0]?.state).toBe('fetched');
          const task = wximpactbench.tasks.find(({ id }) => id === QA);
          if (task === undefined) throw new Error('there is no such task');
          const { data, items } = await prepare(task, {
            source: openSource({
              data: 'full',
              benchmark: 'wximpactbench',
              dataFolder: home,
              samplesFolder: home,
            }),
            split: undefined,
            given: new Map(),
            abilities: ALL_ABILITIES,
            limit: null,
            seed: 42,
            repeats: 1,
            read: readFileBytes,
          });
          expect(items).toHaveLength(335);
          expect(data).toEqual({
            name: `${QA}/test`,
            sha256: POOL_FILE.sha256,
            revision: COMMIT,
            items: 335,
            kind: 'full',
          });
          expect(sha256Hex(content)).toBe(POOL_FILE.sha256);
        } finally {
          await server.close();
        }
      }),
    60_000,
  );

  test.each([
    ['two-stage', 1340],
    ['single-call', 335],
    ['sliding', 1675],
    ['article-thirds', 1005],
  ])(
    '%s plans and makes %i calls',
    async (method, wanted) => {
      let calls = 0;
      const model = scriptedModel((request) => {
        calls += 1;
        const text = request.messages.at(-1)?.content ?? '';
        return [...text.matchAll(/^\[(\d+)\] /gm)]
          .map(([, number]) => `[${number}]`)
          .reverse()
          .join(' > ');
      });
      const { results } = await runTasks({
        tasks: [QA],
        model,
        data: pool,
        repeats: 1,
        settings: { method },
        places: { out: path.join(folder, 'runs') },
      });
      const [result] = results;
      expect([result?.calls?.planned, result?.calls?.made, calls]).toEqual([wanted, wanted, wanted]);
      expect(result?.counts).toMatchObject({ planned: 335, scored: 335 });
      expect(result?.metrics[0]?.ci).toMatchObject({ clusters: 94 });
    },
    120_000,
  );

  test('method=ranker with local/lexical has the values of BM25, and makes no call', async () => {
    const { results } = await runTasks({
      tasks: [QA],
      model: localModel('lexical'),
      data: pool,
      repeats: 1,
      settings: { method: 'ranker' },
      places: { out: path.join(folder, 'runs') },
    });
    const [result] = results;
    expect(result?.calls).toMatchObject({ planned: 0, made: 0 });
    const values = ['hit@1', 'ndcg@5', 'ndcg@10', 'recall@5', 'mrr'].map((id) =>
      result?.metrics
        .find((one) => one.id === id && one.protocol === 'standard' && one.slice === null)
        ?.value?.toFixed(6),
    );
    expect(values).toEqual(['0.862687', '0.919449', '0.924368', '0.961194', '0.908274']);
  }, 60_000);
});
