import { describe, expect, test } from 'vitest';
import type { Item, MeasureDescription, Row, SetMeasure } from '../core/index.ts';
import { taskOf } from '../testing/temporary-run.ts';
import { chosenMeasures } from './compare-choice.ts';
import { type ComparedSide, compareMeasure } from './compare-measures.ts';

const description: MeasureDescription = {
  id: 'f1.macro',
  name: 'made up',
  summary: 'made up',
  range: [0, 1],
  direction: 'higher-is-better',
  unit: 'proportion',
  source: 'made up',
  empty: 'null',
};
const itemOf = (at: number, cluster: string): Item => ({ id: `i${at}`, hash: `${at}`, cluster, strata: {} });
const sideOf = (repeats: readonly (readonly Row[])[]): ComparedSide => ({
  rows: repeats,
  own: repeats,
  refusal: () => null,
});
const statistics = { seed: 42, resamples: 500 };

// Gold and answers over two labels; the p-values were enumerated in exact fractions apart from this code.
const GOLD = ['10', '11', '01', '00', '10', '01', '11', '00'];
const A = ['10', '10', '01', '10', '00', '01', '01', '00'];
const B = ['10', '11', '11', '00', '10', '01', '11', '01'];
const APART = ['0', '1', '2', '3', '4', '5', '6', '7'];
const macro: SetMeasure = {
  description,
  protocol: 'standard',
  headline: true,
  interval: 'bootstrap',
  aggregate: {
    counts: ({ item, value }) => {
      const gold = GOLD[Number(item.id.slice(1))] ?? '';
      return [0, 1].flatMap((label) => {
        const [own, right] = [String(value)[label] === '1', gold[label] === '1'];
        return [Number(own && right), Number(own && !right), Number(!own && right)];
      });
    },
    value: (sums) => {
      const f1 = ([tp = 0, fp = 0, fn = 0]: readonly number[]) =>
        tp + fp + fn === 0 ? 0 : (2 * tp) / (2 * tp + fp + fn);
      return (f1(sums.slice(0, 3)) + f1(sums.slice(3, 6))) / 2;
    },
  },
};
const answers = (list: readonly string[], clusters: readonly string[] = APART): Row[] =>
  list.map((value, at) => ({ item: itemOf(at, clusters[at] ?? ''), outcome: 'scored', value, values: {} }));

describe('a measure of the set', () => {
  test.each([
    { clusters: APART, p: 5 / 16, groups: 8, method: 'bootstrap-percentile-paired' },
    {
      clusters: ['0', '1', '1', '2', '2', '3', '3', '4'],
      p: 3 / 8,
      groups: 5,
      method: 'bootstrap-percentile-paired-clustered',
    },
    {
      clusters: ['0', '0', '1', '1', '0', '1', '2', '2'],
      p: 1 / 2,
      groups: 3,
      method: 'bootstrap-percentile-paired-clustered',
    },
  ])('over $groups clusters: p $p; wins are of items', ({ clusters, p, groups, method }) => {
    const sides = [sideOf([answers(A, clusters)]), sideOf([answers(B, clusters)])] as const;
    const { measure, items } = compareMeasure(macro, macro, sides, 'comparable', statistics);
    expect(measure).toMatchObject({
      verdict: 'comparable',
      refused: null,
      first: { value: expect.closeTo(5 / 7, 14), n: 8 },
      second: { value: expect.closeTo(8 / 9, 14), n: 8 },
      difference: expect.closeTo(11 / 63, 14),
      pairs: 8,
      clusters: groups,
      p,
      test: { name: 'swaps', exact: true, resamples: null, seed: null },
      ci: { method, resamples: 500, seed: 42, level: 0.95 },
      wins: 4,
      ties: 2,
      losses: 2,
    });
    expect(measure.detectable).toBeGreaterThan(0);
    expect(items).toBeNull();
  });

  test('unequal numbers of repeats: a p-value of the bootstrap, no wins', () => {
    const sides = [sideOf([answers(A), answers(A)]), sideOf([answers(B)])] as const;
    const { measure } = compareMeasure(macro, macro, sides, 'with-care', statistics);
    expect(measure).toMatchObject({
      difference: expect.closeTo(11 / 63, 14),
      test: { name: 'bootstrap', exact: false, resamples: 500, seed: 42 },
      wins: null,
    });
    expect(measure.p).toBeGreaterThan(0);
    expect(measure.p).toBeLessThanOrEqual(1);
  });
});

