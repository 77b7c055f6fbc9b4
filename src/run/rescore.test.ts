import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { benchmarks } from '../benchmarks/index.ts';
import type { Result } from '../core/index.ts';
import { openSource } from '../data/source.ts';
import { readFileBytes } from '../data/text-file.ts';
import { recordedAnswers } from '../log/recorded.ts';
import { localModel } from '../models/local.ts';
import { replayModel } from '../models/replay.ts';
import { type Script, scriptedModel } from '../testing/scripted-model.ts';
import { projectRoot } from '../testing/shared.ts';
import { scoresOf, taskOf, temporaryRun } from '../testing/temporary-run.ts';
import { ALL_ABILITIES, prepare } from './prepare.ts';
import { rescore } from './rescore.ts';

const root = mkdtempSync(path.join(tmpdir(), 'quadrat-rescore-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const fresh = (): string => mkdtempSync(path.join(root, 'run-'));

const answer: Script = (request, { index }) => {
  if (request.step === 'criteria') return '1. who: x\n2. where: y\n3. when: z';
  if (request.step?.startsWith('window') === true)
    return ['[2] > [1]', 'none', '[1] > [3] > [2]'][index % 3]!;
  return ['SCORE: 1', 'SCORE: 4', 'none', 'SCORE: 2'][index % 4]!;
};

/** New scores of a run on samples, with the data from another place if wanted. */
async function rescored(folder: string, data = path.join(projectRoot, 'samples/birco')) {
  return rescore({
    folder,
    lookup: await recordedAnswers(folder),
    baselines: [],
    benchmarks,
    prepare: (id, { spec, deciding }) =>
      prepare(taskOf(id), {
        source: openSource({
          data: data === '' ? spec.data : data,
          benchmark: 'birco',
          dataFolder: root,
          samplesFolder: root,
        }),
        split: spec.split,
        given: new Map(Object.entries(spec.tasks.find(({ task }) => task === id)?.settings ?? {})),
        abilities: ALL_ABILITIES,
        limit: spec.limit,
        seed: spec.seed,
        repeats: deciding.find(({ task }) => task === id)?.repeats,
        read: readFileBytes,
      }),
  });
}
/** Scores without what tells where they came from. */
const comparable = (result: Result | undefined) => {
  const { data, model, warnings, ...rest } = scoresOf(result) as Result;
  return { ...rest, items: data.items };
};

describe('new scores of stored answers', () => {
  test.each([
    { method: 'score' },
    { method: 'reason', objective: false },
    { method: 'subtask' },
    { method: 'listwise', window: 3, step: 2 },
    { method: 'listwise', window: 3, step: 2, preset: 'paper' },
  ])('are those of the run: %j', async (settings) => {
    const model = scriptedModel(answer);
    const outcome = await temporaryRun({
      folder: fresh(),
      model,
      settings,
      limit: 5,
      repeats: 2,
      concurrency: 1,
    });
    const { results, kept } = await rescored(outcome.folder);
    expect(kept).toBe(0);
    expect(results.map(comparable)).toEqual(outcome.results.map(comparable));
  });

  test('of all five sets have the mean over them', async () => {
    const tasks = ['doris-mae', 'arguana', 'wtb', 'clinical-trial', 'relic'].map((set) => `birco/${set}`);
    const outcome = await temporaryRun({ folder: fresh(), model: scriptedModel(answer), tasks, limit: 2 });
    const { results } = await rescored(outcome.folder);
    expect(results.map(({ task }) => task)).toEqual([...tasks, 'birco']);
    expect(results).toEqual(
      outcome.results.map((result) => ({ ...result, data: expect.anything(), warnings: [] })),
    );
  });

  test('keep the written end where answers are missing', async () => {
    const { folder, results: before } = await temporaryRun({
      folder: fresh(),
      model: scriptedModel(answer),
      limit: 5,
    });
    const file = path.join(folder, 'calls.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, lines.slice(1).join('\n'));
    const { results, kept } = await rescored(folder);
    expect(kept).toBe(1);
    expect(results.map(comparable)).toEqual(before.map(comparable));
  });

  test('of a run without prompts are its written ends', async () => {
    for (const name of ['lexical', 'random']) {
      const { folder, results: before } = await temporaryRun({
        folder: fresh(),
        model: localModel(name),
        limit: 5,
      });
      const { results, kept } = await rescored(folder);
      expect(kept).toBe(0);
      expect(results.map(comparable)).toEqual(before.map(comparable));
    }
  });

  test('of a run that was killed count what is missing as failed', async () => {
    const { folder, results: before } = await temporaryRun({
      folder: fresh(),
      model: scriptedModel(answer),
      limit: 3,
    });
    const calls = path.join(folder, 'calls.jsonl');
    const lines = readFileSync(calls, 'utf8').split('\n');
    // One item is whole, the others have no answer; the last line is torn.
    const [{ item }] = lines.slice(0, 1).map((line) => JSON.parse(line) as { item: string }) as [
      { item: string },
    ];
    const own = lines.filter((line) => line.includes(`"item":"${item}"`));
    writeFileSync(calls, `${own.join('\n')}\n{"kind":"te`);
    writeFileSync(path.join(folder, 'items.jsonl'), '{"task":"birco/rel');
    // Scores are written at the end, which this run has not reached.
    rmSync(path.join(folder, 'scores.json'));
    const { results } = await rescored(folder);
    expect(results[0]).toMatchObject({
      complete: false,
      counts: { planned: 3, scored: before[0]?.counts.planned === 3 ? 1 : 0, failed: 2 },
    });
  });

  test('on other data are refused', async () => {
    const { folder } = await temporaryRun({ folder: fresh(), model: scriptedModel(answer), limit: 3 });
    const other = fresh();
    cpSync(path.join(projectRoot, 'samples/birco/wtb'), path.join(other, 'relic'), { recursive: true });
    await expect(rescored(folder, other)).rejects.toMatchObject({
      code: 'run-changed',
      message: expect.stringContaining('the data changed'),
    });
  });
});

describe('a replay', () => {
  test('gives the recorded answers, with the same scores', async () => {
    const first = await temporaryRun({
      folder: fresh(),
      model: scriptedModel(answer),
      limit: 4,
      concurrency: 1,
    });
    const lookup = await recordedAnswers(first.folder);
    const again = await temporaryRun({ folder: fresh(), model: replayModel('replay/one', lookup), limit: 4 });
    expect(again.results[0]?.model).toEqual({ id: 'replay/one', kind: 'answers recorded in an earlier run' });
    expect(again.results.map(comparable)).toEqual(first.results.map(comparable));
    expect(again.results[0]?.calls).toMatchObject({ made: first.results[0]?.calls?.made });
  });

  test('fails where nothing is recorded', async () => {
    const first = await temporaryRun({ folder: fresh(), model: scriptedModel(answer), limit: 2 });
    const lookup = await recordedAnswers(first.folder);
    const more = await temporaryRun({ folder: fresh(), model: replayModel('replay/one', lookup), limit: 4 });
    expect(more.results[0]).toMatchObject({ complete: false, counts: { planned: 4, failed: 2 } });
  });
});
