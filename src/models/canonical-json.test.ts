import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test('sorts members by code unit, at every depth', () => {
  expect(canonicalJson({ b: 1, a: { d: [3, { z: 1, y: 2 }], c: null } })).toBe(
    '{"a":{"c":null,"d":[3,{"y":2,"z":1}]},"b":1}',
  );
  // RFC 8785, 3.2.3: U+20AC, U+FB33 and U+1F600 sort as code units, so the astral one comes before U+FB33.
  expect(canonicalJson({ '\ufb33': 3, '\u{1f600}': 2, '\u20ac': 1, '10': 0, '9': 0 })).toBe(
    '{"10":0,"9":0,"\u20ac":1,"\u{1f600}":2,"\ufb33":3}',
  );
});

test('writes numbers as ECMAScript does', () => {
  expect(canonicalJson([-0, 1.0, 1e21, 1e-7, 0.1])).toBe('[0,1,1e+21,1e-7,0.1]');
});

test('knows __proto__ as a name like any other', () => {
  expect(canonicalJson(JSON.parse('{"__proto__":1,"a":2}'))).toBe('{"__proto__":1,"a":2}');
});

test('leaves undefined members out and refuses what JSON cannot hold', () => {
  expect(canonicalJson({ a: undefined, b: 1 })).toBe('{"b":1}');
  for (const value of [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1n,
    undefined,
    new Map(),
    new Date(0),
    () => 1,
    [undefined],
  ])
    expect(() => canonicalJson(value)).toThrow(TypeError);
});

test('any order of members gives one text, which JSON.parse reads back', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(reversed(value))).toBe(text);
      expect(canonicalJson(JSON.parse(text))).toBe(text);
    }),
  );
});

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}
