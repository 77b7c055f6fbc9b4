import { array, assert, constantFrom, nat, option, property, tuple, uniqueArray } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { multilabelClassification } from './multilabel.ts';

const sets = (...rows: string[]): string[][] =>
  rows.map((row) => row.split('').filter((letter) => letter !== '-'));
const labels = ['a', 'b', 'c'];

describe('multilabelClassification', () => {
  // gold ab, -, c; predicted a, c, c
  const made = multilabelClassification(sets('ab', '-', 'c'), sets('a', 'c', 'c'), { labels });

  test('has every measure of one set', () => {
    expect(made).toMatchObject({
      rows: 3,
      subsetAccuracy: 1 / 3,
      hammingLoss: 2 / 9,
      observedLabels: ['a', 'b', 'c'],
    });
    expect(made.perLabel[0]).toEqual({
      label: 'a',
      precision: 1,
      recall: 1,
      f1: 1,
      support: 1,
      truePositives: 1,
      falsePositives: 0,
      falseNegatives: 0,
      trueNegatives: 2,
      accuracy: 1,
      cohenKappa: 1,
      matthewsCorrelation: expect.closeTo(1, 14),
    });
    expect(made.perLabel[1]).toMatchObject({
      truePositives: 0,
      falseNegatives: 1,
      trueNegatives: 2,
      accuracy: 2 / 3,
      f1: 0,
    });
    expect(made.perLabel[2]).toMatchObject({
      truePositives: 1,
      falsePositives: 1,
      precision: 0.5,
      recall: 1,
      support: 1,
    });
    expect(made.averages.macro?.f1).toBeCloseTo((1 + 0 + 2 / 3) / 3, 15);
    expect(made.averages.micro).toEqual({ precision: 2 / 3, recall: 2 / 3, f1: 2 / 3 });
    expect(made.averages.weighted?.precision).toBeCloseTo((1 + 0 + 0.5) / 3, 15);
    expect(made.samples?.precision).toBeCloseTo((1 + 0 + 1) / 3, 15);
    expect(made.samples?.recall).toBeCloseTo((0.5 + 0 + 1) / 3, 15);
    expect(made.samples?.f1).toBeCloseTo((2 / 3 + 0 + 1) / 3, 15);
    expect(made.jaccard).toEqual({
      macro: expect.closeTo((1 + 0 + 0.5) / 3, 15),
      micro: 0.5,
      weighted: expect.closeTo(0.5, 15),
      samples: expect.closeTo((0.5 + 0 + 1) / 3, 15),
    });
  });

  test('order and repeats in a row mean nothing', () => {
    expect(multilabelClassification(sets('ba', '-', 'cc'), sets('aa', 'c', 'c'), { labels })).toEqual(made);
  });

  test('an empty row on both sides is exact, and 0/0 in the averages over rows', () => {
    const zero = multilabelClassification(sets('-', 'a'), sets('-', 'a'), { labels: ['a', 'b'] });
    expect(zero).toMatchObject({
      subsetAccuracy: 1,
      samples: { precision: 0.5, recall: 0.5, f1: 0.5 },
      jaccard: { samples: 0.5 },
    });
    const one = multilabelClassification(sets('-', 'a'), sets('-', 'a'), {
      labels: ['a', 'b'],
      zeroDivision: 1,
    });
    expect(one).toMatchObject({
      samples: { f1: 1 },
      jaccard: { samples: 1, macro: 1 },
      averages: { macro: { f1: 1 } },
    });
    expect(one.perLabel[1]?.precision).toBe(1);
  });

  test('the observed labels alone', () => {
    const some = multilabelClassification(sets('b', 'b'), sets('b', '-'), { labels });
    expect(some.observedLabels).toEqual(['b']);
    expect(some.observed.macro?.f1).toBeCloseTo(2 / 3, 15);
    expect(some.averages.macro?.f1).toBeCloseTo(2 / 9, 15);
  });

  test('a label that is not declared costs its row and adds no class', () => {
    const strange = multilabelClassification(sets('a', 'b'), sets('ax', 'b'), { labels });
    expect(strange.subsetAccuracy).toBe(0.5);
    expect(strange.averages.micro).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(strange.samples?.precision).toBe(0.75);
    expect(strange.jaccard?.samples).toBe(0.75);
    expect(strange.hammingLoss).toBe(0);
    expect(strange.perLabel.map(({ label }) => label)).toEqual(labels);
  });

  test('an unread row is wrong in every cell, even where gold is empty', () => {
    const unread = multilabelClassification(sets('a', '-', 'b'), [null, null, ['b']], {
      labels: ['a', 'b'],
      zeroDivision: 1,
    });
    expect(unread).toMatchObject({ subsetAccuracy: 1 / 3, hammingLoss: 4 / 6 });
    expect(unread.averages.micro).toEqual({ precision: 1, recall: 1 / 2, f1: 2 / 3 });
    expect(unread.samples?.f1).toBeCloseTo(1 / 3, 15);
    expect(unread.jaccard?.samples).toBeCloseTo(1 / 3, 15);
    expect(unread.perLabel[0]).toMatchObject({
      falseNegatives: 1,
      trueNegatives: 1,
      accuracy: 1 / 3,
      support: 1,
    });
    expect(unread.perLabel[1]).toMatchObject({ truePositives: 1, trueNegatives: 0, accuracy: 1 / 3 });
    // three categories: gold absent absent present, predicted unread unread present
    expect(unread.perLabel[1]?.cohenKappa).toBeCloseTo((1 / 3 - 1 / 9) / (1 - 1 / 9), 15);
  });

  test('has no value without a row', () => {
    expect(multilabelClassification([], [], { labels })).toMatchObject({
      subsetAccuracy: null,
      hammingLoss: null,
      samples: null,
      jaccard: null,
      averages: { macro: null },
    });
    expect(multilabelClassification([], [], { labels }).perLabel[0]?.accuracy).toBeNull();
    expect(multilabelClassification([[]], [[]], { labels: [] })).toMatchObject({
      hammingLoss: null,
      subsetAccuracy: 1,
      jaccard: null,
    });
  });

  test('refuses a gold label that is not declared and lists of two lengths', () => {
    expect(() => multilabelClassification(sets('a', 'x'), sets('a', 'a'), { labels })).toThrow(
      expect.objectContaining({ code: 'unknown-label', data: { label: 'x', row: 1 } }),
    );
    expect(() => multilabelClassification(sets('a'), [], { labels })).toThrow(RangeError);
    expect(() => multilabelClassification([], [], { labels: ['a', 'a'] })).toThrow(RangeError);
  });

  test('the order of rows does not matter, and gold itself is right', () => {
    const row = uniqueArray(constantFrom(...labels));
    const table = array(tuple(row, option(row)), { minLength: 1, maxLength: 20 });
    assert(
      property(table, nat(), (list, turn) => {
        const of = (rows: typeof list) =>
          multilabelClassification(
            rows.map(([gold]) => gold),
            rows.map(([, predicted]) => predicted),
            { labels },
          );
        const forward = of(list);
        const turned = of([...list.slice(turn % list.length), ...list.slice(0, turn % list.length)]);
        expect(turned.perLabel).toEqual(forward.perLabel);
        expect(turned.samples?.f1).toBeCloseTo(forward.samples?.f1 ?? -1, 12);
        expect(forward.subsetAccuracy).toBeLessThanOrEqual(
          1 - (forward.hammingLoss ?? 0) / labels.length + 1e-12,
        );
        const right = of(list.map(([gold]) => [gold, gold]));
        expect([right.subsetAccuracy, right.hammingLoss]).toEqual([1, 0]);
      }),
    );
  });
});
