import { existsSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Result } from '../../src/core/index.ts';
import { documentOf, type Ended, quadrat, start, workplace } from './program.ts';

const { folder, remove } = workplace();
const run = (...args: string[]): Promise<Ended> => quadrat(args, folder);
const RUN = ['run', 'climaqa/freeform', '--model', 'script/answers.mjs', '--data', 'sample', '--json'];

/** A scorer on this machine that counts what it is asked; it can be out of order. */
const state = { pairs: 0, broken: false, asked: () => {} };
let server: Server;
let url = '';

beforeAll(async () => {
  writeFileSync(path.join(folder, 'answers.mjs'), `export default () => 'Snow sends light back.';\n`);
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      const { pairs } = JSON.parse(body) as { pairs: unknown[] };
      const trouble = request.url ?? '';
      const isDue = pairs.length > 0 || trouble.startsWith('/name');
      if (isDue && /hang|busy/.test(trouble)) state.asked();
      if (isDue && trouble.includes('hang')) return;
      if (isDue && trouble.includes('busy')) {
        response.writeHead(429, { 'retry-after': '30' }).end();
        return;
      }
      if (state.broken && pairs.length > 0) {
        response.statusCode = 400;
        response.end();
        return;
      }
      state.pairs += pairs.length;
      const scores = pairs.map(() => ({ precision: 0.875, recall: 0.75, f1: 0.8125 }));
      response.end(JSON.stringify({ scorer: 'roberta-large@abc', scores }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/score`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  remove();
});

const bertScore = (ended: Ended) =>
  documentOf<Result[]>(ended)[0]?.metrics.find(
    ({ id, protocol, slice }) => id === 'bertscore.f1' && protocol === 'standard' && slice === null,
  );
const placeOf = ({ stderr }: Ended): string => /^run: (.+)$/m.exec(stderr)?.[1] ?? '';

/** Interrupts a command as soon as the scorer was asked. */
async function interrupted(...args: string[]): Promise<Ended> {
  const asked = new Promise<void>((resolve) => {
    state.asked = resolve;
  });
  const started = start(args, folder);
  await Promise.race([asked, started.ended]);
  // The program has to read the headers that came.
  await new Promise((resolve) => setTimeout(resolve, 100));
  process.kill(started.pid, 'SIGINT');
  return started.ended;
}

describe('Ctrl-C while a scorer is asked', () => {
  const at = (place: string) => url.replace(/score$/, place);

  test.each(['hang', 'namehang', 'busy', 'namebusy'])('ends rescore with 130 (%s)', async (trouble) => {
    const place = placeOf(await run(...RUN, '--out', 'stored'));
    const ended = await interrupted('rescore', place, '--scorer', at(trouble), '--write');
    expect(ended).toMatchObject({ code: 130, stdout: '' });
    expect(ended.stderr).toMatch(/\[interrupted\] The same command goes on/);
    expect(ended.stderr).not.toMatch(/fault of the program|\n\s+at /);
    expect(existsSync(path.join(folder, place, 'lock'))).toBe(false);
  });

  test.each(['hang', 'namehang'])('ends run with 130 and says what is missing (%s)', async (trouble) => {
    const ended = await interrupted(...RUN, '--out', trouble, '--scorer', at(trouble));
    expect(ended).toMatchObject({ code: 130, stdout: '' });
    expect(ended.stderr).toMatch(/\[interrupted\] The same command goes on/);
    expect(ended.stderr).not.toMatch(/fault of the program|\b0 of 24 items/);
    // 24 items of one answer have 24 references.
    if (trouble === 'hang') expect(ended.stderr).toContain('the scores of 24 pairs of texts are missing');
  });
});

describe('--scorer', () => {
  test('run: each answer is scored once, and the same command asks nobody', async () => {
    const ended = await run(...RUN, '--scorer', url);
    expect(ended.code).toBe(0);
    expect(bertScore(ended)).toMatchObject({ value: 0.8125, n: 24, params: { scorer: 'roberta-large@abc' } });
    expect(state.pairs).toBe(24);
    const again = await run(...RUN, '--scorer', url);
    expect(again.stderr).toContain('finished before');
    const rescored = await run('rescore', placeOf(ended), '--json');
    expect(bertScore(rescored)).toEqual(bertScore(ended));
    expect(state.pairs).toBe(24);
  });

  test('run: a scorer that fails leaves no value, exit 5, and the same command goes on', async () => {
    state.broken = true;
    const args = [...RUN, '--scorer', url, '--seed', '7'];
    const ended = await run(...args);
    expect(ended.code).toBe(5);
    expect(bertScore(ended)).toMatchObject({ value: null, n: 0 });
    expect(ended.stderr).toContain('status 400');
    state.broken = false;
    const again = await run(...args);
    expect(again.code).toBe(0);
    expect(bertScore(again)).toMatchObject({ value: 0.8125, n: 24 });
  });

  test('rescore: adds the scores to a finished run and keeps them', async () => {
    const place = placeOf(await run(...RUN));
    const before = state.pairs;
    expect(bertScore(await run('rescore', place, '--json'))?.value).toBeNull();
    const added = await run('rescore', place, '--scorer', url, '--write', '--json');
    expect(added.code).toBe(0);
    expect(bertScore(added)).toMatchObject({ value: 0.8125, params: { scorer: 'roberta-large@abc' } });
    expect(state.pairs).toBe(before + 24);
    expect(bertScore(await run('rescore', place, '--scorer', url, '--json'))).toEqual(bertScore(added));
    expect(bertScore(await run('rescore', place, '--json'))).toEqual(bertScore(added));
    expect(bertScore(await run(...RUN))).toEqual(bertScore(added));
    expect(state.pairs).toBe(before + 24);
  });

  test('score: answers of a file, and a failure is infrastructure', async () => {
    const lines = ['Snow.', ''].map((output, at) => JSON.stringify({ id: String(at), output }));
    writeFileSync(path.join(folder, 'outputs.jsonl'), lines.join('\n'));
    const args = [
      'score',
      'climaqa/freeform',
      '--data',
      'sample',
      '--predictions',
      'outputs.jsonl',
      '--json',
    ];
    const ended = await run(...args, '--scorer', url);
    expect(ended.code).toBe(0);
    expect(bertScore(ended)?.value).toBeCloseTo(0.8125 / 24, 12);
    state.broken = true;
    const failed = await run(...args, '--scorer', url);
    state.broken = false;
    expect(failed.code).toBe(5);
    expect(bertScore(failed)?.value).toBeNull();
  });

  test('score: goes to the tasks of a benchmark that have a use for it', async () => {
    writeFileSync(path.join(folder, 'letters.jsonl'), '{"id":"0","output":"b"}\n');
    const files = ['climaqa/mcq=letters.jsonl', 'climaqa/freeform=outputs.jsonl'];
    const args = ['score', 'climaqa', '--data', 'sample', '--json', '--predictions'];
    const ended = await run(...args, ...files, '--scorer', url);
    expect(ended.code).toBe(0);
    const results = documentOf<Result[]>(ended);
    expect(results.map(({ settings }) => settings.scorer)).toEqual([undefined, 'roberta-large@abc']);
    const idle = await run(...args, 'climaqa/mcq=letters.jsonl', '--scorer', url);
    expect(idle).toMatchObject({ code: 1, stderr: expect.stringContaining('--scorer') as string });
    const verdicts = await run(...args, ...files, '--verdicts', 'sheet.csv');
    expect(verdicts).toMatchObject({ code: 1, stderr: expect.stringContaining('one task') as string });
  });

  test('is refused where nothing has a use for it, without a network, and where it is no address', async () => {
    const other = await run(
      'run',
      'climaqa/mcq',
      '--model',
      'local/gold',
      '--data',
      'sample',
      '--scorer',
      url,
    );
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('climaqa/mcq') as string });
    const far = await run(...RUN, '--offline', '--scorer', 'https://example.org/score');
    expect(far).toMatchObject({ code: 1, stderr: expect.stringContaining('offline') as string });
    expect((await run(...RUN, '--scorer', 'roberta')).code).toBe(1);
    const place = placeOf(
      await run('run', 'climaqa/mcq', '--model', 'local/gold', '--data', 'sample', '--json'),
    );
    const rescored = await run('rescore', place, '--scorer', url);
    expect(rescored).toMatchObject({ code: 1, stderr: expect.stringContaining('no answers') as string });
  });
});
