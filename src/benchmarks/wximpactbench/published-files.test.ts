import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Result } from '../../core/index.ts';
import { openSource } from '../../data/source.ts';
import { readFileBytes } from '../../data/text-file.ts';
import { scoreBenchmark } from '../../run/score-benchmark.ts';
import { scoreFiles } from '../../run/score-predictions.ts';
import { sharedPath } from '../../testing/shared.ts';
import { wximpactbench } from './index.ts';

const folder = sharedPath('data/wximpactbench/predictions');

describe.runIf(folder !== undefined)('the published prediction files', () => {
  const data = path.dirname(folder ?? '');
  const source = openSource({ data, benchmark: 'wximpactbench', dataFolder: data, samplesFolder: data });

  async function both(model: string, shot: string): Promise<Map<string, Result>> {
    const files = [
      ['classification-long', 'LongCTX'],
      ['classification-mixed', 'MixedCTX'],
    ].map(([task, context]) => ({
      task: `wximpactbench/${task}`,
      file: path.join(folder ?? '', `${model}_${context}_${shot}shot.csv`),
    }));
    const results = await scoreBenchmark(wximpactbench, files, () => ({
      source,
      split: undefined,
      given: new Map(),
      seed: 42,
      baselines: [],
      perItem: false,
      read: readFileBytes,
    }));
    return new Map(results.map((result) => [result.task, result]));
  }

  function value(
    result: Result | undefined,
    id: string,
    protocol: string,
    slice: Record<string, string> = {},
  ) {
    const found = result?.metrics.find(
      (metric) =>
        metric.id === id &&
        metric.protocol === protocol &&
        metric.variant === null &&
        JSON.stringify(metric.slice ?? {}) === JSON.stringify(slice),
    );
    return found?.value ?? Number.NaN;
  }

  const LONG = 'wximpactbench/classification-long';
  const MIXED = 'wximpactbench/classification-mixed';
  const ALL = 'wximpactbench';
  const CHUNK = { unit: 'chunk' };

  test('GPT-4o, no example: standard, card, chunks, texts without impact', async () => {
    const of = await both('gpt-4o', 'zero');
    expect(value(of.get(LONG), 'f1.macro', 'standard')).toBeCloseTo(0.659878, 6);
    expect(value(of.get(MIXED), 'f1.macro', 'standard')).toBeCloseTo(0.674992, 6);
    expect(value(of.get(LONG), 'accuracy.rowwise', 'standard')).toBeCloseTo(0.322857, 6);
    expect(value(of.get(MIXED), 'accuracy.rowwise', 'standard')).toBeCloseTo(0.325714, 6);
    expect(value(of.get(ALL), 'f1.macro', 'standard')).toBeCloseTo(0.667435, 6);
    expect(value(of.get(ALL), 'f1.macro', 'card')).toBeCloseTo(0.644816, 6);
    expect(value(of.get(ALL), 'accuracy', 'card')).toBeCloseTo(0.855181, 6);
    expect(value(of.get(ALL), 'accuracy.rowwise', 'card')).toBeCloseTo(0.494762, 6);
    expect(value(of.get(LONG), 'accuracy.rowwise', 'card')).toBeCloseTo(0.322857, 6);
    expect(value(of.get(MIXED), 'accuracy.rowwise', 'card')).toBeCloseTo(0.666667, 6);
    expect(value(of.get(MIXED), 'f1.macro', 'standard', CHUNK)).toBeCloseTo(0.62727, 5);
    expect(value(of.get(MIXED), 'f1.micro', 'standard', CHUNK)).toBeCloseTo(0.674578, 6);
    expect(value(of.get(MIXED), 'accuracy.rowwise', 'standard', CHUNK)).toBeCloseTo(0.6667, 4);
    const noImpact = (task: string, slice = {}) =>
      ['precision', 'recall', 'f1'].map((id) =>
        value(of.get(task), `noimpact.${id}`, 'standard', slice).toFixed(6),
      );
    expect(noImpact(LONG)).toEqual(['0.904762', '0.428571', '0.581633']);
    expect(noImpact(MIXED)).toEqual(['0.932203', '0.413534', '0.572917']);
    expect(noImpact(MIXED, CHUNK)).toEqual(['0.976253', '0.803474', '0.881477']);
  });

  test('DeepSeek, no example', async () => {
    const of = await both('deepseek-chat', 'zero');
    expect(value(of.get(LONG), 'f1.macro', 'standard')).toBeCloseTo(0.583097, 6);
    expect(value(of.get(MIXED), 'f1.macro', 'standard')).toBeCloseTo(0.628084, 6);
    expect(value(of.get(ALL), 'f1.macro', 'standard')).toBeCloseTo(0.605591, 6);
    expect(value(of.get(ALL), 'f1.macro', 'card')).toBeCloseTo(0.5758, 6);
    expect(value(of.get(ALL), 'accuracy', 'card')).toBeCloseTo(0.859994, 6);
    expect(value(of.get(ALL), 'accuracy.rowwise', 'card')).toBeCloseTo(0.497201, 6);
    const noImpact = (task: string, slice = {}) =>
      ['precision', 'recall', 'f1'].map((id) =>
        value(of.get(task), `noimpact.${id}`, 'standard', slice).toFixed(6),
      );
    expect(noImpact(LONG)).toEqual(['0.827160', '0.503759', '0.626168']);
    expect(noImpact(MIXED)).toEqual(['0.863014', '0.473684', '0.611650']);
    expect(noImpact(MIXED, CHUNK)).toEqual(['0.964520', '0.796960', '0.872771']);
  });

  test('GPT-4o and Mistral-24B with an example; missing judgements are wrong', async () => {
    const gpt = await both('gpt-4o', 'one');
    expect(value(gpt.get(LONG), 'f1.macro', 'standard')).toBeCloseTo(0.665597, 6);
    expect(value(gpt.get(MIXED), 'f1.macro', 'standard')).toBeCloseTo(0.676913, 6);
    expect(value(gpt.get(ALL), 'f1.macro', 'standard')).toBeCloseTo(0.671255, 6);
    const mistral = await both('Mistral-Small-24B-Instruct-2501', 'one');
    const long = mistral.get(LONG);
    expect(value(long, 'f1.macro', 'standard')).toBeCloseTo(0.567646, 6);
    expect(value(long, 'accuracy.rowwise', 'standard')).toBeCloseTo(0.257143, 6);
    const all = mistral.get(ALL);
    expect(all?.diagnostics.find(({ id }) => id === 'missing-cells')?.value).toBeGreaterThanOrEqual(6);
    expect(
      all?.baselines.filter(({ name, protocol }) => name === 'all-false' && protocol === 'standard'),
    ).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 'accuracy.rowwise', value: expect.closeTo(0.38, 10), n: 700 }),
        expect.objectContaining({ id: 'f1.macro', value: 0 }),
      ]),
    );
    expect(long?.diagnostics.find(({ id }) => id === 'missing-cells')).toEqual({
      id: 'missing-cells',
      value: 6,
      n: 2100,
    });
    expect(long?.warnings.map(({ code }) => code)).toEqual(['surplus-rows', 'lost-in-join']);
    expect(long?.warnings.map(({ message }) => message).join(' ')).toMatch(/: 181\b.*118, 119, 219/);
  });

  test('six times false under the published keys is right on 38.33 % of the 347 articles', async () => {
    const name = 'gpt-4o_LongCTX_zeroshot.csv';
    const text = readFileSync(path.join(folder ?? '', name), 'utf8').replaceAll(
      /(?:,[01]){6}$/gm,
      ',0,0,0,0,0,0',
    );
    const task = wximpactbench.tasks.find(({ id }) => id === LONG);
    if (task === undefined) throw new Error('there is no such task');
    const [result] = await scoreFiles(task, [name], {
      source,
      split: undefined,
      given: new Map(),
      seed: 42,
      protocols: ['paper'],
      baselines: [],
      perItem: false,
      read: async () => Buffer.from(text),
    });
    const rowwise = result?.metrics.find(
      ({ id, variant, slice }) => id === 'accuracy.rowwise' && variant === null && slice === null,
    );
    expect([rowwise?.value, rowwise?.n]).toEqual([0.3833, 347]);
    const beside = (slice: unknown) =>
      result?.baselines.find(
        (one) =>
          one.name === 'all-false' &&
          one.id === 'accuracy.rowwise' &&
          JSON.stringify(one.slice ?? null) === JSON.stringify(slice),
      );
    // The same articles as the value beside it, in every slice.
    expect(beside(null)).toMatchObject({ value: 0.3833, n: 347 });
    for (const period of ['historical', 'modern']) {
      const own = result?.metrics.find(
        ({ id, variant, slice }) =>
          id === 'accuracy.rowwise' && variant === null && slice?.period === period && !slice.label,
      );
      expect(beside({ period })).toMatchObject({ value: own?.value, n: own?.n });
    }
  });
});
