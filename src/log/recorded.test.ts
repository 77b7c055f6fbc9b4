import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { madeCall, madeEmbedCall } from './made-lines.ts';
import { recordedAnswers } from './recorded.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'quadrat-recorded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const open = (lines: readonly unknown[]) => {
  writeFileSync(
    path.join(folder, 'calls.jsonl'),
    lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join(''),
  );
  return recordedAnswers(folder);
};
const asker = { task: 'birco/relic', item: 'q1', repeat: 0 };

test('answers are found by request and ordinal, the first one where nobody is named', async () => {
  const find = await open([
    madeCall({ text: 'q1' }),
    madeEmbedCall(),
    madeCall({ text: 'q1, second', ordinal: 1 }),
    madeCall({ text: 'q2', item: 'q2' }),
    madeCall({ text: 'q1, repeat 1', repeat: 1 }),
  ]);
  const { hash } = madeCall();
  expect((await find(hash, 0))?.text).toBe('q1');
  expect((await find(hash, 1))?.text).toBe('q1, second');
  expect((await find(hash, 0, asker))?.text).toBe('q1');
  expect((await find(hash, 0, { ...asker, item: 'q2' }))?.text).toBe('q2');
  expect((await find(hash, 0, { ...asker, repeat: 1 }))?.text).toBe('q1, repeat 1');
  expect(await find(hash, 2)).toBeUndefined();
  expect(await find('another', 0)).toBeUndefined();
  expect(await find(hash, 1, { ...asker, item: 'q2' })).toBeUndefined();
});

test('a torn last line is passed over', async () => {
  const find = await open([
    madeCall({ text: 'whole' }),
    JSON.stringify(madeCall({ item: 'q2' })).slice(0, 40),
  ]);
  expect((await find(madeCall().hash, 0))?.text).toBe('whole');
  expect(await find(madeCall().hash, 0, { ...asker, item: 'q2' })).toBeUndefined();
});

test('a folder without calls is refused', async () => {
  await expect(recordedAnswers(path.join(folder, 'absent'))).rejects.toMatchObject({
    code: 'file-not-found',
  });
});
