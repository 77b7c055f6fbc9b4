import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { DataSource } from '../../core/index.ts';
import { openSource } from '../../data/source.ts';
import { readFileBytes } from '../../data/text-file.ts';
import { plannedCalls, planTask } from '../../run/plan.ts';
import { ALL_ABILITIES, type Prepared, prepare } from '../../run/prepare.ts';
import { scriptedModel } from '../../testing/scripted-model.ts';
import { projectRoot, sharedPath } from '../../testing/shared.ts';
import { withTemporaryFolder } from '../../testing/temporary.ts';
import { taskOf, temporaryRun } from '../../testing/temporary-run.ts';
import { loadPools, rankingItem } from './data.ts';
import { contextOf } from './made-items.ts';
import { METHODS } from './settings.ts';

const folder = sharedPath('data/birco') ?? '';
const sourceOf = (data: string): DataSource =>
  openSource({ data, benchmark: 'birco', dataFolder: 'none', samplesFolder: 'none' });

const prepared = (
  set: string,
  settings: Readonly<Record<string, unknown>>,
  data = folder,
): Promise<Prepared> =>
  prepare(taskOf(`birco/${set}`), {
    source: sourceOf(data),
    split: 'test',
    given: new Map(Object.entries(settings)),
    abilities: ALL_ABILITIES,
    limit: null,
    seed: 42,
    repeats: undefined,
    read: readFileBytes,
  });
const callsOf = async (of: Prepared): Promise<number> => plannedCalls((await planTask(of, new Map())).plan);

/** Calls of the specification, sections 1 and 13: pointwise, windows of 10 by 5, windows of 4 by 2. */
const CALLS: Readonly<Record<string, readonly [number, number, number]>> = {
  arguana: [5001, 901, 2401],
  wtb: [5043, 943, 2443],
  'clinical-trial': [3591, 689, 1759],
  relic: [5062, 962, 2462],
};
const TEN = { method: 'listwise', window: 10, step: 5 };
const FOUR = { method: 'listwise', window: 4, step: 2 };

describe.runIf(folder !== '')('a plan over the published pools', () => {
  test.each(Object.entries(CALLS))('%s', async (set, want) => {
    const counts = [{ method: 'score' }, TEN, FOUR].map(async (settings) =>
      callsOf(await prepared(set, settings)),
    );
    expect(await Promise.all(counts)).toEqual(want);
    expect(await callsOf(await prepared(set, { ...TEN, preset: 'paper' }))).toBe(want[1]);
  });

  test('doris-mae, of which only the pools are at hand', async () => {
    const pools = await loadPools('doris-mae', sourceOf(folder), contextOf());
    // Texts do not matter for a count.
    const items = (pools?.items ?? []).map(({ id, grades }) =>
      rankingItem(id, 'Which?', grades, new Map([...grades.keys()].map((doc) => [doc, 'This.']))),
    );
    const frame = (settings: Readonly<Record<string, unknown>>) => prepared('relic', settings);
    const counts = [{ method: 'score' }, TEN, FOUR].map(async (settings) =>
      callsOf({ ...(await frame(settings)), task: taskOf('birco/doris-mae'), items }),
    );
    expect(await Promise.all(counts)).toEqual([6634, 1290, 3269]);
  });

  test('a subtask asks for criteria, then four times a passage', async () => {
    expect(await callsOf(await prepared('relic', { method: 'subtask' }))).toBe(100 + 4 * 5062);
  });
});

/** A model that answers each method in the form asked for, with four criteria. */
const obedient = () => {
  let calls = 0;
  const model = scriptedModel((request) => {
    calls += 1;
    if (request.step === 'criteria') return '1. who: x\n2. where: y\n3. when: z\n4. why: w';
    return request.step?.startsWith('window') === true ? '[2] > [1]' : 'SCORE: 5';
  });
  return { model, made: () => calls };
};

describe('the calls made equal the plan', () => {
  const samples = path.join(projectRoot, 'samples');
  const variants = [
    ...METHODS.map((method) => ({ method })),
    { ...FOUR, preset: 'paper' },
    { method: 'score', objective: false, initial: 'bm25' },
  ];
  test.each(variants)('on samples: %j', async (settings) => {
    for (const set of ['doris-mae', 'arguana', 'wtb', 'clinical-trial', 'relic']) {
      if (settings.method === 'ranker') {
        expect(await callsOf(await prepared(set, settings, samples))).toBe(0);
        continue;
      }
      const { model, made } = obedient();
      const planned = await callsOf(await prepared(set, settings, samples));
      const { results } = await withTemporaryFolder((temporary) =>
        temporaryRun({ folder: temporary, model, tasks: [`birco/${set}`], settings, limit: 6, repeats: 2 }),
      );
      const { plan } = await planTask(
        { ...(await prepared(set, settings, samples)), repeats: 2 },
        new Map([['candidate', model]]),
      );
      expect(plannedCalls(plan)).toBe(2 * planned);
      expect(results[0]?.calls).toMatchObject({ planned: made(), made: made(), fromCache: 0 });
    }
  });

  test.runIf(folder !== '')('on published sets, windows of ten', async () => {
    for (const [set, [, want]] of Object.entries(CALLS)) {
      const { model, made } = obedient();
      await withTemporaryFolder((temporary) =>
        temporaryRun({ folder: temporary, model, tasks: [`birco/${set}`], settings: TEN, data: folder }),
      );
      expect(made()).toBe(want);
    }
  });
});
