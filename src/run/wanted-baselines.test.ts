import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSource } from '../data/source.ts';
import { readFileBytes } from '../data/text-file.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { taskOf, temporaryRun } from '../testing/temporary-run.ts';
import { scoreFiles } from './score-predictions.ts';

const root = mkdtempSync(path.join(tmpdir(), 'quadrat-baselines-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const score = (baselines: readonly string[]) => {
  const gold = path.join(root, 'gold.qrels');
  const ranks = path.join(root, 'ranks.json');
  writeFileSync(gold, 'q1 0 a 1\nq1 0 b 0\n');
  writeFileSync(ranks, '{"q1": ["a", "b"]}');
  return scoreFiles(taskOf('birco/relic'), [ranks], {
    source: openSource({ data: gold, benchmark: 'birco', dataFolder: root, samplesFolder: root }),
    split: undefined,
    given: new Map(),
    seed: 42,
    baselines,
    perItem: false,
    read: readFileBytes,
  });
};

test('a baseline that is not known is refused by name, not left out in silence', async () => {
  await expect(score(['echo', 'bm52'])).rejects.toMatchObject({
    code: 'usage',
    message: 'there is no baseline "bm52" here',
  });
  const [result] = await score(['echo', '']);
  expect(result?.baselines.map(({ name }) => name)).toContain('echo');
});

test('a run hears of it before the first call', async () => {
  let calls = 0;
  const model = scriptedModel(() => {
    calls += 1;
    return 'SCORE: 1';
  });
  await expect(temporaryRun({ folder: root, model, limit: 1, baselines: ['bogus'] })).rejects.toMatchObject({
    code: 'usage',
  });
  expect(calls).toBe(0);
  const { results } = await temporaryRun({ folder: root, model, limit: 1, baselines: ['bm25'] });
  expect(results[0]?.baselines.map(({ name }) => name)).toContain('bm25');
});
