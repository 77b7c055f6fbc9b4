import { describe, expect, test } from 'vitest';
import { firstDifference, NOT_COVERED, runCases } from './report.ts';

const same = (want: unknown, got: unknown): void => expect(firstDifference(want, got)).toBeUndefined();
const differ = (want: unknown, got: unknown, at: string): void =>
  expect(firstDifference(want, got)?.at).toBe(at);

describe('firstDifference', () => {
  test('numbers are equal within 1e-9, relative from 1 on', () => {
    same(0.5, 0.5 + 9e-10);
    differ(0.5, 0.5 + 2e-9, '');
    same(1e6, 1e6 + 9e-4);
    differ(1e6, 1e6 + 2e-3, '');
    same(0, 1e-10);
    differ(0, Number.NaN, '');
    differ(0, null, '');
    differ(1, true, '');
    differ(1, '1', '');
    expect(firstDifference(1, 1.05, { tolerance: 0.1 })).toBeUndefined();
  });

  test('null is no value: not 0', () => {
    for (const nothing of [null, undefined, Number.NaN]) same(null, nothing);
    for (const something of [0, '', false, [], {}]) differ(null, something, '');
  });

  test('endless numbers are written as texts', () => {
    same('Infinity', Number.POSITIVE_INFINITY);
    same('-Infinity', Number.NEGATIVE_INFINITY);
    differ('Infinity', Number.NEGATIVE_INFINITY, '');
    differ('Infinity', 1e308, '');
    same('Infinity', 'Infinity');
  });

  test('texts and booleans must be the same', () => {
    same('caf\u00e9', 'caf\u00e9');
    differ('caf\u00e9', 'cafe\u0301', '');
    same(true, true);
    differ(true, 1, '');
    differ(false, undefined, '');
  });

  test('lists have one length and one order; typed ones will do', () => {
    same([1, [2, null]], [1, [2, undefined]]);
    same([1, 2], new Float64Array([1, 2]));
    differ([1, 2], [1], '');
    differ([1], [1, 2], '');
    differ([1, 2], [2, 1], '[0]');
    differ([], {}, '');
    differ([1], '1', '');
  });

  test('expected properties must be there, further ones may be', () => {
    same({ a: 1 }, { a: 1, b: 2 });
    same({ a: { b: [1] } }, new Map([['a', new Map([['b', [1]]])]]));
    differ({ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, 'a.b[1]');
    differ({ a: null }, {}, 'a');
    differ({ a: 1 }, undefined, 'a');
    differ({}, undefined, '');
    differ({ toString: 1 }, {}, 'toString');
    const strange: unknown = JSON.parse('{"__proto__": {"constructor": 1}}');
    same(strange, JSON.parse('{"__proto__": {"constructor": 1}}'));
    same(strange, new Map([['__proto__', { constructor: 1 }]]));
    differ(strange, {}, '__proto__');
    differ(strange, JSON.parse('{"__proto__": {"constructor": 2}}'), '__proto__.constructor');
  });
});

describe('runCases', () => {
  test('counts cases and shows what differs', async () => {
    const report = await runCases(
      'x.json',
      [
        { id: 'good', want: 1, run: () => 1 },
        { id: 'later', want: 1, run: async () => 1 },
        { id: 'bad', want: { a: 1 }, run: () => ({ a: Number.NaN }) },
        { id: 'whole', want: 1, run: () => new Map([['a', 2]]) },
        {
          id: 'thrown',
          want: 1,
          run: () => {
            throw new Error('no');
          },
        },
        { id: 'unknown', want: 1, run: undefined },
        { id: 'partly unknown', want: 1, run: () => NOT_COVERED },
      ],
      firstDifference,
    );
    expect(report).toEqual({
      file: 'x.json',
      passed: 2,
      failed: 3,
      notCovered: 2,
      open: ['unknown', 'partly unknown'],
      failures: [
        { id: 'bad', want: 1, got: 'NaN', at: 'a' },
        { id: 'whole', want: 1, got: { a: 2 } },
        { id: 'thrown', want: 1, got: { error: 'no' } },
      ],
    });
  });
});
