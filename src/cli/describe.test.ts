import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { QuadratError } from '../core/index.ts';
import { describeError, describeMessage, isRefusedPath } from './describe.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

const same = (text: string) => text;

test('a path that the system refuses is named without a stack trace', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'describe-'));
  folders.push(folder);
  const file = path.join(folder, 'file');
  writeFileSync(file, 'x');
  const cases = [
    [() => mkdirSync(path.join(file, 'below'), { recursive: true }), 'ENOTDIR'],
    [() => mkdirSync(file), 'EEXIST'],
    [() => readFileSync(folder), 'EISDIR'],
    [() => readFileSync(path.join(folder, 'x'.repeat(400))), 'ENAMETOOLONG'],
  ] as const;
  for (const [work, code] of cases) {
    const error = thrown(work);
    expect(isRefusedPath(error)).toBe(true);
    const text = describeError(error, same);
    expect(text).toMatch(new RegExp(`^quadrat: .*\\[${code}\\]$`));
    expect(text).not.toContain('\n');
  }
});

test('where a file cannot be moved into place, that place is named', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'describe-'));
  folders.push(folder);
  writeFileSync(path.join(folder, 'a'), 'x');
  mkdirSync(path.join(folder, 'report.md'));
  const error = thrown(() => renameSync(path.join(folder, 'a'), path.join(folder, 'report.md')));
  expect(describeError(error, same)).toBe(
    `quadrat: ${path.join(folder, 'report.md')}: it is a folder where a file is due. [EISDIR]`,
  );
});

test('a full disk is told in words, and is no mistake of use', () => {
  const full = Object.assign(new Error('write'), { code: 'ENOSPC', syscall: 'write' });
  expect(describeError(full, same)).toContain('the disk is full');
  expect(isRefusedPath(full)).toBe(false);
});

test('a fault of the program keeps its stack', () => {
  expect(describeError(new TypeError('odd'), same)).toMatch(
    /a fault of the program.*odd[\s\S]*describe\.test/,
  );
  expect(isRefusedPath(new TypeError('odd'))).toBe(false);
});

test('escapes from a server or a file name stand as text, and keys are masked', () => {
  const error = new QuadratError('call-refused', 'no model \u001b[31m for my-key', { file: 'a\u202eb' });
  expect(describeError(error, (text) => text.replace('my-key', '[redacted]'))).toBe(
    'quadrat: a\\u{202e}b: no model \\u{1b}[31m for [redacted]. [call-refused]',
  );
});

test('numbers of people that a server or a data file repeats are masked', () => {
  const said = '手机 138-1234-5678，身份证 110105199003071233';
  const shown = '手机 138-****-****，身份证 110***************';
  expect(describeError(new QuadratError('unknown-label', said, { line: 2 }), same)).toBe(
    `quadrat: line 2: ${shown}. [unknown-label]`,
  );
  expect(describeMessage(`status 500:\n${said}`)).toBe(`status 500:\\n${shown}`);
});
