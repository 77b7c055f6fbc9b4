import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { LazyValues } from './lazy-values.ts';
import { openSpill } from './spill.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'quadrat-spill-'));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

test('long values go into a file that is removed; short ones stay', () => {
  vi.stubEnv('TMPDIR', folder);
  const spill = openSpill();
  const short = { outcome: 'scored', reason: null, value: { a: 1 } } as const;
  expect(spill.keep(short)).toEqual(short);
  const none = { outcome: 'stopped', reason: 'empty', value: undefined } as const;
  expect(spill.keep(none)).toBe(none);
  expect(readdirSync(folder)).toEqual([]);
  const texts = ['é'.repeat(4000), '雨'.repeat(4000)];
  const kept = texts.map((text) =>
    spill.keep({ outcome: 'scored', reason: null, value: { text }, truncated: true }),
  );
  expect(kept.map(({ value }) => value)).toEqual(texts.map((text) => ({ text })));
  expect(kept[0]).toMatchObject({ outcome: 'scored', truncated: true });
  expect(Object.getOwnPropertyDescriptor(kept[0]?.value, 'text')?.get).toBeDefined();
  expect(readdirSync(folder)).toHaveLength(1);
  spill.close();
  expect(readdirSync(folder)).toEqual([]);
});

test('a map of values asks their owners each time', () => {
  let asked = 0;
  const owner = {
    get value() {
      asked += 1;
      return asked;
    },
  };
  const values = new LazyValues(new Map([['a', owner]]));
  expect([values.size, values.has('a'), values.has('b'), values.get('b'), [...values.keys()]]).toEqual([
    ...[1, true, false, undefined],
    ['a'],
  ]);
  expect(asked).toBe(0);
  expect([values.get('a'), [...values], [...values.values()]]).toEqual([1, [['a', 2]], [3]]);
  const seen: unknown[] = [];
  values.forEach((value, id) => void seen.push(id, value));
  expect(seen).toEqual(['a', 4]);
});
