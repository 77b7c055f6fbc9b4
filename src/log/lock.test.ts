import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { QuadratError } from '../core/index.ts';
import { takeLock } from './lock.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const now = () => NOW;
const root = mkdtempSync(path.join(tmpdir(), 'quadrat-lock-'));
let number = 0;
const fresh = (): string => {
  number += 1;
  return mkdtempSync(path.join(root, `${number}-`));
};
const lockOf = (folder: string): string => path.join(folder, 'lock');

/** A lock as somebody else has left it. */
function leave(folder: string, owner: object): void {
  writeFileSync(lockOf(folder), `${JSON.stringify({ since: '2026-03-01T11:00:00.000Z', ...owner })}\n`);
}

function refusal(folder: string): QuadratError {
  try {
    takeLock(folder, now).release();
  } catch (error) {
    if (error instanceof QuadratError) return error;
    throw error;
  }
  throw new Error('the lock was given');
}

/** A process id that nobody has: its process has ended. */
function deadPid(): number {
  return spawnSync(process.execPath, ['-e', '']).pid;
}

const startOf = (pid: number): string | undefined => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
};

afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('a free lock is taken, says whose it is, and is given back', () => {
  const folder = fresh();
  const lock = takeLock(folder, now);
  expect(JSON.parse(readFileSync(lockOf(folder), 'utf8'))).toMatchObject({
    pid: process.pid,
    host: hostname(),
    since: '2026-03-01T12:00:00.000Z',
  });
  expect(readdirSync(folder)).toEqual(['lock']);
  lock.release();
  expect(readdirSync(folder)).toEqual([]);
  lock.release();
  takeLock(folder, now).release();
});

test('the lock of a process that lives is refused, with owner and age', () => {
  const folder = fresh();
  const lock = takeLock(folder, now);
  utimesSync(lockOf(folder), NOW / 1000 - 7, NOW / 1000 - 7);
  const error = refusal(folder);
  expect(error).toMatchObject({ code: 'run-locked', place: { file: folder } });
  expect(error.message).toContain(`process ${process.pid} on ${hostname()} since 2026-03-01T12:00:00.000Z`);
  expect(error.message).toContain('last sign 7 s ago');
  lock.release();
});

describe('a lock is taken over', () => {
  test.each([0, -1, 1.5])('where %s is no process id', (pid) => {
    const folder = fresh();
    leave(folder, { pid, host: hostname(), processStart: null });
    takeLock(folder, now).release();
    expect(existsSync(lockOf(folder))).toBe(false);
  });

  test('where its process has ended', () => {
    const folder = fresh();
    leave(folder, { pid: deadPid(), host: hostname(), processStart: '1' });
    const lock = takeLock(folder, now);
    expect(JSON.parse(readFileSync(lockOf(folder), 'utf8')).pid).toBe(process.pid);
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test.runIf(existsSync('/proc/self/stat'))('where its process id belongs to a later process', () => {
    const folder = fresh();
    const owner = { pid: process.ppid, host: hostname() };
    leave(folder, { ...owner, processStart: startOf(process.ppid) });
    expect(refusal(folder).code).toBe('run-locked');
    leave(folder, { ...owner, processStart: '1' });
    takeLock(folder, now).release();
  });

  test.runIf(existsSync('/proc/self/stat'))(
    'where its process has ended unnoticed by its parent',
    async () => {
      const folder = fresh();
      // The shell leaves its child behind and becomes a program that waits for nobody.
      const parent = spawn('sh', ['-c', 'sleep 1.5 & echo $!; exec sleep 30'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      const pid = Number(
        await new Promise<string>((resolve) => parent.stdout.once('data', (data) => resolve(String(data)))),
      );
      leave(folder, { pid, host: hostname(), processStart: startOf(pid) });
      expect(refusal(folder).code).toBe('run-locked');
      await vi.waitUntil(() => /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')), 15_000);
      takeLock(folder, now).release();
      parent.kill('SIGKILL');
    },
  );

  test.each(['', '{"pid": 12', 'null', '{"pid":"12","host":"x"}\n'])('where it says nothing: %j', (text) => {
    const folder = fresh();
    writeFileSync(lockOf(folder), text);
    takeLock(folder, now).release();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('of another machine only after a minute without a sign', () => {
    const folder = fresh();
    leave(folder, { pid: 1, host: `not-${hostname()}`, processStart: null });
    utimesSync(lockOf(folder), NOW / 1000 - 59, NOW / 1000 - 59);
    expect(refusal(folder).code).toBe('run-locked');
    utimesSync(lockOf(folder), NOW / 1000 - 61, NOW / 1000 - 61);
    takeLock(folder, now).release();
  });
});

test('a held lock gives a sign of life every few seconds', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const folder = fresh();
  let time = NOW;
  const lock = takeLock(folder, () => time);
  time += 5000;
  vi.advanceTimersByTime(5000);
  expect(statSync(lockOf(folder)).mtimeMs).toBe(NOW + 5000);
  rmSync(lockOf(folder));
  vi.advanceTimersByTime(5000);
  lock.release();
  expect(vi.getTimerCount()).toBe(0);
});

test('what somebody else has taken over is not given back', () => {
  const folder = fresh();
  const lock = takeLock(folder, now);
  leave(folder, { pid: process.ppid, host: hostname(), processStart: null });
  lock.release();
  expect(existsSync(lockOf(folder))).toBe(true);
});

test('a killed owner holds nothing', async () => {
  const folder = fresh();
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const pid = child.pid!;
  leave(folder, { pid, host: hostname(), processStart: null });
  expect(refusal(folder).code).toBe('run-locked');
  child.kill('SIGKILL');
  await ended;
  takeLock(folder, now).release();
});
