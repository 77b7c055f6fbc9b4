import { describe, expect, test } from 'vitest';
import { scoreTask } from '../../run/library.ts';
import { sharedPath } from '../../testing/shared.ts';

const predictions = sharedPath('data/wximpactbench/predictions/gpt-4o_MixedCTX_zeroshot.csv');
const gold = sharedPath('data/wximpactbench/MixedCTX_labels_1386.csv');
const part = sharedPath('data/wximpactbench/LongCTX_partial.csv');

describe.runIf(predictions !== undefined && gold !== undefined)('what n counts', () => {
  test('articles by the headline, rows per chunk and by the card', async () => {
    const [result] = await scoreTask({
      task: 'wximpactbench/classification-mixed',
      predictions: [predictions ?? ''],
      data: gold ?? '',
    });
    const of = (id: string, protocol: string, slice: object | null) =>
      result?.metrics.find(
        (metric) =>
          metric.id === id &&
          metric.protocol === protocol &&
          JSON.stringify(metric.slice) === JSON.stringify(slice),
      );
    expect(result?.counts.planned).toBe(350);
    expect(of('f1.macro', 'standard', null)).toMatchObject({ n: 350, headline: true });
    expect(of('f1.macro', 'standard', { unit: 'chunk' })?.n).toBe(1386);
    expect(of('f1.macro', 'standard', { unit: 'chunk' })?.value).toBeCloseTo(0.62727, 5);
    expect(of('f1.micro', 'standard', { unit: 'chunk' })?.value).toBeCloseTo(0.674578, 6);
    expect(of('accuracy.rowwise', 'standard', { unit: 'chunk' })?.value).toBeCloseTo(0.6667, 4);
    expect(of('f1.macro', 'card', null)?.n).toBe(1386);
  });

  test('every measure and slice of standard has an interval over articles', async () => {
    const [result] = await scoreTask({
      task: 'wximpactbench/classification-mixed',
      predictions: [predictions ?? ''],
      data: gold ?? '',
    });
    const standard = result?.metrics.filter(({ protocol, n }) => protocol === 'standard' && n > 0) ?? [];
    expect(standard.filter(({ ci }) => ci === null)).toEqual([]);
    for (const { ci, value, slice, id } of standard) {
      expect([id, slice, (ci?.low ?? 9) <= (value ?? 0), (ci?.high ?? -9) >= (value ?? 0)]).toEqual([
        id,
        slice,
        true,
        true,
      ]);
      if (slice?.unit === 'chunk')
        expect(ci).toMatchObject({ method: 'bootstrap-percentile-clustered', clusters: 350 });
    }
    const methods = (wanted: object | null) =>
      standard
        .filter(
          ({ id, slice }) => id === 'accuracy.rowwise' && JSON.stringify(slice) === JSON.stringify(wanted),
        )
        .map(({ ci }) => ci?.method);
    expect(methods(null)).toEqual(['wilson']);
    expect(methods({ period: 'modern' })).toEqual(['wilson']);
    expect(methods({ unit: 'chunk' })).toEqual(['bootstrap-percentile-clustered']);
    // Chunks of one article hang together: drawn one by one they would look surer than they are.
    const rowwise = standard.find(({ id, slice }) => id === 'accuracy.rowwise' && slice?.unit === 'chunk');
    const alone = 2 * 1.96 * Math.sqrt((0.6667 * 0.3333) / 1386);
    expect((rowwise?.ci?.high ?? 0) - (rowwise?.ci?.low ?? 0)).toBeGreaterThan(1.5 * alone);
  });
});

describe.runIf(part !== undefined)('a file with part of the articles', () => {
  test('is called partial', async () => {
    const file = sharedPath('data/wximpactbench/predictions/gpt-4o_LongCTX_zeroshot.csv') ?? '';
    const [result] = await scoreTask({
      task: 'wximpactbench/classification-long',
      predictions: [file],
      data: part ?? '',
    });
    expect(result?.data).toMatchObject({ kind: 'partial', items: 234 });
    expect(result?.warnings.map(({ code }) => code)).toContain('partial');
  });
});
