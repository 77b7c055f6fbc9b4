import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { benchmarks } from '../benchmarks/index.ts';
import type { Result } from '../core/index.ts';
import { openSource } from '../data/source.ts';
import { readFileBytes } from '../data/text-file.ts';
import { recordedAnswers } from '../log/recorded.ts';
import { localModel } from '../models/local.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { projectRoot } from '../testing/shared.ts';
import { taskOf, temporaryRun } from '../testing/temporary-run.ts';
import { compareRuns } from './library.ts';
import { ALL_ABILITIES, prepare } from './prepare.ts';
import { rescore } from './rescore.ts';

const root = mkdtempSync(path.join(tmpdir(), 'quadrat-lost-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const few = { resamples: 200 };
const runOf = async (model: Parameters<typeof temporaryRun>[0]['model'], more = {}): Promise<string> => {
  const folder = mkdtempSync(path.join(root, 'run-'));
  return (await temporaryRun({ folder, model, tasks: ['cpsdbench/rumor'], ...more })).folder;
};

/** New scores of a run on samples. */
async function rescored(folder: string): Promise<readonly Result[]> {
  const { results } = await rescore({
    folder,
    lookup: await recordedAnswers(folder),
    baselines: [],
    benchmarks,
    prepare: (id, { spec }) =>
      prepare(taskOf(id), {
        source: openSource({
          data: spec.data,
          benchmark: 'cpsdbench',
          dataFolder: root,
          samplesFolder: path.join(projectRoot, 'samples'),
        }),
        split: spec.split,
        given: new Map(),
        abilities: ALL_ABILITIES,
        limit: spec.limit,
        seed: spec.seed,
        repeats: 1,
        read: readFileBytes,
      }),
  });
  return results;
}

/** Each takes lines of items away. */
const HARMS: readonly [string, (file: string) => void][] = [
  ['removed', (file) => rmSync(file)],
  ['emptied', (file) => truncateSync(file, 0)],
  ['cut in the middle', (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2))],
  ['cut in its last line', (file) => truncateSync(file, readFileSync(file).length - 50)],
  ['without its first line', (file) => writeFileSync(file, readFileSync(file, 'utf8').replace(/^.*\n/, ''))],
];

describe('lines of items that are lost', () => {
  let whole: string;
  let other: string;
  beforeAll(async () => {
    whole = await runOf(localModel('gold'));
    other = await runOf(localModel('random'));
  });
  const harmed = (harm: (file: string) => void): string => {
    const folder = path.join(mkdtempSync(path.join(root, 'copy-')), 'run');
    cpSync(whole, folder, { recursive: true });
    harm(path.join(folder, 'items.jsonl'));
    return folder;
  };
  const refusal = {
    code: 'run-corrupt',
    message: expect.stringMatching(
      /scores\.json counts 24 of 24 items as ended, and \d+ of the 24 have no line/,
    ),
    place: { file: expect.stringMatching(/items\.jsonl$/) },
    next: expect.stringMatching(/delete scores\.json/),
  };

  test.each(HARMS)('items.jsonl %s: compare says that the folder is damaged', async (_, harm) => {
    const folder = harmed(harm);
    await expect(compareRuns({ inputs: [folder, other], ...few })).rejects.toMatchObject(refusal);
    await expect(compareRuns({ inputs: [other, folder], ...few })).rejects.toMatchObject(refusal);
  });

  test.each(HARMS)('items.jsonl %s: so does rescore', async (_, harm) => {
    await expect(rescored(harmed(harm))).rejects.toMatchObject(refusal);
  });

  test('nothing is lost where nothing is missing', async () => {
    const { pairs } = await compareRuns({ inputs: [whole, other], ...few });
    expect(pairs).toHaveLength(1);
    expect((await rescored(whole))[0]?.counts.scored).toBe(24);
  });
});

test('items that failed are no damage; a lost line beside them is', async () => {
  const flaky = scriptedModel((_, { index }) => (index < 3 ? { error: { kind: 'bad-request' } } : '谣言'));
  const failed = await runOf(flaky, { concurrency: 1 });
  const other = await runOf(localModel('random'));
  const file = path.join(failed, 'items.jsonl');
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  const failures = lines.filter((line) => JSON.parse(line).outcome === 'failed');
  expect(failures.length).toBeGreaterThan(0);
  expect((await compareRuns({ inputs: [failed, other], ...few })).pairs).toHaveLength(1);
  writeFileSync(file, `${lines.slice(0, -1).join('\n')}\n`);
  await expect(compareRuns({ inputs: [failed, other], ...few })).rejects.toMatchObject({
    code: 'run-corrupt',
  });
});

test('rescore reads items without a line from their recorded answers', async () => {
  const run = await runOf(scriptedModel(() => '谣言'));
  rmSync(path.join(run, 'items.jsonl'));
  expect((await rescored(run))[0]?.counts).toMatchObject({ scored: 24, failed: 0 });
});
