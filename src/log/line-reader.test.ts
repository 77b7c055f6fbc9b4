import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { QuadratError } from '../core/index.ts';
import { mendLines, readLineAt, readLines } from './line-reader.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'quadrat-lines-'));
const file = path.join(folder, 'lines.jsonl');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const valuesOf = (text: string | Buffer): unknown[] => {
  writeFileSync(file, text);
  return Array.from(readLines(file), ({ value }) => value);
};

/** What reading throws. */
function refusal(text: string): QuadratError {
  try {
    valuesOf(text);
  } catch (error) {
    if (error instanceof QuadratError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('reading lines', () => {
  test('gives value, number, offset and length in bytes', () => {
    writeFileSync(file, '{"a":"é"}\n\n[1]\n');
    expect([...readLines(file)]).toEqual([
      { value: { a: 'é' }, number: 1, offset: 0, length: 10 },
      { value: [1], number: 3, offset: 12, length: 3 },
    ]);
  });

  test('an absent file and an empty one have no lines', () => {
    expect([...readLines(path.join(folder, 'absent'))]).toEqual([]);
    expect(valuesOf('')).toEqual([]);
  });

  test('lines end at LF only, a last line without one is read too', () => {
    expect(valuesOf('{"a":"x\u2028y\u0085z"}\r\n{"b":1}')).toEqual([{ a: 'x\u2028y\u0085z' }, { b: 1 }]);
  });

  test('a torn last line is passed over', () => {
    expect(valuesOf('{"a":1}\n{"a":')).toEqual([{ a: 1 }]);
    expect(valuesOf(Buffer.concat([Buffer.from('{"a":1}\n'), Buffer.alloc(9)]))).toEqual([{ a: 1 }]);
  });

  test('a line longer than a piece of the file, and characters across the border, are whole', () => {
    const long = '学'.repeat(700_000);
    const values = Array.from({ length: 3 }, (_, at) => ({ at, long: `${'x'.repeat(at)}${long}` }));
    const text = values.map((value) => `${JSON.stringify(value)}\n`).join('');
    expect(Buffer.byteLength(text)).toBeGreaterThan(6 << 20);
    writeFileSync(file, text);
    const lines = [...readLines(file)];
    expect(lines.map(({ value }) => value)).toEqual(values);
    const handle = openSync(file, 'r');
    const again = lines.map(({ offset, length }) => readLineAt(handle, offset, length));
    closeSync(handle);
    expect(again).toEqual(values);
  });

  test('a line that is not JSON is named by file and number', () => {
    const error = refusal('{"a":1}\n{"a":\n{"a":3}\n');
    expect(error).toMatchObject({ code: 'run-corrupt', place: { file, line: 2 } });
    expect(error.next).toContain('--new');
  });
});

describe('mending the end', () => {
  const first = '{"id":1,"text":"ß"}\n';
  const last = Buffer.from('{"id":2,"text":"学 \\n [1]","more":{"n":null}}');

  test('a last line torn at any byte is cut off, a whole one is kept', () => {
    for (let length = 0; length <= last.length; length += 1) {
      writeFileSync(file, first);
      appendFileSync(file, last.subarray(0, length));
      const whole = length === last.length;
      expect(mendLines(file)).toBe(whole ? 0 : length);
      expect(readFileSync(file, 'utf8')).toBe(whole ? `${first}${last}\n` : first);
      expect(mendLines(file)).toBe(0);
    }
  });

  test('a file that is one torn line becomes empty', () => {
    writeFileSync(file, last.subarray(0, 9));
    expect(mendLines(file)).toBe(9);
    expect(statSync(file).size).toBe(0);
  });

  test('zeros that a power cut left are cut off', () => {
    writeFileSync(file, Buffer.concat([Buffer.from(first), Buffer.alloc(5000)]));
    expect(mendLines(file)).toBe(5000);
    expect(readFileSync(file, 'utf8')).toBe(first);
  });

  test('a torn line longer than a piece of the file is cut off whole', () => {
    writeFileSync(file, first);
    appendFileSync(file, `{"long":"${'学'.repeat(900_000)}`);
    expect(mendLines(file)).toBe(2_700_009);
    expect(readFileSync(file, 'utf8')).toBe(first);
  });

  test('an absent file is left absent', () => {
    expect(mendLines(path.join(folder, 'absent'))).toBe(0);
  });
});
