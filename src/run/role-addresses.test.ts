import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Result } from '../core/index.ts';
import { type FaultServer, startFaultServer } from '../testing/fault-server.ts';
import { withTemporaryFolder } from '../testing/temporary.ts';
import { runTasks } from './library.ts';

const VECTORS = ({ body }: { readonly body: unknown }) => {
  const texts = (body as { readonly input: readonly string[] }).input;
  return {
    body: {
      object: 'list',
      data: texts.map((text, index) => ({ object: 'embedding', index, embedding: [1, text.length] })),
      usage: { prompt_tokens: 1, total_tokens: 1 },
    },
  };
};

async function withServers<T>(
  replies: readonly NonNullable<Parameters<typeof startFaultServer>[0]>[],
  use: (servers: readonly FaultServer[]) => Promise<T>,
): Promise<T> {
  const servers = await Promise.all(replies.map((reply) => startFaultServer(reply)));
  try {
    return await use(servers);
  } finally {
    for (const server of servers) await server.close();
  }
}

const value = (result: Result | undefined, id: string) =>
  result?.metrics.find((one) => one.id === id && one.protocol === 'standard' && one.slice === null)?.value;

test('judge and candidate have servers of their own, and the address belongs to what is asked for', () =>
  withTemporaryFolder((folder) =>
    withServers(
      [{ reply: () => 'Snow is bright.' }, { reply: () => 'SUPPORTS' }],
      async ([candidate, judge]) => {
        const asked = {
          tasks: ['climaqa/freeform'],
          model: 'openai-compatible/free',
          judge: 'openai-compatible/other',
          baseUrl: candidate?.url,
          limit: 2,
          places: { out: path.join(folder, 'runs') },
        };
        const apart = await runTasks({ ...asked, judgeBaseUrl: judge?.url });
        expect(value(apart.results[0], 'factual-accuracy.binary')).toBe(1);
        expect([candidate?.requests.length, judge?.requests.length]).toEqual([2, 2]);
        const { spec } = JSON.parse(readFileSync(path.join(apart.folder, 'run.json'), 'utf8'));
        expect(spec.others).toEqual([
          { role: 'judge', model: 'openai-compatible/other', endpoint: judge?.url },
        ]);
        const together = await runTasks(asked);
        expect(together.folder).not.toBe(apart.folder);
        expect(judge?.requests.length).toBe(2);
      },
    ),
  ));

test('an embedder makes vectors, whatever its name', () =>
  withTemporaryFolder((folder) =>
    withServers([{ reply: () => 'snow' }, { reply: VECTORS }], async ([candidate, embedder]) => {
      const { results } = await runTasks({
        tasks: ['climaqa/cloze'],
        model: 'openai-compatible/free',
        embedder: 'openai-compatible/bge-m3',
        baseUrl: candidate?.url,
        embedderBaseUrl: embedder?.url,
        limit: 2,
        places: { out: path.join(folder, 'runs') },
      });
      expect(results[0]?.metrics.find(({ id }) => id === 'phrase-similarity')).toMatchObject({
        value: expect.any(Number),
        params: { embedder: 'openai-compatible/bge-m3' },
      });
      expect(new Set(embedder?.requests.map(({ path: at }) => at))).toEqual(new Set(['/v1/embeddings']));
    }),
  ));

test('an address that no model is reached at is refused before anything is asked', async () => {
  const run = runTasks({ tasks: ['climaqa/mcq'], model: 'openai/gpt-4', baseUrl: 'http://127.0.0.1:9/v1' });
  await expect(run).rejects.toMatchObject({ code: 'usage', message: expect.stringMatching(/openai\/gpt-4/) });
});
