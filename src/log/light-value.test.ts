import { expect, test } from 'vitest';
import { lightly } from './light-value.ts';

const isMade = (object: object, key: string) =>
  Object.getOwnPropertyDescriptor(object, key)?.get !== undefined;

/** A value, how often it was read again, and the object that holds it lightly. */
function held(value: unknown) {
  const reads = { count: 0 };
  const text = JSON.stringify(value) ?? '';
  const kept = lightly({ outcome: 'scored' }, value, text.length, () => {
    reads.count += 1;
    return JSON.parse(text) as unknown;
  });
  return { kept, reads };
}

test('short values are held whole', () => {
  const value = { text: 'x'.repeat(1000) };
  const { kept, reads } = held(value);
  expect([kept.value, isMade(kept.value as object, 'text'), reads.count]).toEqual([value, false, 0]);
  expect(held(undefined).kept).toEqual({ outcome: 'scored', value: undefined });
});

test('of long ones only the long texts are read again', () => {
  const value = {
    label: 'B',
    raw: 'é'.repeat(9000),
    parts: ['short', '雨'.repeat(5000), { deep: 'z'.repeat(300), n: 1, none: null }],
    __proto__: null,
  };
  const { kept, reads } = held(value);
  const light = kept.value as { label: string; raw: string; parts: unknown[] };
  expect([isMade(kept, 'value'), isMade(light, 'raw'), isMade(light.parts, '1')]).toEqual([
    false,
    true,
    true,
  ]);
  expect([light.label, light.parts[0], light.parts.length]).toEqual(['B', 'short', 3]);
  expect(reads.count).toBe(0);
  expect(light.raw).toBe(value.raw);
  expect(light.parts[1]).toBe('雨'.repeat(5000));
  expect(reads.count).toBe(2);
  expect(JSON.parse(JSON.stringify(kept))).toEqual({ outcome: 'scored', value: { ...value } });
});

test('long ones without long texts, and long texts by themselves, are read as a whole', () => {
  for (const value of [Array.from({ length: 900 }, (_, at) => `doc-${at}`), 'x'.repeat(5000)]) {
    const { kept, reads } = held(value);
    expect(isMade(kept, 'value')).toBe(true);
    expect(reads.count).toBe(0);
    expect(kept.value).toEqual(value);
    expect(reads.count).toBe(1);
  }
});

test('keys that objects treat in a way of their own are data', () => {
  const value = JSON.parse(`{"__proto__": {"a": 1}, "t": ${JSON.stringify('y'.repeat(4000))}}`) as object;
  const light = held(value).kept.value as object;
  expect(Object.keys(light)).toEqual(['__proto__', 't']);
  expect(JSON.stringify(light)).toBe(JSON.stringify(value));
});
