import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Result } from '../../src/core/index.ts';
import { type FaultServer, startFaultServer } from '../../src/testing/fault-server.ts';
import { sharedPath } from '../../src/testing/shared.ts';
import { documentOf, quadrat, start, workplace } from './program.ts';

// A run on real data, where they lie beside the checkout, that is killed ten times with SIGKILL and goes on each time.

const published = sharedPath('data/birco');
const { folder, remove } = workplace();
let server: FaultServer;
beforeAll(async () => {
  server = await startFaultServer({
    latencyMs: 4,
    // What is asked alone decides the answer; some cannot be read.
    reply: ({ bodyText }) => {
      const score =
        [...bodyText].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 104_729, 7) % 12;
      return score === 11 ? 'I cannot say.' : `SCORE: ${score}`;
    },
  });
});
afterAll(async () => {
  await server.close();
  remove();
});

const args = (out: string) => [
  'run',
  'birco/relic',
  ...['--model', 'openai-compatible/test', '--base-url', server.url],
  ...['--set', 'method=score', '--limit', '10', '--concurrency', '8', '--cache', 'off', '--json'],
  ...['--data', published ?? 'sample', '--out', out],
];
const scoresOf = (results: readonly Result[]) =>
  results.map(({ source: _, calls: _calls, ...scores }) => scores);
const linesIn = (out: string, name: string): string[] => {
  const root = path.join(folder, out);
  const [run] = existsSync(root) ? readdirSync(root) : [];
  const file = path.join(root, run ?? 'absent', name);
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
};

interface Call {
  readonly hash: string;
  readonly messages: readonly { readonly content: string }[];
}
const callsIn = (out: string): Call[] => linesIn(out, 'calls.jsonl').map((line) => JSON.parse(line) as Call);
/** How often a prompt was sent to the server since its request number `from`. */
const timesAsked = (prompt: string, from: number): number =>
  server.requests.slice(from).filter(({ body }) => JSON.stringify(body).includes(JSON.stringify(prompt)))
    .length;

/** Numbers from 0 up to 1 by a seed, so that a failure can be had again. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

test('ten kills cost nothing: same scores, no finished call made twice, calls as planned', async () => {
  const undisturbed = await quadrat(args('whole'), folder);
  expect(undisturbed.code).toBe(0);
  const [want] = documentOf<Result[]>(undisturbed);
  const planned = want?.calls?.planned ?? 0;
  expect(want?.calls).toMatchObject({ made: planned, fromCache: 0 });
  expect(server.requests.length).toBe(planned);

  const random = chance(20_260_301);
  let kills = 0;
  /** Calls that were finished at a kill, and how often each had been made by then. */
  const finished = new Map<string, { readonly prompt: string; readonly times: number }>();
  for (let session = 0; session < 60 && kills < 10; session += 1) {
    const before = linesIn('killed', 'calls.jsonl').length;
    const { pid, ended } = start(args('killed'), folder);
    let over = false;
    void ended.then(() => {
      over = true;
    });
    // Some die before their first call, some in the middle of one.
    const wait = Math.floor(random() * ((planned - before) / Math.max(1, 11 - kills)));
    const deadline = Date.now() + 20_000;
    while (!over && linesIn('killed', 'calls.jsonl').length < before + wait && Date.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 2));
    if (over) break;
    process.kill(pid, 'SIGKILL');
    kills += 1;
    expect((await ended).code).toBeNull();
    for (const { hash, messages } of callsIn('killed')) {
      const prompt = messages.at(-1)?.content ?? '';
      if (!finished.has(hash)) finished.set(hash, { prompt, times: timesAsked(prompt, planned) });
    }
  }
  expect(kills).toBe(10);
  const atKills = finished.size;
  expect(atKills).toBeGreaterThan(0);
  expect(atKills).toBeLessThan(planned);

  const asked = server.requests.length;
  const resumed = await quadrat(args('killed'), folder);
  expect(resumed.code).toBe(0);
  expect(scoresOf(documentOf<Result[]>(resumed))).toEqual(scoresOf([want!]));
  expect(documentOf<Result[]>(resumed)[0]?.calls).toMatchObject({ planned, made: planned });

  // What was finished at a kill was never asked for again: only the rest was.
  for (const { prompt, times } of finished.values()) expect(timesAsked(prompt, planned)).toBe(times);
  expect(server.requests.length - asked).toBe(planned - atKills);
  const hashes = callsIn('killed').map(({ hash }) => hash);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashes.length).toBe(planned);
  // At most what was in flight at a kill was paid and lost.
  expect(server.requests.length - planned).toBeLessThanOrEqual(planned + 10 * 8);

  const shown = await quadrat(args('killed'), folder);
  expect(shown.stderr).toContain('finished before');
  expect(server.requests.length).toBe(asked + planned - atKills);
}, 120_000);
