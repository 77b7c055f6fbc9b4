import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { ComparedMeasure, ComparedPair } from '../core/index.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import { sharedPath } from '../testing/shared.ts';
import { compareRuns, runTasks } from './library.ts';

const root = mkdtempSync(path.join(tmpdir(), 'quadrat-published-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const measureOf = (pair: ComparedPair | undefined, id: string): ComparedMeasure => {
  const found = pair?.measures.find((measure) => measure.id === id);
  if (found === undefined) throw new Error(`no measure ${id}`);
  return found;
};

const birco = sharedPath('data/birco');

describe.runIf(birco !== undefined)('BIRCO’s published rank files', () => {
  const ranks = (set: string, name: string) => path.join(birco ?? '', set, 'ranks', `${name}.pickle`);
  const options = { data: birco ?? '', resamples: 2000 };

  test('e5 against GPT-4 on RELIC', async () => {
    const { pairs } = await compareRuns({
      ...options,
      inputs: [ranks('relic', 'e5_rank'), ranks('relic', 'GPT-4_score_O')],
      task: 'birco/relic',
    });
    expect(pairs[0]).toMatchObject({ verdict: 'with-care', items: { common: 100 } });
    const ndcg = measureOf(pairs[0], 'ndcg@10');
    // Published values of the two, and their difference.
    expect(ndcg.first.value).toBeCloseTo(0.112466583195, 10);
    expect(ndcg.second.value).toBeCloseTo(0.540627120451, 10);
    expect(ndcg.difference).toBeCloseTo(0.540627120451 - 0.112466583195, 10);
    expect(ndcg).toMatchObject({ pairs: 100, clusters: 100, significant: true });
    // One relevant passage a query: recall is right or wrong.
    expect(measureOf(pairs[0], 'recall@5').test).toEqual({
      name: 'mcnemar',
      exact: true,
      resamples: null,
      seed: null,
    });
    expect(measureOf(pairs[0], 'recall@100')).toMatchObject({ difference: 0, p: 1, ties: 100 });
  });

  test('reason minus score: four sets in points, and their mean', async () => {
    const sets = ['arguana', 'clinical-trial', 'relic', 'wtb'];
    const files = (name: string) => sets.map((set) => `birco/${set}=${ranks(set, name)}`).join(',');
    const { pairs, means } = await compareRuns({
      ...options,
      inputs: [files('GPT-4_score_O'), files('GPT-4_reason_O')],
      measures: ['ndcg@10'],
    });
    const points = (measure: ComparedMeasure) => Number((100 * measure.difference!).toFixed(1));
    expect(pairs.map((pair) => points(measureOf(pair, 'ndcg@10')))).toEqual([8.5, 2.3, -14.1, -8.2]);
    expect(means).toHaveLength(1);
    const [mean] = means;
    expect(points(mean!.measure)).toBe(-2.9);
    expect(mean!.measure.pairs).toBe(350);
    // The error of the mean of four independent means.
    const reach = (measure: ComparedMeasure) => measure.detectable!;
    const pooled = Math.hypot(...pairs.map((pair) => reach(measureOf(pair, 'ndcg@10')))) / 4;
    expect(reach(mean!.measure)).toBeCloseTo(pooled, 10);
    const width = mean!.measure.ci!.high - mean!.measure.ci!.low;
    expect(width / (2 * 1.959964)).toBeCloseTo(pooled / 2.8015852, 2);
  });

  test('a file that standard refuses is not compared, and is named', async () => {
    const { pairs, gate } = await compareRuns({
      ...options,
      inputs: [ranks('arguana', 'e5_rank'), ranks('arguana', 'Rankgpt_llama70b')],
      task: 'birco/arguana',
      gate: true,
    });
    expect(pairs[0]!.errors).toMatchObject([{ input: 1, protocol: 'standard', code: 'duplicate-id' }]);
    expect(measureOf(pairs[0], 'ndcg@10')).toMatchObject({ p: null, difference: null });
    expect(gate).toMatchObject({ passed: false, drops: [], notJudged: [{ second: 1 }] });
  });
});

const weather = sharedPath('data/wximpactbench');

describe.runIf(weather !== undefined)('WXImpactBench', () => {
  const folder = weather ?? '';
  const LONG = 'wximpactbench/classification-long';
  const file = (model: string) => path.join(folder, 'predictions', `${model}_LongCTX_zeroshot.csv`);

  // The figures were computed apart from this code, from the CSV files, by counting and by drawing swaps.
  test('GPT-4o against DeepSeek, LongCTX without an example', async () => {
    const { pairs, statistics } = await compareRuns({
      inputs: [file('gpt-4o'), file('deepseek-chat')],
      task: LONG,
      data: folder,
    });
    const macro = measureOf(pairs[0], 'f1.macro');
    expect(macro.first.value).toBeCloseTo(0.659878, 6);
    expect(macro.second.value).toBeCloseTo(0.583097, 6);
    expect(macro.difference).toBeCloseTo(-0.0767808472953856, 12);
    expect(macro).toMatchObject({ pairs: 350, clusters: 350, significant: true, test: { name: 'swaps' } });
    expect(macro.p!).toBeLessThan(0.002);
    expect(macro.ci!.low).toBeCloseTo(-0.1142, 2);
    expect(macro.ci!.high).toBeCloseTo(-0.0405, 2);
    const rowwise = measureOf(pairs[0], 'accuracy.rowwise');
    expect(rowwise).toMatchObject({ wins: 30, ties: 296, losses: 24, test: { name: 'mcnemar' } });
    expect(rowwise.p).toBeCloseTo(0.4966174353179338, 12);
    expect(statistics.comparisons).toBe(7);
  });

  test('partial data: 234 articles, not comparable with 350', async () => {
    const partial = path.join(folder, 'LongCTX_partial.csv');
    const rows = readFileSync(path.join(folder, 'LongCTX_labels_350.csv'), 'utf8').trim().split(/\r?\n/);
    const [header = '', ...labels] = rows;
    // A full-size file: the released labels with invented texts.
    const columns = header.split(',');
    const full = path.join(root, 'LongCTX_Dataset(350).csv');
    const withText = labels.map((line, at) => {
      const cells = line.split(',');
      return [...cells.slice(0, 4), `An invented report of storm ${at}.`, ...cells.slice(4)].join(',');
    });
    writeFileSync(
      full,
      [[...columns.slice(0, 4), 'Article', ...columns.slice(4)].join(','), ...withText].join('\n'),
    );
    const model = scriptedModel(({ messages }) =>
      ['Infrastructural', 'Political', 'Financial', 'Ecological', 'Agricultural', 'Human Health']
        .map((label) => `${label}: ${(messages.at(-1)?.content.length ?? 0) % 2 === 0}`)
        .join('\n'),
    );
    const runOf = async (data: string, out: string) => {
      const { folder: place, results } = await runTasks({
        tasks: [LONG],
        model,
        data,
        repeats: 1,
        places: { out: path.join(root, out) },
      });
      return { place, result: results[0] };
    };
    const small = await runOf(partial, 'partial');
    expect(small.result).toMatchObject({ counts: { planned: 234 }, data: { items: 234, kind: 'partial' } });
    const large = await runOf(full, 'full');
    expect(large.result).toMatchObject({ counts: { planned: 350 }, data: { items: 350 } });
    const { pairs } = await compareRuns({ inputs: [large.place, small.place], resamples: 200 });
    expect(pairs[0]!.verdict).toBe('not-comparable');
    expect(pairs[0]!.differences.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['data.sha256', 'data.kind', 'items']),
    );
    for (const measure of pairs[0]!.measures) {
      expect(measure).toMatchObject({ verdict: 'not-comparable', p: null, ci: null, difference: null });
    }
    expect(measureOf(pairs[0], 'f1.macro')).toMatchObject({ first: { n: 350 }, second: { n: 234 } });
    const published = await compareRuns({
      inputs: [small.place, file('gpt-4o')],
      task: LONG,
      data: folder,
      resamples: 200,
    });
    expect(published.pairs[0]!.verdict).toBe('not-comparable');
  });
});
