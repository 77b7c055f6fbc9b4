import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { writeFileAtomically } from './atomic.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'quadrat-atomic-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a file is replaced whole and nothing is left beside it', () => {
  const file = path.join(folder, 'scores.json');
  writeFileAtomically(file, 'old'.repeat(1000));
  writeFileAtomically(file, 'neu ß 学');
  expect(readFileSync(file, 'utf8')).toBe('neu ß 学');
  expect(readdirSync(folder)).toEqual(['scores.json']);
});

test.runIf(process.getuid?.() !== 0)('where it cannot be written the old content stays', () => {
  const file = path.join(folder, 'scores.json');
  writeFileAtomically(file, 'old');
  chmodSync(folder, 0o500);
  expect(() => writeFileAtomically(file, 'new')).toThrow();
  chmodSync(folder, 0o700);
  expect(readFileSync(file, 'utf8')).toBe('old');
});