describe('a mean of items', () => {
  const mean: SetMeasure = { description, protocol: 'standard', interval: 'bootstrap', aggregate: 'mean' };
  const rows = (values: readonly (number | null)[], clusters = APART): Row[] =>
    values.map((value, at) => ({
      item: itemOf(at, clusters[at] ?? ''),
      outcome: 'scored',
      value,
      values: { standard: { 'f1.macro': value } },
    }));

  test('items without a value on one side are left out and counted; repeats are averaged first', () => {
    const first = sideOf([rows([0, 1, null, 0.5]), rows([1, 1, null, null])]);
    const second = sideOf([rows([1, null, 1, 1]), rows([1, null, 1, 0.5])]);
    const { measure } = compareMeasure(mean, mean, [first, second], 'comparable', statistics);
    // Items 0 and 3: 0.5 and 0.5 against 1 and 0.75.
    expect(measure).toMatchObject({
      first: { value: 0.5, n: 2 },
      second: { value: 0.875, n: 2 },
      difference: 0.375,
      pairs: 2,
      leftOut: 2,
      wins: 2,
      p: 0.5,
      test: { name: 'signs', exact: true },
    });
  });

  test('lower is better: less wins', () => {
    const lower: SetMeasure = { ...mean, description: { ...description, direction: 'lower-is-better' } };
    const sides = [sideOf([rows([0.5, 0.2, 0.3])]), sideOf([rows([0.4, 0.1, 0.3])])] as const;
    const { measure } = compareMeasure(lower, lower, sides, 'comparable', statistics);
    expect(measure).toMatchObject({ wins: 2, ties: 1, losses: 0, difference: expect.closeTo(-0.2 / 3, 14) });
  });

  test('clusters change their sign together', () => {
    const clusters = ['x', 'x', 'y', 'z', 'z', 'w'];
    const sides = [
      sideOf([rows([0.5, 1, 0, 0.25, 0.75, 0], clusters)]),
      sideOf([rows([1, 0.75, 0.5, 0.25, 1, 0.25], clusters)]),
    ] as const;
    const { measure } = compareMeasure(mean, mean, sides, 'comparable', statistics);
    expect(measure).toMatchObject({
      p: 1 / 8,
      clusters: 4,
      pairs: 6,
      difference: expect.closeTo(5 / 24, 14),
    });
    expect(measure.detectable).toBeCloseTo(0.22284775470256407, 12);
  });

  test('no pair has a value', () => {
    const sides = [sideOf([rows([null, 1])]), sideOf([rows([1, null])])] as const;
    const { measure } = compareMeasure(mean, mean, sides, 'comparable', statistics);
    expect(measure).toMatchObject({
      refused: 'no item has a value on both sides',
      p: null,
      leftOut: 2,
      pairs: 0,
    });
  });

  test('other parameters: not comparable, values side by side', () => {
    const by = (judge: string): SetMeasure => ({ ...mean, params: { judge, tokens: '13a' } });
    const sides = [sideOf([rows([0, 1])]), sideOf([rows([1, 1])])] as const;
    const { measure } = compareMeasure(by('a/one'), by('b/two'), sides, 'comparable', statistics);
    expect(measure).toMatchObject({
      verdict: 'not-comparable',
      refused: 'not comparable: judge a/one against b/two',
      first: { value: 0.5, n: 2 },
      second: { value: 1, n: 2 },
      difference: null,
      p: null,
    });
    const missing = compareMeasure(mean, undefined, sides, 'comparable', statistics).measure;
    expect(missing).toMatchObject({ second: { value: null, n: 0 }, p: null });
  });
});

describe('measures that are chosen', () => {
  const task = taskOf('wximpactbench/classification-mixed');
  const names = (choice: Parameters<typeof chosenMeasures>[2]) =>
    chosenMeasures(task, task.measures, choice).map(
      ({ protocol, description: { id }, slice }) =>
        `${protocol} ${id}${slice?.label === undefined ? '' : ' by label'}`,
    );

  test('by default those of the headline’s protocol over the whole set', () => {
    expect(names({})).toEqual([
      'standard f1.macro',
      'standard f1.micro',
      'standard accuracy',
      'standard accuracy.rowwise',
      'standard noimpact.precision',
      'standard noimpact.recall',
      'standard noimpact.f1',
    ]);
  });

  test('an id that has slices only brings them', () => {
    const [first, ...labels] = names({ ids: ['f1.label'] });
    expect(first).toBe('standard f1.macro');
    expect(labels.length).toBeGreaterThanOrEqual(6);
    expect(new Set(labels)).toEqual(new Set(['standard f1.label by label']));
    expect(names({ ids: ['accuracy.rowwise'], protocols: ['card'] })).toEqual([
      'standard f1.macro',
      'card accuracy.rowwise',
    ]);
  });
});
