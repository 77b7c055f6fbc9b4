import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ComparedMeasure, Comparison } from '../core/index.ts';
import { localModel } from '../models/local.ts';
import type { Model } from '../models/types.ts';
import { type Script, scriptedModel } from '../testing/scripted-model.ts';
import { taskOf, temporaryRun } from '../testing/temporary-run.ts';
import { compareRuns } from './library.ts';

const root = mkdtempSync(path.join(tmpdir(), 'quadrat-compare-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const fresh = (): string => mkdtempSync(path.join(root, 'run-'));

const scores: Script = ({ messages }) => `SCORE: ${(messages.at(-1)?.content.length ?? 0) % 11}`;
const others: Script = ({ messages }) => `SCORE: ${(messages.at(-1)?.content.length ?? 0) % 7}`;
const runOf = async (
  model: Model,
  more: Partial<Parameters<typeof temporaryRun>[0]> = {},
): Promise<string> => {
  const { folder } = await temporaryRun({
    folder: fresh(),
    model,
    settings: { method: 'score' },
    limit: 8,
    ...more,
  });
  return folder;
};
const headline = ({ pairs }: Comparison, at = 0): ComparedMeasure => {
  const found = pairs[at]?.measures.find((measure) => measure.headline);
  if (found === undefined) throw new Error('no headline');
  return found;
};
const few = { resamples: 500 };

describe('two runs of one command but the model', () => {
  let first: string;
  let second: string;
  beforeAll(async () => {
    first = await runOf(scriptedModel(scores), { repeats: 2 });
    second = await runOf(scriptedModel(others), { repeats: 2 });
  });

  test('are comparable; the figures are those of the runs', async () => {
    const made = await compareRuns({ inputs: [first, second], ...few });
    expect(made.pairs).toHaveLength(1);
    expect(made.pairs[0]).toMatchObject({
      first: 0,
      second: 1,
      task: 'birco/relic',
      verdict: 'comparable',
      differences: [],
      repeats: [2, 2],
      items: { common: 8, onlyFirst: [], onlySecond: [], changed: [] },
      errors: [],
    });
    const ids = made.pairs[0]?.measures.map(({ id, protocol }) => `${protocol} ${id}`);
    expect(ids).toEqual([
      'standard ndcg@10',
      ...[5, 10, 20, 100].map((depth) => `standard recall@${depth}`),
      'standard map',
      'standard mrr@10',
    ]);
    const own = [first, second].map((folder) => {
      const [result] = JSON.parse(readFileSync(path.join(folder, 'scores.json'), 'utf8'));
      return result.metrics.find((metric: { headline: boolean }) => metric.headline).value as number;
    });
    const measure = headline(made);
    expect(measure.first.value).toBeCloseTo(own[0]!, 12);
    expect(measure.second.value).toBeCloseTo(own[1]!, 12);
    expect(measure.difference).toBeCloseTo(own[1]! - own[0]!, 12);
    expect(measure.wins! + measure.ties! + measure.losses!).toBe(8);
    expect(measure.ci!.low).toBeLessThanOrEqual(measure.difference!);
    expect(measure.ci!.high).toBeGreaterThanOrEqual(measure.difference!);
    expect(made.statistics.comparisons).toBe(7);
  });

  test('turned round: differences and intervals mirrored, p-values the same', async () => {
    const there = await compareRuns({ inputs: [first, second], ...few });
    const back = await compareRuns({ inputs: [second, first], ...few });
    for (const [at, measure] of there.pairs[0]!.measures.entries()) {
      const mirror = back.pairs[0]!.measures[at]!;
      expect(mirror.difference).toBeCloseTo(-measure.difference!, 12);
      expect(mirror.ci!.low).toBeCloseTo(-measure.ci!.high, 12);
      expect(mirror.ci!.high).toBeCloseTo(-measure.ci!.low, 12);
      expect(mirror).toMatchObject({
        p: measure.p,
        pCorrected: measure.pCorrected,
        wins: measure.losses,
        losses: measure.wins,
        detectable: expect.closeTo(measure.detectable!, 12),
      });
    }
  });

  test('a copy of a run: no difference, p 1', async () => {
    const copy = path.join(fresh(), 'copy');
    cpSync(first, copy, { recursive: true });
    const made = await compareRuns({ inputs: [first, copy], ...few });
    for (const measure of made.pairs[0]!.measures) {
      expect(measure).toMatchObject({
        difference: 0,
        p: 1,
        pCorrected: 1,
        significant: false,
        wins: 0,
        losses: 0,
      });
      expect(measure.ci).toMatchObject({ low: 0, high: 0 });
    }
  });

  test('repeats that answer alike are told', async () => {
    const made = await compareRuns({ inputs: [first, second], ...few });
    expect(made.pairs[0]!.warnings.map(({ code }) => code)).toEqual([
      'sample-data',
      'equal-repeats',
      'equal-repeats',
    ]);
  });

  test('a limit makes other items: unpaired ones are named, nothing is tested', async () => {
    const part = await runOf(scriptedModel(others), { limit: 4, repeats: 2 });
    const made = await compareRuns({ inputs: [first, part], ...few });
    const [pair] = made.pairs;
    expect(pair).toMatchObject({ verdict: 'not-comparable', items: { common: 4, onlySecond: [] } });
    expect(pair!.items.onlyFirst).toHaveLength(4);
    for (const measure of pair!.measures) {
      expect(measure).toMatchObject({
        verdict: 'not-comparable',
        p: null,
        difference: null,
        ci: null,
        wins: null,
      });
      expect(measure.first).toMatchObject({ value: expect.any(Number), n: 8 });
      expect(measure.second).toMatchObject({ value: expect.any(Number), n: 4 });
    }
    expect(made.statistics.comparisons).toBe(0);
  });

  test('other prompts are named field by field', async () => {
    const reasoned = await runOf(scriptedModel(others), { repeats: 2, settings: { method: 'reason' } });
    const { pairs } = await compareRuns({ inputs: [first, reasoned], ...few });
    expect(pairs[0]!.verdict).toBe('with-care');
    expect(pairs[0]!.differences.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['prompts', 'settings.method']),
    );
  });

  test('other numbers of repeats: averaged first', async () => {
    const once = await runOf(scriptedModel(others), { repeats: 1 });
    const made = await compareRuns({ inputs: [first, once], ...few });
    const twice = await compareRuns({ inputs: [first, second], ...few });
    expect(made.pairs[0]).toMatchObject({ verdict: 'with-care', repeats: [2, 1] });
    expect(headline(made).difference).toBeCloseTo(headline(twice).difference!, 12);
  });

  test('another scoring is not comparable', async () => {
    const older = path.join(fresh(), 'older');
    cpSync(second, older, { recursive: true });
    const file = path.join(older, 'run.json');
    const run = JSON.parse(readFileSync(file, 'utf8'));
    run.deciding[0].scoringVersion = 0;
    writeFileSync(file, JSON.stringify(run));
    const { pairs } = await compareRuns({ inputs: [first, older], ...few });
    expect(pairs[0]).toMatchObject({ verdict: 'not-comparable', differences: [{ field: 'scoring' }] });
  });

  test('a run and a file of rankings', async () => {
    const file = path.join(fresh(), 'ranks.jsonl');
    const written = readFileSync(path.join(second, 'items.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const lines = written
      .filter(({ repeat }) => repeat === 0)
      .map(({ item, value }) => JSON.stringify({ id: item, answer: value.ranking }));
    writeFileSync(file, `${lines.join('\n')}\n`);
    const whole = await runOf(scriptedModel(scores), { limit: 24 });
    await expect(compareRuns({ inputs: [whole, file], ...few })).rejects.toThrow(/which task/);
    const { pairs, inputs } = await compareRuns({ inputs: [whole, `birco/relic=${file}`], ...few });
    expect(inputs.map(({ kind }) => kind)).toEqual(['run', 'predictions']);
    // The file has 8 of 24 queries: the headline's protocol takes them as wrong or refuses the file, and says so.
    expect(pairs[0]!.verdict).toBe('with-care');
    expect(pairs[0]!.items.common).toBe(24);
    expect(pairs[0]!.errors).toMatchObject([{ input: 1, protocol: 'standard', code: 'missing-query' }]);
    expect(pairs[0]!.measures.every(({ refused }) => refused?.includes('missing-query') === true)).toBe(true);
  });
});

describe('several inputs', () => {
  let runs: string[];
  beforeAll(async () => {
    const tasks = ['birco/relic', 'birco/wtb'];
    runs = [
      await runOf(localModel('gold'), { tasks, settings: {}, limit: 24 }),
      await runOf(localModel('random'), { tasks, settings: {}, limit: 24 }),
      await runOf(localModel('echo'), { tasks: ['birco/wtb'], settings: {}, limit: 24 }),
    ];
  });

  test('each with the first, or every pair; Holm over the whole table', async () => {
    const made = await compareRuns({ inputs: runs, ...few });
    const named = ({ pairs }: Comparison) => pairs.map(({ first, second, task }) => [first, second, task]);
    expect(named(made)).toEqual([
      [0, 1, 'birco/relic'],
      [0, 1, 'birco/wtb'],
      [0, 2, 'birco/wtb'],
    ]);
    const all = await compareRuns({ inputs: runs, allPairs: true, measures: ['ndcg@10'], ...few });
    expect(named(all)).toEqual([...named(made), [1, 2, 'birco/wtb']]);
    expect(all.pairs.map(({ measures }) => measures.length)).toEqual([1, 1, 1, 1]);
    expect(all.statistics.comparisons).toBe(5);
    const tested = [
      ...all.pairs.map(({ measures }) => measures[0]!),
      ...all.means.map(({ measure }) => measure),
    ];
    // Holm by hand: the smallest p times 5, the next times 4, never falling.
    let least = 0;
    const byHand = new Map<ComparedMeasure, number>();
    for (const [rank, measure] of [...tested].sort((a, b) => a.p! - b.p!).entries()) {
      least = Math.max(least, Math.min(1, measure.p! * (5 - rank)));
      byHand.set(measure, least);
    }
    for (const measure of tested) {
      expect(measure.pCorrected).toBeCloseTo(byHand.get(measure)!, 12);
      expect(measure.significant).toBe(measure.pCorrected! <= 0.05);
    }
  });

  test('the mean over tasks of one headline', async () => {
    const { pairs, means } = await compareRuns({ inputs: runs.slice(0, 2), ...few });
    const differences = pairs.map(({ measures }) => measures[0]!.difference!);
    expect(means).toHaveLength(1);
    expect(means[0]).toMatchObject({
      benchmark: 'birco',
      tasks: ['birco/relic', 'birco/wtb'],
      first: 0,
      second: 1,
    });
    expect(means[0]!.measure).toMatchObject({ pairs: 48, aggregate: 'mean-of-tasks' });
    expect(means[0]!.measure.difference).toBeCloseTo((differences[0]! + differences[1]!) / 2, 12);
  });

  test('the gate fails on a significant drop, and on nothing else', async () => {
    const dropped = await compareRuns({ inputs: runs.slice(0, 2), gate: true, ...few });
    expect(dropped.gate).toEqual({
      passed: false,
      drops: [
        { task: 'birco/relic', second: 1 },
        { task: 'birco/wtb', second: 1 },
      ],
      notJudged: [],
    });
    const risen = await compareRuns({ inputs: [runs[1]!, runs[0]!], gate: true, ...few });
    expect(risen.gate).toEqual({ passed: true, drops: [], notJudged: [] });
    expect((await compareRuns({ inputs: runs.slice(0, 2), ...few })).gate).toBeNull();
    const part = await runOf(localModel('random'), { settings: {}, limit: 5 });
    const unlike = await compareRuns({ inputs: [runs[0]!, part], gate: true, ...few });
    expect(unlike.gate).toMatchObject({ passed: false, drops: [], notJudged: [{ why: 'not-comparable' }] });
  });

  test('protocols and measures are chosen; the headline stays', async () => {
    const { pairs } = await compareRuns({ inputs: runs.slice(0, 2), protocols: ['card'], ...few });
    expect(pairs[0]!.measures.map(({ protocol, id }) => `${protocol} ${id}`)).toEqual([
      'standard ndcg@10',
      'card ndcg@10',
      'card recall@5',
    ]);
    await expect(compareRuns({ inputs: runs.slice(0, 2), measures: ['bleu'] })).rejects.toThrow(
      /no measure "bleu"/,
    );
  });
});

describe('a faulty input among several', () => {
  let runs: string[];
  beforeAll(async () => {
    const tasks = ['birco/relic', 'birco/wtb'];
    runs = await Promise.all(
      ['gold', 'random', 'echo'].map((name) => runOf(localModel(name), { tasks, settings: {}, limit: 6 })),
    );
  });
  const changed = (change: (folder: string) => void): string => {
    const folder = path.join(fresh(), 'changed');
    cpSync(runs[2]!, folder, { recursive: true });
    change(folder);
    return folder;
  };
  const pairsIn = ({ pairs }: Comparison) => pairs.map(({ first, second, task }) => [first, second, task]);

  test('that cannot be opened is left out by name, the others are compared', async () => {
    const nowhere = path.join(root, 'nowhere');
    const unfinished = changed((folder) => rmSync(path.join(folder, 'scores.json')));
    const broken = changed((folder) => writeFileSync(path.join(folder, 'run.json'), '{'));
    const [one, other] = runs as [string, string];
    const made = await compareRuns({
      inputs: [one, nowhere, unfinished, other, broken],
      gate: true,
      ...few,
    });
    expect(pairsIn(made)).toEqual([
      [0, 3, 'birco/relic'],
      [0, 3, 'birco/wtb'],
    ]);
    expect(made.inputs.map(({ source }) => source)).toEqual([one, nowhere, unfinished, other, broken]);
    expect(made.inputs.map(({ refused }) => refused?.map(({ task, code }) => [task, code]))).toEqual([
      undefined,
      [[null, 'file-not-found']],
      [[null, 'file-not-found']],
      undefined,
      [[null, 'run-corrupt']],
    ]);
    expect(made.inputs[2]?.refused?.[0]?.message).toContain(unfinished);
    expect(made.gate?.passed).toBe(false);
    expect(made.gate?.notJudged).toContainEqual({
      task: 'birco/wtb',
      second: 4,
      why: 'it is refused: run-corrupt',
    });
  });

  test('with one task that cannot be read is left out of that task alone', async () => {
    const partly = changed((folder) => {
      const file = path.join(folder, 'items.jsonl');
      const lines = readFileSync(file, 'utf8').split('\n');
      writeFileSync(file, lines.filter((line) => !line.includes('"birco/wtb"')).join('\n'));
    });
    const made = await compareRuns({ inputs: [runs[0]!, partly, runs[1]!], allPairs: true, ...few });
    expect(pairsIn(made)).toEqual([
      [0, 1, 'birco/relic'],
      [0, 2, 'birco/relic'],
      [1, 2, 'birco/relic'],
      [0, 2, 'birco/wtb'],
    ]);
    expect(made.inputs[1]?.refused).toMatchObject([{ task: 'birco/wtb', code: 'run-corrupt' }]);
  });

  test('is an error where it is the first, or nothing is left', async () => {
    const broken = changed((folder) => writeFileSync(path.join(folder, 'run.json'), '{'));
    await expect(compareRuns({ inputs: [broken, runs[0]!, runs[1]!], ...few })).rejects.toMatchObject({
      code: 'run-corrupt',
    });
    await expect(compareRuns({ inputs: [runs[0]!, broken], ...few })).rejects.toMatchObject({
      code: 'run-corrupt',
    });
    // Where every pair is compared, none is the reference.
    const made = await compareRuns({ inputs: [broken, runs[0]!, runs[1]!], allPairs: true, ...few });
    expect(pairsIn(made)).toEqual([
      [1, 2, 'birco/relic'],
      [1, 2, 'birco/wtb'],
    ]);
  });
});

describe('answers from the cache', () => {
  test('runs that share answers say so', async () => {
    const cache = path.join(fresh(), 'cache');
    const places = (folder: string) => ({
      data: path.join(folder, 'data'),
      samples: 'samples',
      cache,
      out: path.join(folder, 'runs'),
    });
    const [one, two] = [fresh(), fresh()];
    const first = await runOf(scriptedModel(scores), { folder: one, places: places(one) });
    const second = await runOf(scriptedModel(scores), { folder: two, places: places(two) });
    const { pairs } = await compareRuns({ inputs: [first, second], ...few });
    const shared = pairs[0]!.warnings.find(({ code }) => code === 'shared-answers');
    expect(shared?.details).toMatchObject({ shared: expect.any(Number), calls: expect.any(Number) });
    expect(shared?.details?.shared).toBe(shared?.details?.calls);
    expect(shared?.details?.candidate).toBe(shared?.details?.shared);
    const apart = await runOf(scriptedModel(scores));
    const without = await compareRuns({ inputs: [first, apart], ...few });
    expect(without.pairs[0]!.warnings.map(({ code }) => code)).not.toContain('shared-answers');
  });
});

describe('what cannot be compared is refused', () => {
  let run: string;
  beforeAll(async () => {
    run = await runOf(scriptedModel(scores));
  });
  const code = async (inputs: readonly string[], more = {}) =>
    compareRuns({ inputs, ...few, ...more }).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );

  test('one input, the same twice, nothing there, no run folder, no scores yet', async () => {
    expect(await code([run])).toBe('usage');
    expect(await code([run, `${run}/`])).toBe('usage');
    expect(await code([run, path.join(root, 'nowhere')])).toBe('file-not-found');
    expect(await code([run, fresh()])).toBe('file-not-found');
    const unfinished = path.join(fresh(), 'unfinished');
    cpSync(run, unfinished, { recursive: true });
    rmSync(path.join(unfinished, 'scores.json'));
    expect(await code([run, unfinished])).toBe('file-not-found');
  });

  test('a folder of a newer version', async () => {
    const newer = path.join(fresh(), 'newer');
    cpSync(run, newer, { recursive: true });
    const file = path.join(newer, 'run.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"schemaVersion": 1', '"schemaVersion": 2'));
    await expect(compareRuns({ inputs: [run, newer] })).rejects.toThrow(/schemaVersion 2: a newer version/);
  });

  test('no task in common', async () => {
    const wtb = await runOf(localModel('random'), { tasks: ['birco/wtb'], settings: {}, limit: 3 });
    await expect(compareRuns({ inputs: [run, wtb] })).rejects.toMatchObject({
      message: expect.stringMatching(/no task in common/),
      place: { file: wtb },
      next: 'It has birco/wtb; the first has birco/relic.',
    });
  });

  test('a protocol that no task has', async () => {
    const folder = fresh();
    const [one, other] = await Promise.all(
      [localModel('majority'), localModel('random')].map((model) =>
        runOf(model, { folder, tasks: ['cpsdbench/rumor'], settings: {} }),
      ),
    );
    await expect(
      compareRuns({ inputs: [one!, other!], protocols: ['standard', 'paper'], ...few }),
    ).rejects.toMatchObject({
      code: 'usage',
      message: 'none of the compared tasks has the protocol "paper"',
      next: expect.stringMatching(/^There are: standard, card/),
    });
  });

  test('data that changed since', async () => {
    const moved = path.join(fresh(), 'moved');
    cpSync(run, moved, { recursive: true });
    const file = path.join(moved, 'run.json');
    const content = JSON.parse(readFileSync(file, 'utf8'));
    content.deciding[0].itemsSha256 = 'f'.repeat(64);
    writeFileSync(file, JSON.stringify(content));
    expect(await code([run, moved])).toBe('run-changed');
  });

  test('a run with failed items is incomplete, and with care', async () => {
    let calls = 0;
    const failing = scriptedModel((request, call) => {
      calls += 1;
      if (calls === 3) return { error: { kind: 'bad-request' } };
      return scores(request, call);
    });
    const broken = await runOf(failing, { concurrency: 1 });
    const { pairs } = await compareRuns({ inputs: [run, broken], ...few });
    expect(pairs[0]).toMatchObject({ verdict: 'with-care', differences: [{ field: 'complete' }] });
  });
});

test('a task of one’s own', async () => {
  const own = { ...taskOf('birco/relic'), id: 'birco/mine' };
  await expect(
    compareRuns({ inputs: ['birco/mine=a.json', 'birco/mine=b.json'], tasks: [own] }),
  ).rejects.toThrow(/no such run folder or file/);
});
