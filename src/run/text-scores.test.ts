import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { benchmarks } from '../benchmarks/index.ts';
import type { Metric, Protocol, ReferencePair, Result, TextScore } from '../core/index.ts';
import { openSource } from '../data/source.ts';
import { readFileBytes } from '../data/text-file.ts';
import { openScoreWriter } from '../log/index.ts';
import { recordedAnswers } from '../log/recorded.ts';
import { type Script, scriptedModel } from '../testing/scripted-model.ts';
import { projectRoot } from '../testing/shared.ts';
import { withTemporaryFolder } from '../testing/temporary.ts';
import { scoresOf, type TemporaryRunOptions, taskOf, temporaryRun } from '../testing/temporary-run.ts';
import { ALL_ABILITIES, prepare } from './prepare.ts';
import { type RescoreOptions, rescore } from './rescore.ts';
import type { RunOutcome } from './run.ts';

const TASK = 'climaqa/freeform';
const answers: Script = (_, { index }) => `Snow ${index} melts.`;

/** A scorer that keeps what it was asked, and fails from some request on. */
function scorer(
  options: {
    readonly id?: string;
    readonly failsAt?: number;
    readonly gives?: (score: TextScore, index: number) => TextScore;
  } = {},
) {
  const asked: ReferencePair[][] = [];
  return {
    id: options.id ?? 'roberta-large@1',
    asked,
    async score(pairs: readonly ReferencePair[]): Promise<readonly TextScore[]> {
      asked.push([...pairs]);
      if (asked.length > (options.failsAt ?? Number.POSITIVE_INFINITY)) throw new Error('out of memory');
      return pairs.map((pair, index) => options.gives?.(scoreOf(pair), index) ?? scoreOf(pair));
    },
  };
}

const NOTHING: TextScore = { precision: null, recall: null, f1: null };

function scoreOf({ candidate, reference }: ReferencePair): TextScore {
  return { precision: 0.5, recall: 0.25, f1: ((candidate.length * 7 + reference.length) % 100) / 100 };
}

function runWith(folder: string, more: Partial<TemporaryRunOptions> = {}): Promise<RunOutcome> {
  return temporaryRun({ folder, tasks: [TASK], model: scriptedModel(answers), repeats: 3, ...more });
}

async function rescored(folder: string, more: Partial<RescoreOptions> & { readonly named?: string } = {}) {
  const { named, ...rest } = more;
  const { results } = await rescore({
    folder,
    lookup: await recordedAnswers(folder),
    baselines: [],
    benchmarks,
    prepare: (id, { spec, deciding }) =>
      prepare(taskOf(id), {
        source: openSource({
          data: path.join(projectRoot, 'samples/climaqa'),
          benchmark: 'climaqa',
          dataFolder: 'none',
          samplesFolder: 'none',
        }),
        split: spec.split,
        given: new Map(
          Object.entries({
            ...spec.tasks[0]?.settings,
            ...(named === undefined ? {} : { scorer: named }),
          }),
        ),
        abilities: ALL_ABILITIES,
        limit: spec.limit,
        seed: spec.seed,
        repeats: deciding[0]?.repeats,
        read: readFileBytes,
      }),
    ...rest,
  });
  return results[0];
}

const f1 = (result: Result | undefined, protocol: Protocol = 'standard'): Metric | undefined =>
  result?.metrics.find(
    ({ id, protocol: of, slice }) => id === 'bertscore.f1' && of === protocol && slice === null,
  );
const codes = (result: Result | undefined) => result?.warnings.map(({ code }) => code);
const comparable = (result: Result | undefined) => {
  const { data: _data, warnings: _warnings, ...rest } = scoresOf(result) as Result;
  return rest;
};
const scoreLines = (folder: string) =>
  readFileSync(path.join(folder, 'calls.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"kind":"score"'));

