import { afterEach, describe, expect, test } from 'vitest';
import { type FaultServer, type FaultServerOptions, startFaultServer } from './fault-server.ts';

const servers: FaultServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
async function start(options: FaultServerOptions = {}) {
  const server = await startFaultServer(options);
  servers.push(server);
  const post = (path: string, body: unknown) =>
    fetch(`${server.origin}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return { server, post };
}

test.each([
  ['/v1/chat/completions', { choices: [{ message: { content: 'ok' }, finish_reason: 'stop' }] }],
  ['/v1/messages', { type: 'message', content: [{ type: 'text', text: 'ok' }], stop_reason: 'end_turn' }],
  [
    '/v1beta/models/m:generateContent',
    { candidates: [{ content: { parts: [{ text: 'ok' }] }, finishReason: 'STOP' }] },
  ],
  ['/v1/embeddings', { data: [{ index: 0 }] }],
  ['/v1beta/models/m:embedContent', { embedding: {} }],
])('%s is answered in its shape', async (path, expected) => {
  const { post } = await start();
  const response = await post(path, { model: 'm', input: ['a'], content: { parts: [{ text: 'a' }] } });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject(expected);
});

test('another path is not there', async () => {
  const { post } = await start();
  expect((await post('/v2/other', {})).status).toBe(404);
});

test('counts what came, by body', async () => {
  const { server, post } = await start();
  for (const item of [1, 2, 1]) await post('/v1/chat/completions', { item });
  expect([...server.countsByBody]).toEqual([
    ['{"item":1}', 2],
    ['{"item":2}', 1],
  ]);
  expect(server.requests.map(({ index, repeat }) => [index, repeat])).toEqual([
    [0, 0],
    [1, 0],
    [2, 1],
  ]);
});

describe('faults by share', () => {
  const faults = {
    seed: 7,
    rateLimited: 0.2,
    serverErrors: 0.2,
    invalidBodies: 0.1,
    cutBodies: 0.1,
    emptyAnswers: 0.1,
  };
  async function outcomes(order: readonly number[]) {
    const { post } = await start({ faults });
    const found = await Promise.all(
      order.map(async (item) => {
        const outcome = await post('/v1/chat/completions', { item })
          .then(async (response) => `${response.status} ${(await response.text()).slice(0, 5)}`)
          .catch(() => 'cut');
        return [item, outcome] as const;
      }),
    );
    return found.toSorted(([a], [b]) => a - b).map(([, outcome]) => outcome);
  }

  test('hit the same requests in any order, about as often as asked for', async () => {
    const items = Array.from({ length: 160 }, (_, item) => item);
    const first = await outcomes(items);
    expect(await outcomes(items.toReversed())).toEqual(first);
    const share = (text: string) => first.filter((outcome) => outcome.startsWith(text)).length / first.length;
    expect(share('429')).toBeCloseTo(0.2, 0);
    expect(share('429')).toBeGreaterThan(0.1);
    expect(share('500')).toBeGreaterThan(0.1);
    expect(share('200 <html')).toBeGreaterThan(0.04);
    expect(share('cut')).toBeGreaterThan(0.04);
    expect(share('200 {"id"')).toBeGreaterThan(0.2);
  });
});
