import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QuadratError } from '../core/errors.ts';
import { type JsonValue, readJsonMaps } from './json-map.ts';
import { readJsonLines, readJsonMapLines } from './jsonl.ts';

function refusal(work: () => unknown): QuadratError {
  try {
    work();
  } catch (error) {
    if (error instanceof QuadratError) return error;
  }
  throw new Error('was read');
}

/** Maps as plain objects, to compare with the language's own reader. */
function plain(value: JsonValue): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'bigint') return Number(value);
  if (!(value instanceof Map)) return value;
  const object: Record<string, unknown> = {};
  for (const [key, inner] of value) {
    Object.defineProperty(object, key, {
      value: plain(inner),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return object;
}

describe('readJsonMaps', () => {
  it('keeps the order of keys that look like numbers, and __proto__', () => {
    const value = readJsonMaps(
      ' {"20141": ["d2"], "201410": [], "2": {"__proto__": 1, "1": 0.5}}\n',
      'f',
    ) as Map<string, JsonValue>;
    expect([...value.keys()]).toEqual(['20141', '201410', '2']);
    expect([...(value.get('2') as Map<string, number>)]).toEqual([
      ['__proto__', 1],
      ['1', 0.5],
    ]);
  });

  it('keeps the digits of long integers and the rest of JSON', () => {
    const text =
      '[9007199254740993, 9007199254740991, -0, 1E3, 2.5e-1, true, false, null, "a\\n\\u4e2d\\ud83d\\ude00\\/\\"", "", [], {}]';
    expect(readJsonMaps(text, 'f')).toEqual([
      9007199254740993n,
      9007199254740991,
      -0,
      1000,
      0.25,
      true,
      false,
      null,
      'a\n中😀/"',
      '',
      [],
      new Map(),
    ]);
  });

  it('agrees with the language on every JSON text', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(plain(readJsonMaps(text, 'f'))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses what the language refuses', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"\\',
      '"',
      '1',
      '-',
      '0',
      '.5',
      'e',
      'true',
      'nul',
      ' ',
      '\n',
      '\\u12',
      '\t',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const text = pieces.join('');
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          expect(refusal(() => readJsonMaps(text, 'f')).code).toBe('invalid-json');
          return;
        }
        try {
          expect(plain(readJsonMaps(text, 'f'))).toEqual(expected);
        } catch (error) {
          expect((error as QuadratError).code).toBe('duplicate-item');
        }
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ['{"a": 1,\n "b": NaN}', 'invalid-score', 2],
    ['[1e999]', 'invalid-score', 1],
    ['{"a": -Infinity}', 'invalid-score', 1],
    ['{"a": 1,\n\n "a": 2}', 'duplicate-item', 3],
    ['{"a": 1,}', 'invalid-json', 1],
    ['{"a" 1}', 'invalid-json', 1],
    ['{a: 1}', 'invalid-json', 1],
    ['[1]\n\nx', 'invalid-json', 3],
    ['', 'invalid-json', 1],
    ['"a\nb"', 'invalid-json', 1],
    ['"\\x"', 'invalid-json', 1],
    ['"abc', 'invalid-json', 1],
    ['"abc\\"', 'invalid-json', 1],
    ['[01]', 'invalid-json', 1],
    ['\u00a0[]', 'invalid-json', 1],
    ['['.repeat(100_000), 'invalid-json', 1],
    ['{"a":'.repeat(100_000), 'invalid-json', 1],
  ])('refuses %j', (text, code, line) => {
    const error = refusal(() => readJsonMaps(text, 'f.json'));
    expect([error.code, error.place.line, error.place.file]).toEqual([code, line, 'f.json']);
  });

  it('reads ten megabytes in moderate time', () => {
    const lists = Array.from(
      { length: 6000 },
      (_, query) =>
        `"${query}": {${Array.from({ length: 90 }, (_x, at) => `"doc_${at}": ${at / 7}`).join(', ')}}`,
    );
    const text = `{${lists.join(',\n')}}`;
    expect(text.length).toBeGreaterThan(10_000_000);
    const best = Math.min(
      ...Array.from({ length: 3 }, () => {
        const before = process.cpuUsage();
        readJsonMaps(text, 'f');
        return process.cpuUsage(before).user / 1000;
      }),
    );
    expect(best).toBeLessThan(1500);
  });
});

describe('JSON Lines', () => {
  const text = '{"id":"1","t":"a\u2028b"}\r\n\n{"id":"2","t":"c\u0085d"}\n   \n{"id":"3","t":"e\u2029f"}';

  it('end at LF only, blank ones are left out', () => {
    expect(readJsonLines(text, 'f').map(({ line, value }) => [line, (value as { t: string }).t])).toEqual([
      [1, 'a\u2028b'],
      [3, 'c\u0085d'],
      [5, 'e\u2029f'],
    ]);
    expect(
      readJsonMapLines(text, 'f').map(({ line, value }) => [line, (value as Map<string, string>).get('id')]),
    ).toEqual([
      [1, '1'],
      [3, '2'],
      [5, '3'],
    ]);
    expect(readJsonLines('', 'f')).toEqual([]);
    expect(readJsonLines('\r\n\r\n', 'f')).toEqual([]);
  });

  it('name the bad line', () => {
    for (const read of [readJsonLines, readJsonMapLines]) {
      const error = refusal(() => read('{"id":"1"}\n{"id":\n{"id":"3"}\n', 'f'));
      expect([error.code, error.place.line]).toEqual(['invalid-json', 2]);
    }
    expect(refusal(() => readJsonMapLines('{}\n{"a":NaN}\n', 'f')).place.line).toBe(2);
  });

  it('hand over the bad lines and keep the others, where that is asked for', () => {
    const bad: (number | undefined)[] = [];
    const kept = readJsonLines('{"id":1}\n{\n{"id":3}\n', 'f', ({ place }) => bad.push(place.line));
    expect([kept.map(({ line }) => line), bad]).toEqual([[1, 3], [2]]);
  });
});
