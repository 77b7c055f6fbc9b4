import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { asObject, type JsonObject } from '../json.ts';
import { runConformance, runVectors } from './run.ts';

const vectors = (text: string): JsonObject => asObject(JSON.parse(text), 'text');

const VALUES =
  '{"recip_rank": 0.5, "map": 0.5, "ndcg": 0.6309297535714575, "recall_5": 1, "P_5": 0.2, "success_1": 0, "ndcg_exp_5": 0.6309297535714575}';
const RANKING = `{"cases": [{"id": "one", "qrels": {"__proto__": {"10": 1, "9": 0}}, "run": {"__proto__": [["9", 1.0, 7], ["10", 1.0]]},
  "expected": {"num_q": 1, "num_rel": {"__proto__": 1}, "per_query": {"__proto__": ${VALUES}}, "mean": ${VALUES}, "mean_complete": ${VALUES}}}]}`;

describe('runVectors', () => {
  test('passes what is right', async () => {
    expect(await runVectors('ranking.json', vectors(RANKING))).toMatchObject({
      passed: 1,
      failed: 0,
      notCovered: 0,
    });
  });

  test('notices a value that is wrong by a millionth, and a text', async () => {
    for (const [right, wrong] of [
      ['"ndcg": 0.6309297535714575', '"ndcg": 0.6309307535714575'],
      ['"ndcg_exp_5": 0.6309297535714575', '"ndcg_exp_5": 0.6309287535714575'],
      ['"num_q": 1', '"num_q": 2'],
      ['"recip_rank": 0.5', '"recip_rank": null'],
    ] as const) {
      const spoiled = RANKING.replace(right, wrong);
      expect(spoiled).not.toBe(RANKING);
      const report = await runVectors('ranking.json', vectors(spoiled));
      expect(report).toMatchObject({ passed: 0, failed: 1, failures: [{ id: 'one' }] });
    }
  });

  test('recipes are told apart by name and called by place', async () => {
    const right = {
      recipe: 'birco.computeMetrics',
      input: { predictions: ['a'], gold: ['a'] },
      expected: { ndcgAt10: 1, recallAt5: 1 },
    };
    const wrong = { ...right, expected: { ndcgAt10: 1, recallAt5: 0.999999 } };
    const foreign = { recipe: 'birco.other', input: {}, expected: 1 };
    expect(await runVectors('recipes.json', { seed: 1, cases: [right, foreign, wrong] })).toEqual({
      file: 'recipes.json',
      passed: 1,
      failed: 1,
      notCovered: 1,
      open: ['recipes.json#1'],
      failures: [{ id: 'recipes.json#2', at: 'recallAt5', want: 0.999999, got: 1 }],
    });
  });

  test('unknown files and groups are not covered, and lists without cases are none', async () => {
    const cases = [{ id: 'a', expected: 1 }];
    expect(await runVectors('else.json', { cases })).toMatchObject({ passed: 0, failed: 0, notCovered: 1 });
    expect(
      await runVectors('ranking.json', { others: cases, seeds: [1, 2], notes: [{ id: 'b' }] }),
    ).toMatchObject({
      passed: 0,
      failed: 0,
      notCovered: 1,
      open: ['a'],
    });
  });
});

describe('runConformance', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'conformance-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('reads every JSON file of a folder, by name', async () => {
    await writeFile(path.join(folder, 'ranking.json'), RANKING);
    await writeFile(path.join(folder, 'else.json'), '{"cases": []}');
    await writeFile(path.join(folder, 'README.md'), 'words');
    const reports = await runConformance(folder);
    expect(reports.map(({ file, passed }) => [file, passed])).toEqual([
      ['else.json', 0],
      ['ranking.json', 1],
    ]);
  });

  test('names a folder or file that it cannot read', async () => {
    await expect(runConformance(path.join(folder, 'none'))).rejects.toMatchObject({ code: 'file-not-found' });
    await expect(runConformance(folder)).rejects.toMatchObject({ code: 'file-not-found' });
    await writeFile(path.join(folder, 'ranking.json'), '{"cases": [');
    await expect(runConformance(folder)).rejects.toMatchObject({
      code: 'invalid-json',
      place: { file: path.join(folder, 'ranking.json') },
    });
  });
});
