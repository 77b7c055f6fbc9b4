import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { openLineWriter } from './line-writer.ts';

/** Bytes that still fit on the disk, and how often it was written to. */
const disk = vi.hoisted(() => ({ free: Number.POSITIVE_INFINITY, writes: 0 }));

vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  return {
    ...real,
    writeSync: (file: number, bytes: Uint8Array, from = 0) => {
      disk.writes += 1;
      if (disk.free === 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
      const wrote = real.writeSync(file, bytes, from, Math.min(disk.free, bytes.length - from));
      disk.free -= wrote;
      return wrote;
    },
  };
});

const folder = mkdtempSync(path.join(tmpdir(), 'quadrat-writer-'));
let number = 0;
const fresh = (): string => {
  number += 1;
  return path.join(folder, `${number}.jsonl`);
};
const contentOf = (file: string): string => readFileSync(file, 'utf8');

afterEach(() => {
  disk.free = Number.POSITIVE_INFINITY;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a line is in the file when its promise resolves', async () => {
  const file = fresh();
  const writer = openLineWriter(file);
  await writer.append({ text: 'a\nb' });
  expect(contentOf(file)).toBe('{"text":"a\\nb"}\n');
  await writer.append([1]);
  expect(contentOf(file)).toBe('{"text":"a\\nb"}\n[1]\n');
  writer.close();
});

test('an open file is appended to', async () => {
  const file = fresh();
  for (const value of [1, 2]) {
    const writer = openLineWriter(file);
    await writer.append(value);
    writer.close();
  }
  expect(contentOf(file)).toBe('1\n2\n');
});

test('lines of one turn are written together, in order', async () => {
  const file = fresh();
  const writer = openLineWriter(file);
  const before = disk.writes;
  await Promise.all(Array.from({ length: 500 }, (_, at) => writer.append(at)));
  expect(disk.writes - before).toBe(1);
  expect(contentOf(file)).toBe(Array.from({ length: 500 }, (_, at) => `${at}\n`).join(''));
  writer.close();
});

test('closing writes what waits; afterwards nothing is taken', async () => {
  const file = fresh();
  const writer = openLineWriter(file);
  const waiting = writer.append('last');
  writer.close();
  writer.close();
  await waiting;
  expect(contentOf(file)).toBe('"last"\n');
  await expect(writer.append('late')).rejects.toThrow('is closed');
});

test('a full disk leaves no torn line, and no line after it', async () => {
  const file = fresh();
  const writer = openLineWriter(file);
  await writer.append({ id: 1 });
  disk.free = 5;
  const together = [writer.append({ id: 2 }), writer.append({ id: 3 })];
  for (const one of together) await expect(one).rejects.toThrow('no space left');
  expect(contentOf(file)).toBe('{"id":1}\n');
  disk.free = Number.POSITIVE_INFINITY;
  await expect(writer.append({ id: 4 })).rejects.toThrow('no space left');
  writer.close();
  expect(contentOf(file)).toBe('{"id":1}\n');
});