describe('a scorer of texts in a run', () => {
  test('says something of every answer once; its name stands beside each value', async () => {
    await withTemporaryFolder(async (folder) => {
      const one = scorer();
      const { results, folder: place } = await runWith(folder, { scorer: one });
      const pairs = one.asked.flat();
      expect(pairs).toHaveLength(72);
      const mean = pairs.reduce((sum, pair) => sum + (scoreOf(pair).f1 ?? 0), 0) / 72;
      for (const protocol of ['standard', 'paper', 'card'] as const) {
        expect(f1(results[0], protocol)?.value).toBeCloseTo(mean, 12);
        expect(f1(results[0], protocol)?.params).toEqual({ scorer: 'roberta-large@1' });
      }
      expect(f1(results[0])?.ci).not.toBeNull();
      expect(results[0]?.settings.scorer).toBe('roberta-large@1');
      expect(codes(results[0])).not.toContain('no-bertscore');
      // 64 pairs and 8 pairs; models were asked 72 times.
      expect(scoreLines(place)).toHaveLength(2);
      expect(results[0]?.calls?.made).toBe(72);

      // Without the scores of the end everything is there to make them again.
      rmSync(path.join(place, 'scores.json'));
      const silent = scorer({ failsAt: 0 });
      const again = await runWith(folder, {
        scorer: silent,
        model: scriptedModel(() => ({ error: { kind: 'server' } })),
      });
      expect(silent.asked).toEqual([]);
      expect(scoresOf(again.results[0])).toEqual(scoresOf(results[0]));
      expect(comparable(await rescored(place))).toEqual(comparable(results[0]));
    });
  });

  test('fails without a zero: no value, exit by the result, and the rest later', async () => {
    await withTemporaryFolder(async (folder) => {
      const said: string[] = [];
      const failing = scorer({ failsAt: 1 });
      const first = await runWith(folder, { scorer: failing, onMessage: (message) => said.push(message) });
      expect(first.results[0]).toMatchObject({
        complete: false,
        counts: { planned: 72, scored: 72, failed: 0 },
      });
      for (const protocol of ['standard', 'paper', 'card'] as const)
        expect(f1(first.results[0], protocol)).toMatchObject({ value: null, n: 0 });
      const warning = first.results[0]?.warnings.find(({ code }) => code === 'scorer-failed');
      expect(warning?.message).toMatch(/roberta-large@1 failed: out of memory.*64 of 72 pairs are kept/);
      expect(said.join()).toContain('out of memory');
      const second = scorer();
      const { results } = await runWith(folder, { scorer: second });
      expect(second.asked.flat()).toHaveLength(8);
      expect(results[0]?.complete).toBe(true);
      const whole = await withTemporaryFolder((other) => runWith(other, { scorer: scorer() }));
      expect(scoresOf(results[0])).toEqual(scoresOf(whole.results[0]));
    });
  });

  test.each<[string, (score: TextScore, index: number) => TextScore, number]>([
    ['some', (score, index) => (index % 2 === 0 ? score : NOTHING), 12],
    ['all', () => NOTHING, 24],
    ['the recall of some', (score, index) => (index % 2 === 0 ? score : { ...score, recall: null }), 12],
  ])('that gives nothing for %s has failed: no mean of a part', async (_, gives, without) => {
    await withTemporaryFolder(async (folder) => {
      const { results, folder: place } = await runWith(folder, { scorer: scorer({ gives }), repeats: 1 });
      expect(results[0]?.complete).toBe(false);
      for (const protocol of ['standard', 'paper', 'card'] as const)
        expect(f1(results[0], protocol)).toMatchObject({ value: null, n: 0 });
      expect(codes(results[0])).toEqual(expect.arrayContaining(['scorer-failed', 'no-bertscore']));
      const warning = results[0]?.warnings.find(({ code }) => code === 'scorer-failed');
      expect(warning?.message).toContain(`it gave no whole score for ${without} of 24 pairs`);
      const unasked = await rescored(place);
      expect(f1(unasked)).toMatchObject({ value: null, n: 0 });
      expect(unasked?.complete).toBe(false);
      // What it gave is kept, what it did not give is asked for again.
      const second = scorer();
      const again = await runWith(folder, { scorer: second, repeats: 1 });
      expect(second.asked.flat()).toHaveLength(without);
      expect(again.results[0]?.complete).toBe(true);
      expect(f1(again.results[0])?.n).toBe(24);
    });
  });

  test('may have no precision and no recall at all', async () => {
    await withTemporaryFolder(async (folder) => {
      const one = scorer({ gives: ({ f1 }) => ({ precision: null, recall: null, f1 }) });
      const { results } = await runWith(folder, { scorer: one, repeats: 1 });
      expect(results[0]?.complete).toBe(true);
      expect(f1(results[0])?.n).toBe(24);
    });
  });

  test('counts an answer that did not come as an empty text, and reasoning as text for paper only', async () => {
    await withTemporaryFolder(async (folder) => {
      const one = scorer();
      const model = scriptedModel((_, { index }) =>
        index % 2 === 0 ? { text: '', stop: 'refusal' } : '<think>no</think>Snow.',
      );
      const { results } = await runWith(folder, { scorer: one, model, repeats: 1 });
      const pairs = one.asked.flat();
      const of = (text: string) => pairs.filter(({ candidate }) => candidate === text);
      const sum = (list: readonly ReferencePair[]) =>
        list.reduce((all, pair) => all + (scoreOf(pair).f1 ?? 0), 0);
      expect(of('Snow.')).toHaveLength(12);
      expect(f1(results[0])?.value).toBeCloseTo(sum(of('Snow.')) / 24, 12);
      expect(f1(results[0])?.n).toBe(24);
      expect(f1(results[0], 'paper')?.value).toBeCloseTo(sum(of('<think>no</think>Snow.')) / 24, 12);
    });
    await withTemporaryFolder(async (folder) => {
      const silent = scorer();
      const model = scriptedModel(() => ({ text: '', stop: 'refusal' }));
      const { results } = await runWith(folder, { scorer: silent, model, repeats: 1 });
      expect(silent.asked).toEqual([]);
      expect(f1(results[0])?.value).toBeNull();
    });
  });

  test('is refused where no task has answers for it, or where it is only named', async () => {
    await withTemporaryFolder(async (folder) => {
      const other = temporaryRun({
        folder,
        tasks: ['climaqa/mcq'],
        model: scriptedModel(answers),
        scorer: scorer(),
      });
      await expect(other).rejects.toMatchObject({ code: 'usage' });
      const named = runWith(folder, { settings: { scorer: 'mine' } });
      await expect(named).rejects.toMatchObject({ code: 'usage' });
    });
  });
});

