import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openLineWriter } from './line-writer.ts';
import { madeItem } from './made-lines.ts';
import { readItems, storedItem, unitKey } from './stored-items.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'quadrat-stored-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Whether the text of a value is held, and not read when it is asked for. */
const isHeld = ({ value }: { readonly value?: unknown }) =>
  Object.getOwnPropertyDescriptor(value ?? {}, 'text')?.get === undefined;

test('the value of a long line stays in its file; lines written together find theirs', async () => {
  const file = path.join(folder, 'items.jsonl');
  const writer = openLineWriter(file);
  const lines = [
    madeItem({ item: 'short' }),
    madeItem({ item: 'long', value: { text: 'é'.repeat(5000) } }),
    madeItem({ item: '雨', value: { text: '雨'.repeat(3000) } }),
    madeItem({ item: 'none', outcome: 'stopped', reason: 'r'.repeat(5000), value: undefined }),
  ];
  const places = await Promise.all(lines.map((line) => writer.append(line)));
  const later = madeItem({ item: 'later', value: { text: 'x'.repeat(5000) } });
  places.push(await writer.append(later));
  writer.close();
  const all = [...lines, later];
  const kept = all.map((line, at) => storedItem(file, line, places[at]!));
  expect(kept.map(isHeld)).toEqual([true, false, false, true, false]);
  expect(kept.map(({ value }) => value)).toEqual(all.map(({ value }) => value));
  const read = readItems(file);
  expect(all.map(({ item }) => isHeld(read.get(unitKey('birco/relic', item, 0))!))).toEqual(kept.map(isHeld));
  expect([...read.values()].map(({ value }) => value)).toEqual(all.map(({ value }) => value));
});
