import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openTextScorer } from './text-scorer.ts';

/** A scorer that answers from a function, on this machine. */
async function served<R>(
  answer: (pairs: { candidate: string }[]) => unknown,
  work: (url: string) => Promise<R>,
) {
  const sizes: number[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      const { pairs } = JSON.parse(body) as { pairs: { candidate: string }[] };
      sizes.push(pairs.length);
      const made = answer(pairs);
      response.statusCode = made === undefined ? 500 : 200;
      response.end(typeof made === 'string' ? made : JSON.stringify(made ?? {}));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const result = await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/score`);
    return { result, sizes };
  } finally {
    server.close();
  }
}

const pair = (candidate: string) => ({ candidate, reference: 'snow' });
const scoreOf = ({ candidate }: { candidate: string }) => ({
  precision: 0.9,
  recall: 0.8,
  f1: candidate.length / 10,
});

const INSTANT = { now: () => 0, random: () => 0.5, sleep: async () => undefined };

describe('a text scorer', () => {
  it('is asked for its name, then in batches', async () => {
    const { result, sizes } = await served(
      (pairs) => ({ scorer: 'roberta-large@abc', scores: pairs.map(scoreOf) }),
      async (url) => {
        const scorer = await openTextScorer(url, { batch: 2 });
        expect(scorer.id).toBe('roberta-large@abc');
        return scorer.score(['a', 'bb', 'ccc'].map(pair));
      },
    );
    expect(sizes).toEqual([0, 2, 1]);
    expect(result.map(({ f1 }) => f1)).toEqual([0.1, 0.2, 0.3]);
  });

  it.each([
    ['an error', () => undefined, /status 500/],
    ['no JSON', () => 'x', /another form/],
    [
      'a value out of range',
      () => ({ scorer: 'x', scores: [{ precision: 1, recall: 1, f1: 7 }] }),
      /another form/,
    ],
    ['too few scores', () => ({ scorer: 'x', scores: [] }), /0 scores for 1 pairs/],
  ])('that gives %s is refused', async (_, answer, message) => {
    await served(answer, async (url) => {
      const attempt = openTextScorer(url, { tools: INSTANT }).then((scorer) => scorer.score([pair('a')]));
      await expect(attempt).rejects.toThrow(message);
    });
  });

  it('that is busy is asked again, and each wait is told', async () => {
    let calls = 0;
    const told: string[] = [];
    await served(
      (pairs) => {
        calls += 1;
        return calls < 3 ? undefined : { scorer: 'x', scores: pairs.map(scoreOf) };
      },
      async (url) => {
        const scorer = await openTextScorer(url, {
          tools: INSTANT,
          onRetry: (message) => told.push(message),
        });
        expect(scorer.id).toBe('x');
      },
    );
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(/status 500; again in 1 s$/);
  });

  it('that is not there is infrastructure', async () => {
    const opened = openTextScorer('http://127.0.0.1:9/score?key=secret', { tools: INSTANT });
    await expect(opened).rejects.toMatchObject({
      code: 'retries-exhausted',
      message: expect.not.stringContaining('secret') as string,
    });
  });

  it('stays the same one', async () => {
    let calls = 0;
    await served(
      (pairs) => {
        calls += 1;
        return { scorer: calls === 1 ? 'x' : 'y', scores: pairs.map(scoreOf) };
      },
      async (url) => {
        const scorer = await openTextScorer(url);
        await expect(scorer.score([pair('a')])).rejects.toThrow(/it was x and is now y/);
      },
    );
  });

  it('may not send without end, stall, or send elsewhere', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url?.startsWith('/long') === true) response.end(' '.repeat(5000));
      else if (request.url === '/stall') response.write('{');
      else if (request.url === '/away') response.writeHead(307, { location: '/score' }).end();
      else response.end(JSON.stringify({ scorer: 'x', scores: [] }));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const at = (place: string) =>
      openTextScorer(`http://127.0.0.1:${(server.address() as AddressInfo).port}${place}`, {
        tools: INSTANT,
        maxBytes: 4096,
        timeoutMs: 5000,
        idleMs: 50,
        maxAttempts: 2,
      });
    try {
      const long = await at('/long?key=secret').catch((error: unknown) => error);
      expect(long).toMatchObject({ code: 'call-refused' });
      expect(String(long)).toMatch(/sends more than 4096 bytes/);
      expect(String(long)).not.toContain('secret');
      await expect(at('/stall')).rejects.toThrow(/no answer after 2 attempts.*fell silent/);
      await expect(at('/away')).rejects.toThrow(/status 307, a redirect/);
      expect(asked).not.toContain('/score');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('has no user name and no password in its address', async () => {
    const opened = openTextScorer('http://me:secret@127.0.0.1:9/score');
    await expect(opened).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringMatching(/^(?!.*secret).*password/) as string,
    });
  });

  it('has an address on this machine, or https', async () => {
    for (const url of ['http://example.org/x', 'file:///x', 'no address']) {
      await expect(openTextScorer(url)).rejects.toMatchObject({ code: 'usage' });
    }
  });
});
