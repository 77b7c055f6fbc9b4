import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { quadrat, workplace } from './program.ts';

const { folder, remove } = workplace();
afterAll(remove);
let place = '';
beforeAll(async () => {
  const args = ['run', 'birco/relic', '--model', 'local/lexical', '--data', 'sample', '--limit', '4'];
  place = /^run: (.+)$/m.exec((await quadrat(args, folder)).stdout)?.[1] ?? '';
});
const rescore = (...more: string[]) => quadrat(['rescore', place, '--json', ...more], folder);

test('of a run that is being written is refused where it would write', async () => {
  const lock = path.join(folder, place, 'lock');
  const scores = path.join(folder, place, 'scores.json');
  const before = `${readFileSync(scores, 'utf8').trimEnd()}\n\n`;
  writeFileSync(scores, before);
  const owner = { pid: process.pid, host: hostname(), processStart: null, since: '2026-03-01T12:00:00.000Z' };
  writeFileSync(lock, `${JSON.stringify(owner)}\n`);
  const refused = await rescore('--write');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/being written by process \d+ .*\[run-locked\]/);
  expect(readFileSync(scores, 'utf8')).toBe(before);
  expect(existsSync(lock)).toBe(true);

  // Nobody lives with this number: the lock was left behind.
  writeFileSync(lock, `${JSON.stringify({ ...owner, pid: 2 ** 22 + 1 })}\n`);
  expect((await rescore('--write')).code).toBe(0);
  expect(readFileSync(scores, 'utf8')).not.toBe(before);
  expect(existsSync(lock)).toBe(false);
});

test('with --write makes no lock in a folder that is no run', async () => {
  const ended = await quadrat(['rescore', '.', '--write'], folder);
  expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining('[file-not-found]') });
  expect(existsSync(path.join(folder, 'lock'))).toBe(false);
});
