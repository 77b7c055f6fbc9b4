import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { type FaultServer, type FaultServerOptions, startFaultServer } from '../testing/fault-server.ts';
import { captureFetch } from './capture-fetch.ts';
import { createFetch, type Exchange, type FetchOptions, MAX_BODY_BYTES, type OwnFetch } from './fetch.ts';

const open: (FaultServer | OwnFetch)[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

async function setUp(server: FaultServerOptions, options: Partial<FetchOptions> = {}) {
  const started = await startFaultServer(server);
  const seen: { exchange: Exchange; signal: AbortSignal | undefined }[] = [];
  const own = await createFetch({
    timeoutMs: 2000,
    onExchange: (exchange, signal) => void seen.push({ exchange, signal }),
    ...options,
  });
  open.push(started, own);
  const post = (path = '/v1/chat/completions', init: RequestInit = {}) =>
    own.fetch(`${started.origin}${path}`, { method: 'POST', body: '{"model":"m"}', ...init });
  return { server: started, seen, post };
}

test('sends as it is told, with a plain user agent, and gives the response', async () => {
  const { server, seen, post } = await setUp({
    reply: () => ({ status: 201, bodyText: 'hé', headers: { 'X-Id': '7' } }),
  });
  const controller = new AbortController();
  const response = await post('/v1/x?y=1', {
    headers: { 'Content-Type': 'text/plain', 'User-Agent': 'someone' },
    signal: controller.signal,
  });
  expect([response.status, response.ok, await response.text(), response.headers.get('x-id')]).toEqual([
    201,
    true,
    'hé',
    '7',
  ]);
  expect(await response.clone().text()).toBe('hé');
  expect(server.requests[0]).toMatchObject({ path: '/v1/x?y=1', bodyText: '{"model":"m"}' });
  expect(server.requests[0]?.headers).toMatchObject({
    'content-type': 'text/plain',
    'user-agent': 'quadrat',
  });
  expect(server.requests[0]?.headers.authorization).toBeUndefined();
  expect(seen).toHaveLength(1);
  expect(seen[0]?.signal).toBe(controller.signal);
  expect(seen[0]?.exchange).toMatchObject({
    status: 201,
    requestBody: '{"model":"m"}',
    responseBody: 'hé',
    error: null,
  });
});

test('the body can be read as the AI SDK reads it, and as JSON', async () => {
  const { post } = await setUp({ reply: () => ({ body: { a: [1, 2] } }) });
  const response = await post();
  const reader = response.body?.getReader();
  const first = await reader?.read();
  expect(new TextDecoder().decode(first?.value)).toBe('{"a":[1,2]}');
  expect(await reader?.read()).toEqual({ done: true, value: undefined });
  expect(await response.json()).toEqual({ a: [1, 2] });
  expect([...response.headers].map(([name]) => name)).toContain('content-type');
});

test('errors of HTTP are responses; redirects are not followed', async () => {
  const { server, post } = await setUp({
    reply: () => ({ status: 307, headers: { location: '/v1/elsewhere' }, bodyText: '' }),
  });
  const response = await post();
  expect([response.status, response.ok, response.headers.get('location')]).toEqual([
    307,
    false,
    '/v1/elsewhere',
  ]);
  expect(server.requests).toHaveLength(1);
});

describe('the time limit covers the whole exchange', () => {
  test.each(['before', 'body'] as const)('a response that falls silent: %s', async (stall) => {
    const { server, seen, post } = await setUp(
      { reply: () => ({ text: 'a long answer', stall }) },
      { timeoutMs: 80 },
    );
    const started = performance.now();
    await expect(post()).rejects.toMatchObject({ kind: 'timeout', retryable: true });
    expect(performance.now() - started).toBeLessThan(1000);
    expect(seen[0]?.exchange).toMatchObject({ status: null, error: { kind: 'timeout' } });
    await expect.poll(() => server.openConnections()).toBe(0);
  });
});

describe('a limit on silence within a body', () => {
  test.each(['body', 'keep-alive'] as const)('ends a response that stalls: %s', async (stall) => {
    const reply = { text: 'a long answer', stall, keepAliveMs: 20 };
    const { server, post } = await setUp({ reply: () => reply }, { timeoutMs: 60_000, idleMs: 150 });
    const started = performance.now();
    await expect(post()).rejects.toMatchObject({
      kind: 'timeout',
      retryable: true,
      message: expect.stringContaining('fell silent within its response for 150 ms'),
    });
    expect(performance.now() - started).toBeLessThan(2000);
    await expect.poll(() => server.openConnections()).toBe(0);
  });

  test('is no limit on a body that goes on, nor on the wait for its first byte', async () => {
    const parts = createServer((_, response) => {
      let left = 8;
      const timer = setInterval(() => {
        response.write(left === 8 ? '{"a":"' : 'x');
        left -= 1;
        if (left > 0) return;
        clearInterval(timer);
        response.end('"}');
      }, 60);
    });
    await new Promise<void>((resolve) => parts.listen(0, '127.0.0.1', resolve));
    const own = await createFetch({ timeoutMs: 60_000, idleMs: 300 });
    open.push(own);
    const { port } = parts.address() as AddressInfo;
    const response = await own.fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' });
    expect(await response.json()).toEqual({ a: 'xxxxxxx' });
    parts.closeAllConnections();
    parts.close();
    const { post } = await setUp({ latencyMs: 250 }, { timeoutMs: 60_000, idleMs: 100 });
    expect((await post()).status).toBe(200);
  });
});

test('an abort ends it at once, before and during the request, and reports nothing', async () => {
  const { server, seen, post } = await setUp({ latencyMs: 5000 });
  await expect(post('/v1/x', { signal: AbortSignal.abort(new Error('already')) })).rejects.toThrow('already');
  const controller = new AbortController();
  const pending = post('/v1/x', { signal: controller.signal });
  await expect.poll(() => server.requests.length).toBe(1);
  controller.abort(new Error('stopped by hand'));
  await expect(pending).rejects.toThrow('stopped by hand');
  expect(seen).toEqual([]);
  await expect.poll(() => server.openConnections()).toBe(0);
});

test.each(['before', 'body'] as const)('a connection that ends: %s', async (cut) => {
  const { seen, post } = await setUp({ reply: () => ({ text: 'a long answer', cut }) });
  await expect(post()).rejects.toMatchObject({ code: expect.stringMatching(/UND_ERR|ECONNRESET/) });
  expect(seen[0]?.exchange.error).toBeInstanceOf(Error);
});

test('a server that is not there', async () => {
  const own = await createFetch({ timeoutMs: 2000 });
  open.push(own);
  await expect(own.fetch('http://127.0.0.1:9/', { method: 'POST', body: 'x' })).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
});

test('a response that is too large is refused', async () => {
  const { post } = await setUp({ reply: () => ({ bodyText: 'x'.repeat(5000) }) }, { maxBytes: 1000 });
  await expect(post()).rejects.toMatchObject({
    kind: 'invalid-body',
    message: expect.stringContaining('more than 1000'),
    // The same request would bring it again.
    retryable: false,
  });
});

test('a response that is too large once it is unpacked is refused, by default beyond 32 MiB', async () => {
  const packed = gzipSync(Buffer.alloc(MAX_BODY_BYTES + 1, 'x'));
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = await createFetch({ timeoutMs: 20_000 });
  open.push(own);
  const { port } = server.address() as AddressInfo;
  await expect(own.fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' })).rejects.toMatchObject({
    kind: 'invalid-body',
    retryable: false,
    message: expect.stringContaining('32 MiB'),
  });
  server.closeAllConnections();
  server.close();
});

test('a fetch that the caller brings has the same limit', async () => {
  const own = captureFetch(async () => new Response('x'.repeat(MAX_BODY_BYTES + 1)), {});
  await expect(own.fetch('http://127.0.0.1/')).rejects.toMatchObject({ retryable: false });
});

test('compressed bodies that nobody asked for are read', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"zipped":true}'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const own = await createFetch({ timeoutMs: 2000 });
  open.push(own);
  const { port } = server.address() as AddressInfo;
  const response = await own.fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' });
  expect(await response.json()).toEqual({ zipped: true });
  server.closeAllConnections();
  server.close();
});

test('many requests at once share a few connections', async () => {
  const { server, post } = await setUp({ latencyMs: 25 });
  let left = 200;
  const work = async () => {
    while (left > 0) {
      left -= 1;
      expect((await post()).status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: 20 }, work));
  expect(server.requests).toHaveLength(200);
  expect(server.maxInFlight()).toBe(20);
  // A connection is free again one turn of the event loop after its response, so that there may be one more for each.
  expect(server.openConnections()).toBeLessThanOrEqual(40);
});
