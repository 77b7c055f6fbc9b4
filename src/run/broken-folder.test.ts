import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type Script, scriptedModel } from '../testing/scripted-model.ts';
import { temporaryRun } from '../testing/temporary-run.ts';

const root = mkdtempSync(path.join(tmpdir(), 'quadrat-broken-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const fresh = (): string => mkdtempSync(path.join(root, 'run-'));
const answer: Script = (request) => `SCORE: ${(request.step?.length ?? 0) % 5}`;

test.each(['{"ranking":5}', '{}', '7', 'null'])(
  'a written value that became %s is named with its file and item, and what is advised works',
  async (value) => {
    const folder = fresh();
    const first = await temporaryRun({ folder, model: scriptedModel(answer), limit: 2 });
    const items = path.join(first.folder, 'items.jsonl');
    const lines = readFileSync(items, 'utf8').split('\n');
    const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    lines[0] = JSON.stringify({ ...line, value: JSON.parse(value) });
    writeFileSync(items, lines.join('\n'));
    rmSync(path.join(first.folder, 'scores.json'));
    const second = temporaryRun({ folder, model: scriptedModel(answer), limit: 2 });
    await expect(second).rejects.toMatchObject({
      code: 'run-corrupt',
      place: { file: items, item: line.item },
    });
    expect(existsSync(path.join(first.folder, 'lock'))).toBe(false);
    // What the message advises works: the answers are still there.
    writeFileSync(items, lines.slice(1).join('\n'));
    const third = await temporaryRun({
      folder,
      model: scriptedModel(() => ({ error: { kind: 'auth' } })),
      limit: 2,
    });
    expect(third.results[0]?.metrics).toEqual(first.results[0]?.metrics);
  },
);

test('says why items failed, each cause once', async () => {
  const said: string[] = [];
  const model = scriptedModel((_, { index }) => ({
    error: { kind: 'bad-request', message: index % 2 === 0 ? 'no such parameter' : 'too odd' },
  }));
  const { results } = await temporaryRun({
    folder: fresh(),
    model,
    limit: 12,
    onMessage: (message) => said.push(message),
  });
  expect(results[0]?.counts.failed).toBe(12);
  const causes = said.filter((message) => message.includes('an item failed'));
  expect(causes.length).toBeGreaterThan(0);
  expect(causes.length).toBe(new Set(causes).size);
  for (const cause of causes) expect(cause).toMatch(/(no such parameter|too odd).*\[call-refused\]$/);
});