describe('a scorer of texts after a run', () => {
  test('adds its scores to the stored answers and keeps them', async () => {
    await withTemporaryFolder(async (folder) => {
      const { results, folder: place } = await runWith(folder);
      expect(f1(results[0])?.value).toBeNull();
      expect(codes(results[0])).toContain('no-bertscore');
      const once = async (one: ReturnType<typeof scorer>) => {
        const writer = openScoreWriter(place);
        const scoring = { scorer: one, write: writer.writeCall, now: Date.now };
        return rescored(place, { scoring, named: one.id }).finally(() => writer.close());
      };
      const one = scorer();
      const added = await once(one);
      expect(one.asked.flat()).toHaveLength(72);
      const whole = await withTemporaryFolder((other) => runWith(other, { scorer: scorer() }));
      expect(comparable(added).metrics).toEqual(comparable(whole.results[0]).metrics);
      const two = scorer();
      expect(comparable(await once(two))).toEqual(comparable(added));
      expect(two.asked).toEqual([]);
      expect(comparable(await rescored(place, { named: one.id }))).toEqual(comparable(added));
      const other = scorer({ id: 'deberta@2' });
      expect(f1(await once(other))?.params).toEqual({ scorer: 'deberta@2' });
      expect(other.asked.flat()).toHaveLength(72);
      // The run itself goes on being what it was.
      expect((await runWith(folder)).shown).toBe(true);
    });
  });

  test('says where only a part was ever asked for', async () => {
    await withTemporaryFolder(async (folder) => {
      const { folder: place } = await runWith(folder, { scorer: scorer({ failsAt: 1 }) });
      const result = await rescored(place);
      expect(codes(result)).toContain('scorer-partly');
      expect(f1(result)).toMatchObject({ value: null, n: 0 });
      expect(result?.complete).toBe(false);
    });
  });
});
